import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endProcess } from '@parlance/server/test/servers';
import { calmRounds } from './calm.ts';
import { median, type Part } from './figures.ts';

const goalSeconds = 3;
const root = join(import.meta.dirname, '..');
const main = join(root, 'server/src/main.ts');
// The setting of `npm start`.
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') };

/** Time until the embedded application answers, at the first and at later starts. */
export async function measureStart({ isQuick }: { isQuick: boolean }): Promise<Part> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-bench-'));
  try {
    const first = await startOnce(folder);
    const { kept, note } = await calmRounds(isQuick ? 2 : 5, () => startOnce(folder));
    const second = median(kept);
    return {
      rows: [
        {
          what: 'embedded start, second time, until it is ready',
          ours: `${second.toFixed(1)} s`,
          goal: `≤ ${goalSeconds} s`,
          isHeld: second <= goalSeconds,
        },
      ],
      notes: [
        `Start: the very first one, which makes the database and its demo community, took ${first.toFixed(1)} s. ` +
          note,
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startOnce(dataDir: string): Promise<number> {
  const begun = performance.now();
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...env } = process.env;
  const server = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...env, ...compiled, PORT: '0', DATA_DIR: dataDir, NODE_ENV: 'development' },
  });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once('exit', () => reject(new Error('the server ended before it was ready')));
  createInterface({ input: server.stdout }).on('line', (line) => {
    if (line.includes('Parlance is ready')) resolve((performance.now() - begun) / 1000);
  });
  const seconds = await promise;
  await endProcess(server, 'SIGTERM');
  return seconds;
}
