import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Ticks of a processor a second, as Linux counts them for programs. */
const ticksASecond = 100;
/** A round is thrown away when other processes took more than this share of the machine. */
const othersMax = 0.1;

interface Reading {
  at: number;
  busy: number;
  own: number;
}

/** Seconds of processor time that this process and those of the database have used. */
export function secondsUsed(databaseProcesses: number[]): number {
  const { user, system } = process.cpuUsage();
  return databaseProcesses.reduce((sum, pid) => sum + secondsOf(pid), (user + system) / 1e6);
}

/** Watches how much of the machine goes to processes that are not part of the measurement. */
export function watchOthers(databaseProcesses: number[]): { isCalm(): boolean; share(): number } {
  const first = read(databaseProcesses);
  const share = () => {
    const now = read(databaseProcesses);
    const seconds = (now.at - first.at) / 1000;
    const others = now.busy - first.busy - (now.own - first.own);
    return Math.max(0, others / (seconds * availableParallelism()));
  };
  return { share, isCalm: () => share() <= othersMax };
}

function read(databaseProcesses: number[]): Reading {
  // user nice system idle iowait irq softirq steal: idle and waiting for disks is not busy.
  const fields = (readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? '')
    .split(/\s+/)
    .slice(1)
    .map(Number);
  const busy = fields.reduce(
    (sum, ticks, place) => (place === 3 || place === 4 || place > 7 ? sum : sum + ticks),
    0,
  );
  return { at: performance.now(), busy: busy / ticksASecond, own: secondsUsed(databaseProcesses) };
}

const lastSeconds = new Map<number, number>();

/** The processor time of a process; what has ended meanwhile keeps what it had. */
function secondsOf(pid: number): number {
  const path = `/proc/${pid}/stat`;
  const seconds = existsSync(path) ? secondsIn(readFileSync(path, 'utf8')) : (lastSeconds.get(pid) ?? 0);
  lastSeconds.set(pid, seconds);
  return seconds;
}

// The name of a process may hold spaces, so fields are counted from behind it.
function secondsIn(text: string): number {
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return ((fields[11] ?? 0) + (fields[12] ?? 0)) / ticksASecond;
}
