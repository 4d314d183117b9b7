import { readdirSync, readFileSync } from 'node:fs';

const pageBytes = 4096;

/** Resident memory of a process, in megabytes. */
export const memoryMb = (pid: number): number =>
  (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageBytes) / 1024 ** 2;

export const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
