// Proves on PGlite and on Postgres that of 1,000 members who book one slot at once exactly one gets it, in twenty rounds, and that
// 5,000 random actions break no rule. `npm run proof:booking`; a seed can follow.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, startApp } from '#app';
import { readConfig } from '#config';
import { insertPeople, lostRace, mixAtRandom, raceForSlot, seededRandom } from '#test/booking-proof';
import { startServers } from '#test/servers';

const contenderCount = 1000;
const rounds = 20;
const operations = 5000;
const seed = Number(process.argv[2] ?? 1);

const print = (text: string) => process.stdout.write(`${text}\n`);
let failures = 0;

await onDatabase('PGlite', {});
const servers = await startServers(1);
try {
  await onDatabase('Postgres', { DATABASE_URL: servers.databaseUrl });
} finally {
  await servers.stop();
}
process.exitCode = failures === 0 ? 0 : 1;

async function onDatabase(name: string, env: Record<string, string>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-proof-'));
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: 'error',
    DATA_DIR: folder,
    DEMO_DATA: 'off',
    // The few test members exceed normal rates.
    RATE_LIMITS: 'off',
    ...env,
  });
  const app = await startApp(config, { manualJobs: true });
  try {
    await proveOneWinner(name, app);
    await proveMixed(name, app);
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function proveOneWinner(name: string, { platform }: App): Promise<void> {
  const [owner, ...contenders] = await insertPeople(platform, contenderCount + 1);
  if (!owner) throw new Error('nobody was inserted');
  const nextHour = Math.ceil(platform.clock.now().getTime() / 3_600_000 + 1) * 3_600_000;
  const begin = performance.now();
  let met = Number.POSITIVE_INFINITY;
  let busy = 0;
  for (let round = 0; round < rounds; round += 1) {
    const outcome = await raceForSlot(platform, owner, contenders, new Date(nextHour + round * 900_000));
    met = Math.min(met, outcome.sawItFree);
    busy = Math.max(busy, outcome.maxBusyConnections);
    const isFair = outcome.winners === 1 && outcome.refusals[lostRace] === contenderCount - 1;
    if (!isFair || outcome.sawItFree < 2) fail(`${name}, round ${round + 1}: ${JSON.stringify(outcome)}`);
  }
  print(
    `${name}: ${contenderCount} at once for one slot, ${rounds} rounds in ${secondsSince(begin)} s; ` +
      `at least ${met} found it free and met at the lock, ${busy} connections busy at once`,
  );
}

async function proveMixed(name: string, { platform }: App): Promise<void> {
  const begin = performance.now();
  const outcome = await mixAtRandom(platform, {
    people: 12,
    operations,
    workers: 20,
    random: seededRandom(seed),
  });
  const unexpected = Object.keys(outcome.refusals).filter((refusal) => !/: (403|404)\//.test(refusal));
  if (outcome.broken.length > 0 || unexpected.length > 0) {
    fail(`${name}, seed ${seed}: ${JSON.stringify([...outcome.broken, ...unexpected])}`);
  }
  print(
    `${name}: ${operations} random acts, ${outcome.maxInFlight} at once, in ${secondsSince(begin)} s; ` +
      `done ${JSON.stringify(outcome.done)}; nothing broken: ${outcome.broken.length === 0}`,
  );
}

function fail(text: string): void {
  failures += 1;
  print(`FAILED ${text}`);
}

function secondsSince(begin: number): string {
  return ((performance.now() - begin) / 1000).toFixed(1);
}
