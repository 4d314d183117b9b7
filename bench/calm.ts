import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { inPercent } from './figures.ts';

/** Linux's USER_HZ. */
const ticksASecond = 100;
/** A round is discarded when other processes used more than this share of the machine. */
const othersMax = 0.1;

interface Reading {
  at: number;
  busy: number;
  own: number;
}

/** Share of the machine that unrelated processes used since a reading. */
function othersSince(first: Reading): number {
  const now = read();
  const seconds = (now.at - first.at) / 1000;
  const others = now.busy - first.busy - (now.own - first.own);
  return Math.max(0, others / (seconds * availableParallelism()));
}

/** Results of the rounds, and the load by other processes. */
export interface Rounds<Result> {
  kept: Result[];
  /** A sentence with the number of discarded rounds and the largest share of other processes in a kept one. */
  note: string;
}

/**
 * Repeats a round until there are enough undisturbed ones. After twice as many attempts the least disturbed of the others fill up,
 * and their load is reported.
 */
export async function calmRounds<Result>(
  wanted: number,
  round: (nth: number) => Promise<Result>,
): Promise<Rounds<Result>> {
  const tried: { result: Result; share: number }[] = [];
  const isCalm = ({ share }: { share: number }) => share <= othersMax;
  for (let nth = 0; nth < 2 * wanted && tried.filter(isCalm).length < wanted; nth++) {
    const before = read();
    const result = await round(nth);
    tried.push({ result, share: othersSince(before) });
  }
  const kept = tried.toSorted((a, b) => a.share - b.share).slice(0, wanted);
  const othersShare = inPercent(Math.max(...kept.map(({ share }) => share)));
  return {
    kept: kept.map(({ result }) => result),
    note: `Rounds thrown away ${tried.length - kept.length}, others had at most ${othersShare} of the machine in those kept.`,
  };
}

/** Processor seconds of this process and all its descendants. */
export const secondsUsed = (): number => ownProcesses().reduce((sum, { seconds }) => sum + seconds, 0);

/** The same for processes of one program only. */
export const secondsOfProgram = (program: string): number =>
  ownProcesses().reduce((sum, { name, seconds }) => (name === program ? sum + seconds : sum), 0);

function ownProcesses(): Process[] {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(pid) ?? []);
  const children = Map.groupBy(processes, ({ parent }) => parent);
  const own: Process[] = [];
  const waiting = processes.filter(({ pid }) => pid === process.pid);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    own.push(next);
    waiting.push(...(children.get(next.pid) ?? []));
  }
  return own;
}

export const secondsOf = (pid: number): number => readProcess(String(pid))?.seconds ?? 0;

/** The same for its first thread only. */
export const mainThreadSecondsOf = (pid: number): number => readProcess(`${pid}/task/${pid}`)?.seconds ?? 0;

interface Process {
  pid: number;
  name: string;
  parent: number;
  /** Of the process and of its exited children. */
  seconds: number;
}

function readProcess(pid: string): Process | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // The process has exited; its parent counts its time.
    return null;
  }
  // A process name may contain spaces, so fields are counted from its end.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
  const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
  return { pid: Number(pid), name, parent: fields[1] ?? 0, seconds: ticks / ticksASecond };
}

function read(): Reading {
  // user nice system idle iowait irq softirq steal: idle and iowait do not count as busy.
  const fields = (readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? '')
    .split(/\s+/)
    .slice(1)
    .map(Number);
  const busy = fields.reduce(
    (sum, ticks, place) => (place === 3 || place === 4 || place > 7 ? sum : sum + ticks),
    0,
  );
  return { at: performance.now(), busy: busy / ticksASecond, own: secondsUsed() };
}
