// Bans a hundred members, each with a live socket on each of two nodes and a call in progress. Fails if a socket outlives its ban by
// a second, if anything is stored or received afterwards, or if a call is answered. `npm run proof:ban`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startApp } from '#app';
import { readConfig } from '#config';
import { type BanOutcome, banOnTwoNodes } from '#test/ban-proof';
import { startServers } from '#test/servers';

const trials = Number(process.argv[2] ?? 100);
const print = (text: string) => process.stdout.write(`${text}\n`);

const servers = await startServers(1);
const folder = mkdtempSync(join(tmpdir(), 'parlance-proof-'));
const config = readConfig({
  NODE_ENV: 'test',
  PORT: '0',
  LOG_LEVEL: 'error',
  DATA_DIR: folder,
  RATE_LIMITS: 'off',
  DATABASE_URL: servers.databaseUrl,
  REDIS_URL: servers.redisUrls[0],
});
const near = await startApp(config, { manualJobs: true });
const far = await startApp(config, { manualJobs: true });
try {
  const outcomes: BanOutcome[] = [];
  for (let trial = 1; trial <= trials; trial++) {
    const outcome = await banOnTwoNodes([near, far], async (ms) => wait(ms));
    for (const problem of outcome.problems) print(`trial ${trial}: ${problem}`);
    outcomes.push(outcome);
  }
  const failed = outcomes.filter(({ problems }) => problems.length > 0).length;
  print(`${trials} bans on two nodes, ${failed} failed`);
  print(`sockets cut after ${spread(outcomes.map(({ cutAfterMs }) => cutAfterMs))}`);
  print(
    `every call 3001 on both nodes after ${spread(outcomes.map(({ refusedAfterMs }) => refusedAfterMs))}`,
  );
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  await far.close();
  await near.close();
  await servers.stop();
  rmSync(folder, { recursive: true, force: true });
}

function spread(values: number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(0);
  return `${at(0.5)} ms (median), ${at(1)} ms (longest)`;
}
