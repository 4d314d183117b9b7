import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isLogged } from './disk-log.ts';

/** Returns the names that differ between two folders, in presence or content. */
export function differences(one: string, other: string): string[] {
  const names = new Set([...logged(one), ...logged(other)]);
  return [...names].filter((name) => !isSame(join(one, name), join(other, name))).toSorted();
}

const logged = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isLogged);

function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  if (!first || !second || first.isDirectory() !== second.isDirectory()) return false;
  return first.isDirectory() || readFileSync(one).equals(readFileSync(other));
}
