// Prints how long a search takes, page and exact count together, over communities of growing size, and the same question
// asked as a plain join in the same run. Starts a Postgres of its own and leaves nothing behind.
//   node bench/search.ts [people at most, 1000000 by default]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { searchPeople } from '@parlance/server/people/search';
import { type Database, openDatabase } from '@parlance/server/platform/database';
import { createLogger } from '@parlance/server/platform/logger';
import { migrate } from '@parlance/server/platform/migrate';
import type { Platform } from '@parlance/server/platform/platform';
import { generateCrowd } from '@parlance/server/test/crowd';
import { databaseOn } from '@parlance/server/test/database-url';
import { startServers } from '@parlance/server/test/servers';
import { secondsUsed, watchOthers } from './calm.ts';
import { naiveSearch, type SearchCase, searchCases } from './search-cases.ts';

const log = createLogger({ level: 'warn' });
const viewerCount = 12;
const calmRounds = 6;
const roundsMax = 12;
const naiveRuns = 3;
const embeddedPeople = 10_000;

const peopleMax = Number(process.argv[2] ?? 1_000_000);
const sizes = [10_000, 100_000, 1_000_000].filter((size) => size <= peopleMax);
const folder = mkdtempSync(join(tmpdir(), 'parlance-bench-'));
const servers = await startServers(0);
try {
  for (const people of sizes) {
    const name = `people_${people}`;
    const maintenance = await openDatabase({ databaseUrl: servers.databaseUrl, dataDir: folder, log });
    await maintenance.pool.query(`CREATE DATABASE ${name}`);
    await maintenance.close();
    const database = await openDatabase({
      databaseUrl: databaseOn(servers.databaseUrl, name),
      dataDir: folder,
      log,
    });
    await measure(database, people, 'Postgres');
    await database.close();
  }
  const embedded = await openDatabase({ dataDir: folder, log });
  await measure(embedded, embeddedPeople, 'PGlite');
  await embedded.close();
} finally {
  await servers.stop();
  rmSync(folder, { recursive: true, force: true });
}

interface Measured {
  matches: number;
  ms: number[];
  /** Processor time of program and database together, which a busy machine hardly changes. */
  cpuSeconds: number;
  searches: number;
  naiveMs: number[];
}

async function measure(database: Database, people: number, kind: string): Promise<void> {
  const begun = performance.now();
  await migrate(database.pool, { log: createLogger({ level: 'error' }) });
  const client = await database.pool.connect();
  await generateCrowd(client, people);
  const viewers = await chooseViewers(database);
  client.release();
  const made = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(`\n${kind}, ${people.toLocaleString('en')} people (made in ${made} s)`);

  const cases = searchCases(people).map((each) => ({
    ...each,
    // What takes ten milliseconds with an index inside Postgres takes longer in the embedded one; its goal is its own.
    goalMs: kind === 'PGlite' ? 50 : each.goalMs,
  }));
  const measured = new Map<SearchCase, Measured>(
    cases.map((each) => [each, { matches: 0, ms: [], cpuSeconds: 0, searches: 0, naiveMs: [] }]),
  );
  const bareMs: number[] = [];
  const shares: number[] = [];
  let calm = 0;
  for (let round = 0; round < roundsMax && calm < calmRounds; round++) {
    const backends = kind === 'PGlite' ? [] : await backendsOf(database);
    const others = watchOthers(backends);
    const roundMs = await runRound(database, cases, viewers, measured, bareMs, backends);
    shares.push(others.share());
    // Nothing is thrown away while it is not certain that enough calm rounds will come.
    if (others.isCalm() || roundsMax - round <= calmRounds - calm) {
      calm += 1;
      for (const [each, ms] of roundMs) measured.get(each)?.ms.push(...ms);
    }
  }
  for (const each of cases)
    if (each.isNaive && kind !== 'PGlite') await runNaive(database, each, viewers, measured);
  const busiest = Math.max(...shares);
  console.log(`other processes took ${percent(Math.min(...shares))} to ${percent(busiest)} of the machine`);
  print(cases, measured, bareMs);
}

async function backendsOf({ pool }: Database): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'`,
  );
  return rows.map(({ pid }) => pid);
}

async function chooseViewers({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ user_id: string }>(
    'SELECT user_id FROM listed_people ORDER BY user_id LIMIT $1',
    [viewerCount + 1],
  );
  const [blocking, ...viewers] = rows.map(({ user_id }) => user_id);
  await pool.query(
    `INSERT INTO user_blocks (user_id, blocked_user_id, created_at)
     SELECT $1, user_id, '2030-01-01' FROM listing WHERE scope = -1 AND user_id <> $1 ORDER BY active_at DESC LIMIT 500`,
    [blocking],
  );
  await pool.query('ANALYZE user_blocks');
  return [blocking ?? '', ...viewers];
}

async function runRound(
  { db, pool }: Database,
  cases: SearchCase[],
  [blocking = '', ...viewers]: string[],
  measured: Map<SearchCase, Measured>,
  bareMs: number[],
  backends: number[],
): Promise<Map<SearchCase, number[]>> {
  const platform = { db, pool };
  const found = new Map<SearchCase, number[]>();
  for (const each of cases) {
    const ms: number[] = [];
    const entry = measured.get(each);
    const cpuBefore = secondsUsed(backends);
    for (const userId of each.isBlocking ? viewers.map(() => blocking) : viewers) {
      const caller = { userId, userSessionId: '', isAdmin: false };
      const start = performance.now();
      const { count } = await searchPeople(platform, caller, each.filters);
      ms.push(performance.now() - start);
      if (entry) entry.matches = count;
    }
    found.set(each, ms);
    if (entry) {
      entry.cpuSeconds += secondsUsed(backends) - cpuBefore;
      entry.searches += ms.length;
    }
    const start = performance.now();
    await pool.query('SELECT 1');
    bareMs.push(performance.now() - start);
  }
  return found;
}

async function runNaive(
  { pool }: Database,
  each: SearchCase,
  viewers: string[],
  measured: Map<SearchCase, Measured>,
): Promise<void> {
  for (const userId of viewers.slice(1, 1 + naiveRuns)) {
    const start = performance.now();
    await pool.query(naiveSearch, [userId, each.filters.query ?? '', each.filters.offset ?? 0]);
    measured.get(each)?.naiveMs.push(performance.now() - start);
  }
}

function quantile(ms: number[], share: number): number {
  const sorted = ms.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

function print(cases: SearchCase[], measured: Map<SearchCase, Measured>, bareMs: number[]): void {
  const line = (cells: string[]) =>
    console.log(cells.map((cell, place) => (place === 0 ? cell.padEnd(34) : cell.padStart(11))).join(''));
  line(['search', 'matches', 'p50 ms', 'p99 ms', 'goal p99', 'CPU ms', 'naive ms']);
  for (const each of cases) {
    const entry = measured.get(each);
    if (!entry) continue;
    const { matches, ms, cpuSeconds, searches, naiveMs } = entry;
    const naive = naiveMs.length > 0 ? quantile(naiveMs, 0.5).toFixed(0) : '';
    line([
      each.name,
      `${matches}`,
      quantile(ms, 0.5).toFixed(2),
      quantile(ms, 0.99).toFixed(2),
      `${each.goalMs}`,
      ((cpuSeconds * 1000) / searches).toFixed(2),
      naive,
    ]);
  }
  line([
    '(one bare statement)',
    '',
    quantile(bareMs, 0.5).toFixed(2),
    quantile(bareMs, 0.99).toFixed(2),
    '',
    '',
  ]);
}
