import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface LockEntry {
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

describe.each(['package-lock.json', 'mutation/package-lock.json'])('%s', (name) => {
  const lockFile = join(import.meta.dirname, '..', name);
  const packages: Record<string, LockEntry> = JSON.parse(readFileSync(lockFile, 'utf8')).packages;

  // npm silently drops an optional binary that a registry lacks, and `npm ci` then rejects the whole file.
  it('names every optional package, so that it installs on every platform', () => {
    const named = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
    const missing = Object.values(packages)
      .flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}))
      .filter((dependency) => !named.has(dependency));
    expect(missing).toEqual([]);
  });

  it('holds no download addresses, so that it installs from any registry', () => {
    const addresses = Object.values(packages)
      .map((entry) => entry.resolved ?? '')
      .filter((resolved) => resolved.includes('://'));
    expect(addresses).toEqual([]);
  });
});
