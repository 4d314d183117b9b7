import { searchCountMax } from '@parlance/contract/people';
import { searchPeople } from '@parlance/server/people/search/search';
import { type Database, openDatabase } from '@parlance/server/platform/database';
import { createLogger } from '@parlance/server/platform/logger';
import { migrate } from '@parlance/server/platform/migrate';
import type { Platform } from '@parlance/server/platform/platform';
import { crowdTime, generateCrowd } from '@parlance/server/test/crowd';
import { calmRounds, secondsUsed } from './calm.ts';
import { grouped, inMs, median, type Part, quantile, type Row } from './figures.ts';
import { naiveSearch, type SearchCase, searchCases } from './search-cases.ts';
import { withGrounds } from './servers.ts';

const log = createLogger({ level: 'warn' });
const viewerCount = 12;
const naiveRuns = 3;
const embeddedPeople = 10_000;
const embeddedGoalMs = 50;
const goalMs = 10;
const commonGoalMs = 1.5;
/** Maximum slowdown of a search when the community grows tenfold. */
const growthMax = 2;

interface Measured {
  matches: number;
  ms: number[];
  /** Processor time of program and database, which is nearly independent of other load. */
  cpuSeconds: number;
  naiveMs: number[];
}

interface Community {
  title: string;
  isEmbedded: boolean;
  measured: Map<SearchCase, Measured>;
  bareMs: number[];
  note: string;
}

/** Duration of a search, page and count together, over communities of growing size. */
export function measureSearch({ isQuick }: { isQuick: boolean }): Promise<Part> {
  const sizes = isQuick ? [10_000, 100_000] : [10_000, 100_000, 1_000_000];
  const rounds = isQuick ? 3 : 8;
  return withGrounds(0, async (grounds) => {
    const communities: Community[] = [];
    for (const people of sizes) {
      const databaseUrl = await grounds.newDatabase(`people_${people}`);
      const database = await openDatabase({ databaseUrl, dataDir: grounds.folder, log });
      communities.push(await measure(database, people, rounds));
      await database.close();
    }
    const embedded = await openDatabase({ dataDir: grounds.folder, log });
    const small = await measure(embedded, embeddedPeople, rounds);
    await embedded.close();
    return report(communities, small);
  });
}

async function measure(database: Database, people: number, rounds: number): Promise<Community> {
  // The time of the generated community.
  const source = { ...database, clock: { now: () => new Date(crowdTime) } };
  await migrate(database.pool, { log: createLogger({ level: 'error' }) });
  const client = await database.pool.connect();
  await generateCrowd(client, people);
  const viewers = await chooseViewers(database);
  client.release();
  const bareMs: number[] = [];
  const round = () => runRound(source, viewers, bareMs);
  // Warm-up: makes the plans and loads the data into memory.
  await round();
  const { kept, note } = await calmRounds(rounds, round);
  const measured = new Map<SearchCase, Measured>();
  for (const each of searchCases) {
    const found = kept.flatMap((one) => one.get(each) ?? []);
    measured.set(each, {
      matches: found[0]?.matches ?? 0,
      ms: found.flatMap(({ ms }) => ms),
      cpuSeconds: found.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
      naiveMs: each.isNaive && !database.isEmbedded ? await timeNaive(database, each, viewers) : [],
    });
  }
  const kind = database.isEmbedded ? 'PGlite' : 'Postgres';
  return {
    title: `${kind}, ${grouped(people)} people`,
    isEmbedded: database.isEmbedded,
    measured,
    bareMs,
    note,
  };
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
  await pool.query(
    `INSERT INTO saved_people (user_id, saved_user_id, created_at)
     SELECT viewer, user_id, '2030-01-01' FROM unnest($1::uuid[]) AS viewer,
       LATERAL (SELECT user_id FROM listed_people WHERE user_id <> viewer ORDER BY user_id DESC LIMIT 1000) AS saved`,
    [viewers],
  );
  // Not left to autovacuum, which may come in the middle of the rounds and have statements planned again.
  await pool.query('VACUUM ANALYZE user_blocks, saved_people');
  return [blocking ?? '', ...viewers];
}

async function runRound(
  database: Database & Pick<Platform, 'clock'>,
  [blocking = '', ...viewers]: string[],
  bareMs: number[],
): Promise<Map<SearchCase, Omit<Measured, 'naiveMs'>>> {
  const found = new Map<SearchCase, Omit<Measured, 'naiveMs'>>();
  for (const each of searchCases) {
    const ms: number[] = [];
    let matches = 0;
    const before = secondsUsed();
    for (const userId of each.isBlocking ? viewers.map(() => blocking) : viewers) {
      const caller = { userId, userSessionId: '', isAdmin: false };
      const start = performance.now();
      ({ count: matches } = await searchPeople(database, caller, each.filters));
      ms.push(performance.now() - start);
    }
    found.set(each, { matches, ms, cpuSeconds: secondsUsed() - before });
    const start = performance.now();
    await database.pool.query('SELECT 1');
    bareMs.push(performance.now() - start);
  }
  return found;
}

async function timeNaive({ pool }: Database, each: SearchCase, viewers: string[]): Promise<number[]> {
  const ms: number[] = [];
  for (const userId of viewers.slice(1, 1 + naiveRuns)) {
    const start = performance.now();
    await pool.query(naiveSearch, [userId, each.filters.query ?? '', each.filters.offset ?? 0]);
    ms.push(performance.now() - start);
  }
  return ms;
}

function report(communities: Community[], small: Community): Part {
  const largest = communities.at(-1);
  if (!largest) return { rows: [], notes: [] };
  const rows = [
    commonOf(largest),
    worstOf(largest, 'page and capped count, any filter, 500 blocks'),
    worstOf(small, 'any search'),
    growth(communities),
  ];
  return {
    rows,
    notes: [
      `Search: ${viewerCount} people search, each kind of search by all of them in every round; the bare limit is the same question as a plain join and sort. ` +
        [...communities, small].map(({ title, note }) => `${title}: ${note}`).join(' '),
    ],
    tables: [...communities, small].map((community) => ({
      title: `Search: ${community.title}`,
      lines: linesOf(community),
    })),
  };
}

const goalOf = ({ isEmbedded }: Community, { isLastPage }: SearchCase): number | null =>
  isLastPage ? null : isEmbedded ? embeddedGoalMs : goalMs;

const p99 = ({ ms }: Measured) => quantile(ms, 0.99);

/** The slowest of the common searches, by median. */
function commonOf({ title, measured }: Community): Row {
  const middles = searchCases
    .filter(({ isCommon }) => isCommon)
    .map((each) => ({ name: each.name, ms: quantile(measured.get(each)?.ms ?? [], 0.5) }))
    .toSorted((a, b) => b.ms - a.ms);
  const ms = middles[0]?.ms ?? Number.NaN;
  return {
    what: `${title}: a common search, p50 of the slowest (${middles[0]?.name ?? ''})`,
    ours: inMs(ms),
    goal: `p50 ≤ ${commonGoalMs} ms`,
    isHeld: ms <= commonGoalMs,
  };
}

/** The slowest of the searches that have a goal. */
function worstOf(community: Community, what: string): Row {
  const { title, isEmbedded, measured } = community;
  const goal = isEmbedded ? embeddedGoalMs : goalMs;
  const found = searchCases
    .filter(({ isLastPage }) => !isLastPage)
    .flatMap((each) => {
      const entry = measured.get(each);
      return entry ? [{ each, entry }] : [];
    })
    .toSorted((a, b) => p99(b.entry) - p99(a.entry));
  const slowest = found[0];
  const naive = found.flatMap(({ entry }) => entry.naiveMs);
  const ms = slowest ? p99(slowest.entry) : Number.NaN;
  const usual = quantile(
    found.flatMap(({ entry }) => entry.ms),
    0.5,
  );
  return {
    what: `${title}: ${what}, p50 of all / p99 of the slowest (${slowest?.each.name ?? ''})`,
    ...(naive.length > 0 && { bare: inMs(median(naive)) }),
    ours: `${inMs(usual)} / ${inMs(ms)}`,
    goal: `p99 ≤ ${goal} ms`,
    isHeld: ms <= goal,
  };
}

/** The largest growth of a search's median from one size to the next. */
function growth(communities: Community[]): Row {
  const factors = communities.slice(1).flatMap((larger, place) => {
    const smaller = communities[place];
    return searchCases.flatMap((each) => {
      const [before, after] = [smaller?.measured.get(each), larger.measured.get(each)];
      if (each.isLastPage || !before || !after) return [];
      return [{ name: each.name, factor: quantile(after.ms, 0.5) / quantile(before.ms, 0.5) }];
    });
  });
  const largest = factors.toSorted((a, b) => b.factor - a.factor)[0];
  const factor = largest?.factor ?? Number.NaN;
  return {
    what: `search, ten times the people: most that a p50 grew (${largest?.name ?? ''})`,
    ours: `${factor.toFixed(1)} ×`,
    goal: `≤ ${growthMax} ×`,
    isHeld: factor <= growthMax,
  };
}

function linesOf(community: Community): string[][] {
  const { measured, bareMs } = community;
  const head = ['search', 'matches', 'p50', 'p99', 'goal p99', 'processor time', 'plain join'];
  const lines = searchCases.flatMap((each) => {
    const entry = measured.get(each);
    if (!entry) return [];
    const { matches, ms, cpuSeconds, naiveMs } = entry;
    const goal = goalOf(community, each);
    return [
      [
        each.name,
        matches === searchCountMax ? `${grouped(matches)} or more` : grouped(matches),
        inMs(quantile(ms, 0.5)),
        inMs(p99(entry)),
        goal === null ? '' : `${goal} ms`,
        inMs((cpuSeconds * 1000) / ms.length),
        naiveMs.length > 0 ? inMs(quantile(naiveMs, 0.5)) : '',
      ],
    ];
  });
  return [
    head,
    ...lines,
    ['(one bare statement)', '', inMs(quantile(bareMs, 0.5)), inMs(quantile(bareMs, 0.99)), '', '', ''],
  ];
}
