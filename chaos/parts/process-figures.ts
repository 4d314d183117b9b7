import { readdirSync, readFileSync } from 'node:fs';

const pageBytes = 4096;

/** Memory of a process that is really there, in megabytes. */
export const memoryMb = (pid: number): number =>
  (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageBytes) / 1024 ** 2;

export const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** One figure of the node's own /metrics. */
export async function readMetric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}
