import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadLanguages } from '#languages/languages';
import { refreshFreeTimes } from '#people/listing/free-times';
import { refreshListing } from '#people/listing/listing';
import { scopeOf } from '#people/listing/scopes';
import { areBlocked, getProfileOf, loadBaseProfiles } from '#people/people';
import type { Platform } from '#platform/platform';
import { createTestClock } from '#test/clock';
import { generateCrowd } from '#test/crowd';
import { openTestDatabase, type TestDatabase } from '#test/database';
import { explainStatements, isSorted, rowsMet, scansOf } from '#test/plans';
import { type Bounds, measuredBounds, searchPeople } from './search.ts';
import { currentStatistics } from './statistics.ts';

const largeTables = ['users', 'user_languages', 'user_blocks', 'listing', 'listed_people', 'schedule_slots'];
const people = { embedded: 3_000, server: 8_000 };
// These bounds make this community use the plans of millions.
const tiny: Bounds = { countMax: 50, sortPrice: 3, namePrice: 0.6, freePrice: 1.2 };

describe('plans over a large community', () => {
  let database: TestDatabase;
  let platform: Platform;
  let userIds: string[];
  /** Has blocked 500 people. */
  let blockingId: string;

  beforeAll(async () => {
    database = await openTestDatabase();
    const client = await database.pool.connect();
    await generateCrowd(client, database.isEmbedded ? people.embedded : people.server);
    client.release();
    // Searches use no other part of the platform.
    platform = { db: database.db, pool: database.pool, clock: createTestClock() } as unknown as Platform;
    const rows = await database.db
      .selectFrom('users')
      .select('user_id')
      .orderBy('user_id')
      .limit(300)
      .execute();
    userIds = rows.map(({ user_id }) => user_id);
    await database.pool.query(`
      INSERT INTO user_blocks (user_id, blocked_user_id, created_at)
      SELECT md5('person ' || i)::uuid, md5('person ' || i + j)::uuid, '2030-01-01'
      FROM generate_series(1, 1000) AS i, generate_series(1, 20) AS j`);
    blockingId = userIds[299] ?? '';
    await database.pool.query(
      `INSERT INTO user_blocks (user_id, blocked_user_id, created_at)
       SELECT $1, user_id, '2030-01-01' FROM listing WHERE scope = -1 AND user_id <> $1
       ORDER BY active_at DESC LIMIT 500
       ON CONFLICT DO NOTHING`,
      [blockingId],
    );
    await database.pool.query('ANALYZE user_blocks');
  }, 120_000);

  afterAll(() => database.close());

  const callerOf = (userId: string) => ({ userId, userSessionId: '', isAdmin: false });

  test('the generator writes what the application would write', async () => {
    const rows = () =>
      database.db.selectFrom('listing').selectAll().orderBy('user_id').orderBy('scope').execute();
    const before = await rows();
    for (const userId of userIds.slice(0, 40)) {
      await database.db.transaction().execute(async (tx) => {
        await tx.deleteFrom('listed_people').where('user_id', '=', userId).execute();
        await refreshListing(tx, userId);
      });
    }
    await refreshFreeTimes(platform);
    expect(await rows()).toEqual(before);
  });

  const filters = [
    {},
    { languageCode: 'en' },
    { languageCode: 'en', learning: true },
    { languageCode: 'en', learning: false, offset: 40 },
    { languageCode: 'ka', learning: true },
    { learning: true, offset: 990 },
    { languageCode: 'en', learning: true, minProficiency: 0.6 },
    { learning: true, minProficiency: 0.5, maxProficiency: 0.7 },
    { query: 'a' },
    { query: 'maria' },
    { languageCode: 'en', learning: true, query: 'an', offset: 40 },
    { languageCode: 'es', learning: true, query: 'mar', minProficiency: 0.2 },
    { freeWithinDays: 7 },
    { languageCode: 'en', learning: true, freeWithinDays: 1, query: 'an' },
    { query: 'martin', freeWithinDays: 7 },
    { languageCode: 'en', activeWithinDays: 7 },
    { learning: true, minProficiency: 0.6, freeWithinDays: 7, activeWithinDays: 30 },
  ] as const;

  test('no search reads a large table from end to end', async () => {
    for (const bounds of [measuredBounds, tiny]) {
      for (const filter of filters) {
        for (const caller of [null, callerOf(userIds[0] ?? ''), callerOf(userIds[7] ?? '')]) {
          const statements = await explainStatements(() => searchPeople(platform, caller, filter, bounds));
          expect(statements.length).toBeGreaterThan(0);
          expect(scansOf(statements, largeTables), JSON.stringify(filter)).toEqual([]);
        }
      }
    }
  });

  test('a search is one statement once viewer and statistics are known', async () => {
    const search = (filter: (typeof filters)[number]) =>
      explainStatements(() => searchPeople(platform, callerOf(userIds[7] ?? ''), filter, tiny));
    for (const filter of filters) {
      await search(filter);
      expect(await search(filter), JSON.stringify(filter)).toHaveLength(1);
    }
  });

  test('among more than 1,000 matches the count is 1,000 and marked as capped, and pages end there', async () => {
    const page = async (offset: number) => {
      const filters = { offset, limit: 50 };
      const { count, isCapped, users } = await searchPeople(platform, callerOf(userIds[7] ?? ''), filters);
      return [count, isCapped, users.length];
    };
    expect(await page(0)).toEqual([1_000, true, 50]);
    expect(await page(980)).toEqual([1_000, true, 20]);
    expect(await page(1_000)).toEqual([1_000, true, 0]);
  });

  test('a walk is in order by itself: it is not sorted, and the table is not touched', async () => {
    for (const filter of [{ languageCode: 'en', learning: true }, { languageCode: 'en' }, {}] as const) {
      const work = () => searchPeople(platform, callerOf(userIds[7] ?? ''), filter, tiny);
      const statement = (await explainStatements(work)).at(-1);
      expect(statement && isSorted(statement, 'listing')).toBe(false);
      const reads = statement?.nodes.filter((node) => node['Relation Name'] === 'listing') ?? [];
      expect(reads.length).toBeGreaterThan(1);
      expect(new Set(reads.map((node) => node['Node Type']))).toEqual(new Set(['Index Only Scan']));
    }
  });

  test('the walks are not started where all matches are few enough to be sorted', async () => {
    const georgian = { languageCode: 'ka', learning: true } as const;
    for (const [sortPrice, isWalked] of [
      [Infinity, true],
      [-Infinity, false],
    ] as const) {
      const bounds = { ...tiny, countMax: 1, sortPrice };
      const work = () => searchPeople(platform, callerOf(userIds[7] ?? ''), georgian, bounds);
      const statements = await explainStatements(work, { isRepeated: true });
      const reads = statements.at(-1)?.nodes.filter((node) => node['Relation Name'] === 'listing') ?? [];
      expect(reads.filter((node) => (node['Actual Loops'] ?? 0) > 0).length > 1).toBe(isWalked);
    }
  });

  test('a search by free slots and level reads nobody of another level, in one language or in any', async () => {
    const bounds = { ...measuredBounds, freePrice: 0 };
    for (const languageCode of ['en', undefined] as const) {
      const filter = { languageCode, learning: true, minProficiency: 0.6, freeWithinDays: 30 };
      const work = () => searchPeople(platform, callerOf(userIds[7] ?? ''), filter, bounds);
      const statement = (await explainStatements(work, { isRepeated: true })).at(-1);
      const reads = statement?.nodes.filter((node) => node['Index Name'] === 'listing_by_free_at') ?? [];
      const read = reads.reduce(
        (sum, node) => sum + (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0),
        0,
      );
      const { rows } = await database.pool.query<{ count: number }>(
        `SELECT count(*) FROM listing WHERE scope % 2 = 1 AND ($1::smallint IS NULL OR scope = $1)
           AND proficiency >= 0.6 AND free_at IS NOT NULL`,
        [languageCode ? scopeOf(languageCode, true) : null],
      );
      const wanted = rows[0]?.count ?? 0;
      expect(read).toBeGreaterThanOrEqual(wanted);
      // Earlier tests leave entries of deleted rows.
      expect(read).toBeLessThan(1.2 * wanted);
    }
  });

  test('a search by name and free slots reads nobody of the name who has no slot', async () => {
    const bounds = { ...measuredBounds, namePrice: 0 };
    const { rows } = await database.pool.query<{ count: number }>(
      "SELECT count(*) FROM listed_people WHERE strpos(name, 'martin') > 0 AND free_until IS NOT NULL",
    );
    const filter = { query: 'martin', freeWithinDays: 30 };
    const work = () => searchPeople(platform, callerOf(userIds[7] ?? ''), filter, bounds);
    const statement = (await explainStatements(work, { isRepeated: true })).at(-1);
    const scans = statement?.nodes.filter((node) => node['Index Name']?.startsWith('listed_people')) ?? [];
    expect(scans.map((node) => node['Index Name']).toSorted()).toEqual([
      'listed_people_free_by_key',
      'listed_people_pkey',
    ]);
    const named = scans.find((node) => node['Index Name'] === 'listed_people_free_by_key');
    expect(named?.['Actual Rows']).toBe(rows[0]?.count);
  });

  test('estimates follow the listing', async () => {
    const counted = async (condition: string) => {
      const { rows } = await database.pool.query<{ count: number }>(
        `SELECT count(*) FROM listing WHERE ${condition}`,
      );
      return rows[0]?.count ?? 0;
    };
    const near = (estimate: number, count: number) => {
      expect(estimate).toBeGreaterThan(0.8 * count);
      expect(estimate).toBeLessThan(1.2 * count);
    };
    const { sizeOf, shareOf, freeShare } = await currentStatistics(platform);
    const learners = scopeOf('en', true);
    const all = await counted('scope = -1');
    near(sizeOf([-1]), all);
    near(sizeOf([-1, learners]), await counted(`scope IN (-1, ${learners})`));
    near(
      sizeOf([learners], { min: 0.2, max: 0.4 }),
      await counted(`scope = ${learners} AND proficiency BETWEEN 0.2 AND 0.4`),
    );
    for (const fragment of ['an', 'mar', 'martin', 'ria']) {
      near(shareOf(fragment) * all, await counted(`scope = -1 AND strpos(name, '${fragment}') > 0`));
    }
    near(freeShare() * all, await counted('scope = -1 AND free_at IS NOT NULL'));
    expect([shareOf(''), shareOf('xq'), shareOf('martin xq')]).toEqual([1, 0, 0]);
    // The word order is unknown, so a fragment of two words is overestimated.
    const twoWords = await counted("scope = -1 AND strpos(name, 'a g') > 0");
    expect(shareOf('a g') * all).toBeGreaterThan(0.8 * twoWords);
    expect(shareOf('a g') * all).toBeLessThan(5 * twoWords);
  });

  test('nor does a profile, a list of languages, or a change of the listing', async () => {
    const [one = '', other = ''] = userIds;
    const statements = await explainStatements(async () => {
      await getProfileOf(platform, callerOf(one), other);
      await loadBaseProfiles(platform.db, userIds.slice(0, 20));
      await loadLanguages(platform.db, userIds.slice(0, 20));
      await platform.db.transaction().execute(async (tx) => {
        await tx.updateTable('users').set({ name: 'Somebody Else' }).where('user_id', '=', one).execute();
        await refreshListing(tx, one);
      });
    });
    expect(statements.length).toBeGreaterThan(7);
    expect(scansOf(statements, largeTables)).toEqual([]);
  });

  test('a block between two people is two looks into an index, within the statement that asks', async () => {
    const [one = '', other = ''] = userIds;
    const [asked] = await explainStatements(() => areBlocked(platform.db, one, other));
    const looks = asked?.nodes.filter((node) => node['Index Name']?.startsWith('user_blocks'));
    expect(looks).toHaveLength(2);
  });

  test('a scan would be noticed', async () => {
    const statements = await explainStatements(() =>
      platform.db.selectFrom('users').select('user_id').where('description', '=', 'x').execute(),
    );
    expect(scansOf(statements, largeTables)).toHaveLength(1);
  });

  test('no search meets more people than there are, a few times over, be there statistics or none', async () => {
    const most = 10 * (database.isEmbedded ? people.embedded : people.server);
    const expectFew = async (source: Platform) => {
      for (const filter of filters) {
        for (const userId of [blockingId, userIds[290] ?? '']) {
          const caller = callerOf(userId);
          for (const bounds of [measuredBounds, tiny]) {
            const work = () => searchPeople(source, caller, filter, bounds);
            for (const statement of await explainStatements(work, { isRepeated: true })) {
              expect(rowsMet(statement), `${JSON.stringify(filter)}: ${statement.text}`).toBeLessThan(most);
            }
          }
        }
      }
    };
    await expectFew(platform);
    await forgetStatistics(database.pool);
    await expectFew({ ...platform });
  });

  test('without statistics matches are sorted up to four times the cap, and walked to beyond', async () => {
    const georgian = { languageCode: 'ka', learning: true } as const;
    const { count } = await searchPeople(platform, callerOf(userIds[7] ?? ''), georgian);
    for (const [countMax, isWalked] of [
      [Math.ceil(count / 4), false],
      [Math.ceil(count / 4) - 1, true],
    ] as const) {
      const bounds = { ...tiny, countMax, sortPrice: -Infinity };
      const source = { ...platform };
      const work = () => searchPeople(source, callerOf(userIds[7] ?? ''), georgian, bounds);
      const statements = await explainStatements(work, { isRepeated: true });
      const reads = statements.at(-1)?.nodes.filter((node) => node['Relation Name'] === 'listing') ?? [];
      expect(reads.filter((node) => (node['Actual Loops'] ?? 0) > 0).length > 1).toBe(isWalked);
    }
  });
});

/** As on an embedded database, which has no autovacuum. */
async function forgetStatistics(pool: TestDatabase['pool']): Promise<void> {
  const tables = "SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace";
  await pool.query(`DELETE FROM pg_statistic WHERE starelid IN (${tables})`);
  await pool.query('DELETE FROM pg_statistic_ext_data');
  await pool.query(
    `UPDATE pg_class SET reltuples = -1, relpages = 0, relallvisible = 0 WHERE oid IN (${tables})`,
  );
}
