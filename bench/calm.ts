import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { inPercent } from './figures.ts';

/** Ticks of a processor a second, as Linux counts them for programs. */
const ticksASecond = 100;
/** A round is thrown away when other processes took more than this share of the machine. */
const othersMax = 0.1;

interface Reading {
  at: number;
  busy: number;
  own: number;
}

/** The share of the machine that went to processes which are not part of the measurement, since a reading. */
function othersSince(first: Reading): number {
  const now = read();
  const seconds = (now.at - first.at) / 1000;
  const others = now.busy - first.busy - (now.own - first.own);
  return Math.max(0, others / (seconds * availableParallelism()));
}

/** What the rounds of a measurement came to, and how much of the machine others had taken. */
export interface Rounds<Result> {
  kept: Result[];
  /** How many rounds were not kept, and the largest share of others in one that was, as a sentence. */
  note: string;
}

/**
 * Repeats a round until enough calm ones have come. After twice as many tries as wanted the calmest of the others fill up,
 * and the share they suffered is told.
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

/** Seconds of processor time that this process and all it has started have used. */
export const secondsUsed = (): number => ownProcesses().reduce((sum, { seconds }) => sum + seconds, 0);

/** The same of those alone that run a program of this name. */
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

/** Seconds of processor time of one process. */
export const secondsOf = (pid: number): number => readProcess(String(pid))?.seconds ?? 0;

interface Process {
  pid: number;
  name: string;
  parent: number;
  /** Of the process and of those of its children that have ended. */
  seconds: number;
}

function readProcess(pid: string): Process | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // It has ended meanwhile; its parent has its time.
    return null;
  }
  // The name of a process may hold spaces, so fields are counted from behind it.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
  const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
  return { pid: Number(pid), name, parent: fields[1] ?? 0, seconds: ticks / ticksASecond };
}

function read(): Reading {
  // user nice system idle iowait irq softirq steal: idle and waiting for disks is not busy.
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
