import { searchLevels } from '@parlance/contract/people';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { refreshFreeTimes } from '#people/listing/free-times';
import { refreshListing } from '#people/listing/listing';
import { foldName } from '#people/listing/name-folding';
import { catalogueCodes, keyOfScope, maskOf, scopeOf } from '#people/listing/scopes';
import type { Platform } from '#platform/platform';
import type { WalkSource } from '#platform/snapshot-read';
import { startTestApp, type TestApp } from '#test/app';
import { emptyDatabase, workerDatabase } from '#test/database';
import { settle } from '#test/residents';
import { type Bounds, measuredBounds, searchPeople } from './search.ts';

const codes = ['en', 'es', 'ja', 'de', 'ka'] as const;
const start = new Date('2030-03-01T00:00:00Z').getTime();
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** The time of the searches. Two days before, people of the fourth hour were active. */
const now = start + 2 * dayMs + 4 * hourMs;
const signedUpAt = now - 2 * hourMs;

interface Slot {
  /** Relative to the time of the searches. */
  startsInHours: number;
  noticeHours: number;
  /** 'removed' and 'booked' after the listing was refreshed, 'late' appears then. */
  state: 'free' | 'buffered' | 'booked' | 'removed' | 'late';
}

interface Somebody {
  name: string;
  description: string;
  languages: { languageCode: (typeof codes)[number]; learning: boolean; proficiency: number }[];
  interests: string[];
  lastActiveAt: Date;
  /** How much later the last activity is than the listing's value. */
  stayedMs: number;
  isBanned: boolean;
  showsActivity: boolean;
  slots: Slot[];
}

interface Community {
  people: Somebody[];
  /** When the listing learns of free slots: two hours before the searches, just before them, or not at all. */
  refreshed: 'before' | 'now' | 'never';
  /** Saving and saved member, by index. */
  saved: [number, number][];
  /** Blocker and blocked, by index. */
  blocks: [number, number][];
}

const language = fc
  .record({
    languageCode: fc.constantFrom(...codes),
    learning: fc.boolean(),
    proficiency: fc.constantFrom(0, 0.1, 0.2, 0.25, 0.4, 0.6, 0.9, 1),
  })
  .map((each) => (each.learning ? each : { ...each, proficiency: 1 }));
const name = fc.constantFrom(
  'Ana',
  'ANNA',
  'Zoë',
  'zoe_',
  '100%',
  'Jürgen Müller',
  // A long fragment occurs in both words.
  'Anna Annabel',
  'Annabel Anna',
  // All six-letter pieces of "annabel" but not the whole.
  'Annabe Nnabel',
  'Łukasz',
  '田中',
  'Аня',
  'Σίσυφος',
  '',
);
const somebody: fc.Arbitrary<Somebody> = fc.record({
  name,
  description: fc.constantFrom(...Array<string>(9).fill('Hello'), ''),
  languages: fc.uniqueArray(language, {
    selector: (each) => each.languageCode,
    minLength: 0,
    maxLength: 4,
    size: 'max',
  }),
  interests: fc.subarray(['Travel', 'Food', 'Slang']),
  // Few distinct times, so that many people are tied.
  lastActiveAt: fc
    .constantFrom(0, 2, 4, 6, 8, 4 - 1 / 60)
    .map((hours) => new Date(start + Math.round(hours * hourMs))),
  stayedMs: fc.constantFrom(0, 0, minuteMs, minuteMs - 1, 899_999),
  isBanned: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
  showsActivity: fc.integer({ min: 0, max: 4 }).map((dice) => dice > 0),
  slots: fc.uniqueArray(
    fc.record({
      startsInHours: fc.constantFrom(-1, 0, 1, 24, 25, 48, 49, 720, 721),
      noticeHours: fc.constantFrom(0, 0, 1, 24),
      state: fc.constantFrom<Slot['state']>('free', 'free', 'free', 'buffered', 'booked', 'removed', 'late'),
    }),
    { selector: ({ startsInHours }) => startsInHours, maxLength: 3 },
  ),
});
const community: fc.Arbitrary<Community> = fc.record({
  people: fc.array(somebody, { minLength: 4, maxLength: 24, size: 'max' }),
  refreshed: fc.constantFrom('before', 'now', 'never'),
  saved: fc.uniqueArray(
    fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 23 })).filter(([a, b]) => a !== b),
    { maxLength: 80, minLength: 20, size: 'max', selector: ([a, b]) => `${a} ${b}` },
  ),
  blocks: fc.uniqueArray(
    fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 23 })).filter(([a, b]) => a !== b),
    { maxLength: 8, selector: ([a, b]) => `${a} ${b}` },
  ),
});
const values = {
  freeWithinDays: fc.constantFrom(1, 2, 30),
  activeWithinDays: fc.constantFrom(1, 2, 3),
  saved: fc.boolean(),
  languageCode: fc.constantFrom(...codes),
  learning: fc.boolean(),
  minProficiency: fc.constantFrom(0, 0.2, 0.25, 0.6, 0.9),
  maxProficiency: fc.constantFrom(0, 0.199999, 0.4, 0.9, 1),
  query: fc.constantFrom(
    ...[
      'a',
      'AN',
      'ann',
      'nna',
      '%',
      '_',
      'zoe',
      'müll',
      'jurgen',
      'gen mul',
      'anna',
      'nnab',
      'annabel',
      'MULLER',
      'luk',
      '中',
      'аня',
      'σισ',
      'x',
      ' ',
    ],
  ),
};
const { languageCode, learning, freeWithinDays, activeWithinDays, saved } = values;
// Most searches have few filters, so that most have many results.
const filters: fc.Arbitrary<Filters> = fc.oneof(
  fc.constant({}),
  fc.record({ languageCode }),
  fc.record({ languageCode, learning }),
  fc.record({ languageCode, learning, query: values.query }),
  fc.record({ freeWithinDays }),
  fc.record({ activeWithinDays }),
  fc.record({ freeWithinDays, activeWithinDays, query: values.query }, { requiredKeys: ['freeWithinDays'] }),
  fc.record({ languageCode, learning, freeWithinDays, activeWithinDays }, { requiredKeys: ['languageCode'] }),
  fc.record({ languageCode, saved, freeWithinDays }, { requiredKeys: ['saved'] }),
  fc.record(values, { requiredKeys: [] }),
);
// Small bounds make tiny communities use every plan of large ones, and exceed the cap.
const bounds: fc.Arbitrary<Bounds> = fc.record({
  countMax: fc.constantFrom(1, 4, 7, 12, measuredBounds.countMax),
  sortPrice: fc.constantFrom(-Infinity, measuredBounds.sortPrice, Infinity),
  namePrice: fc.constantFrom(0, 1, 1_000),
  freePrice: fc.constantFrom(0, 1, 1_000),
});
type Filters = Parameters<typeof searchPeople>[2];

/** A reference implementation without an index: all pages, and the count of each. */
function expected(
  ids: string[],
  { people, blocks, saved }: Community,
  viewer: number | null,
  filter: Filters,
  { pageSize, countMax }: { pageSize: number; countMax: number },
): { count: number; isCapped: boolean; pages: string[][] } {
  const isBlocked = (one: number, other: number) =>
    blocks.some(([a, b]) => (a === one && b === other) || (a === other && b === one));
  const me = viewer === null ? null : people[viewer];
  const own = (learning: boolean) =>
    (me?.languages ?? []).filter((each) => each.learning === learning).map((each) => each.languageCode);
  const tierOf = (person: Somebody) => {
    const has = (learning: boolean, wanted: string[]) =>
      person.languages.some((each) => each.learning === learning && wanted.includes(each.languageCode));
    const [speaks, learns] = [has(false, own(true)), has(true, own(false))];
    return speaks ? (learns ? 0 : 1) : learns ? 2 : 3;
  };
  /** Hidden activity must not show in the order: the sign-up counts. */
  const recencyOf = ({ showsActivity, lastActiveAt }: Somebody) =>
    showsActivity ? lastActiveAt.getTime() : signedUpAt;
  const matches = people
    .map((person, place) => ({ person, place, id: ids[place] ?? '' }))
    .filter(({ person, place }) => {
      const isListed =
        person.name !== '' && person.description !== '' && person.languages.length > 0 && !person.isBanned;
      const isHidden = viewer !== null && (place === viewer || isBlocked(place, viewer));
      const hasLanguage = person.languages.some(
        (each) =>
          (filter.languageCode === undefined || each.languageCode === filter.languageCode) &&
          (filter.learning === undefined || each.learning === filter.learning) &&
          each.proficiency >= (filter.minProficiency ?? 0) &&
          each.proficiency <= (filter.maxProficiency ?? 1),
      );
      const wasActive =
        filter.activeWithinDays === undefined ||
        (person.showsActivity &&
          person.lastActiveAt.getTime() + person.stayedMs >= now - filter.activeWithinDays * dayMs);
      const isFree =
        filter.freeWithinDays === undefined ||
        person.slots.some(
          ({ state, startsInHours, noticeHours }) =>
            (state === 'free' || state === 'late') &&
            startsInHours - noticeHours > 0 &&
            startsInHours <= (filter.freeWithinDays ?? 0) * 24,
        );
      const isSaved = !filter.saved || saved.some(([one, other]) => one === viewer && other === place);
      const hasName = foldName(person.name).includes(foldName(filter.query ?? ''));
      return isListed && !isHidden && hasLanguage && hasName && wasActive && isFree && isSaved;
    })
    .sort(
      (one, other) =>
        tierOf(one.person) - tierOf(other.person) ||
        recencyOf(other.person) - recencyOf(one.person) ||
        (one.id < other.id ? -1 : 1),
    );
  // The listing's recency decides the page; exact recency decides the order within it.
  const seenAt = (person: Somebody) => recencyOf(person) + (person.showsActivity ? person.stayedMs : 0);
  const order = matches.slice(0, countMax);
  const pages = Array.from({ length: Math.ceil(order.length / pageSize) }, (_, page) =>
    order
      .slice(page * pageSize, (page + 1) * pageSize)
      .toSorted(
        (one, other) =>
          tierOf(one.person) - tierOf(other.person) ||
          seenAt(other.person) - seenAt(one.person) ||
          (one.id < other.id ? -1 : 1),
      )
      .map(({ id }) => id),
  );
  return { count: order.length, isCapped: matches.length > countMax, pages };
}

const callerOf = (userId: string) => ({ userId, userSessionId: '', isAdmin: false });

describe('search over random communities', () => {
  let app: TestApp;
  let platform: Platform;
  /** The source of searches; a new object has no cached statistics. */
  let source: WalkSource & Pick<Platform, 'clock'>;

  beforeEach(async () => {
    app = await startTestApp({ now: new Date(now).toISOString() });
    platform = app.platform;
    source = platform;
  });

  async function found(viewerId: string | null, filter: Filters, limit: number, offset: number, set: Bounds) {
    const caller = viewerId === null ? null : callerOf(viewerId);
    const { users, ...rest } = await searchPeople(source, caller, { ...filter, limit, offset }, set);
    return { ...rest, ids: users.map(({ userId }) => userId) };
  }

  async function build({ people, blocks, saved, refreshed }: Community): Promise<string[]> {
    await emptyDatabase(await workerDatabase());
    app.clock.set(new Date(signedUpAt));
    const ids = await settle(platform, people);
    for (const [one, other] of saved) {
      const [user_id, saved_user_id] = [ids[one], ids[other]];
      if (!user_id || !saved_user_id) continue;
      await platform.db
        .insertInto('saved_people')
        .values({ user_id, saved_user_id, created_at: platform.clock.now() })
        .execute();
    }
    const slots = people.flatMap((person, place) =>
      person.slots.map((slot) => ({
        ...slot,
        ownerId: ids[place] ?? '',
        bookerId: ids[place === 0 ? 1 : 0],
      })),
    );
    const publish = async (wanted: typeof slots) => {
      for (const { ownerId, startsInHours, noticeHours, state } of wanted) {
        const startsAt = new Date(now + startsInHours * hourMs);
        const { rows } = await sql<{ schedule_slot_id: string }>`
          INSERT INTO schedule_slots
            (schedule_slot_id, user_id, starts_at, ends_at, duration, created_at, updated_at)
          VALUES (gen_random_uuid(), ${ownerId}, ${startsAt}, ${new Date(startsAt.getTime() + 15 * minuteMs)}, 15,
            ${startsAt}, ${startsAt})
          RETURNING schedule_slot_id`.execute(platform.db);
        await sql`
          UPDATE schedule_slots SET is_buffered = ${state === 'buffered'},
            bookable_until = ${new Date(startsAt.getTime() - noticeHours * hourMs)}
          WHERE schedule_slot_id = ${rows[0]?.schedule_slot_id}`.execute(platform.db);
      }
    };
    await publish(slots.filter(({ state }) => state !== 'late'));
    if (refreshed === 'before') await refreshFreeTimes(platform);
    app.clock.set(new Date(now));
    await publish(slots.filter(({ state }) => state === 'late'));
    for (const { ownerId, bookerId, startsInHours, state } of slots) {
      const isTheSlot = sql`user_id = ${ownerId} AND starts_at = ${new Date(now + startsInHours * hourMs)}`;
      if (state === 'booked')
        await sql`UPDATE schedule_slots SET booked_by_user_id = ${bookerId} WHERE ${isTheSlot}`.execute(
          platform.db,
        );
      if (state === 'removed') await sql`DELETE FROM schedule_slots WHERE ${isTheSlot}`.execute(platform.db);
    }
    if (refreshed === 'now') await refreshFreeTimes(platform);
    for (const [place, { lastActiveAt, stayedMs }] of people.entries()) {
      if (stayedMs === 0) continue;
      await platform.db
        .updateTable('users')
        .set({ last_active_at: new Date(lastActiveAt.getTime() + stayedMs) })
        .where('user_id', '=', ids[place] ?? '')
        .execute();
    }
    for (const [one, other] of blocks) {
      const [user_id, blocked_user_id] = [ids[one], ids[other]];
      if (!user_id || !blocked_user_id) continue;
      await platform.db
        .insertInto('user_blocks')
        .values({ user_id, blocked_user_id, created_at: platform.clock.now() })
        .execute();
    }
    await platform.pool.query('ANALYZE listing, listed_people');
    source = { ...platform };
    return ids;
  }

  async function expectSearch(
    ids: string[],
    all: Community,
    { filter, viewer, set }: { filter: Filters; viewer: number | null; set: Bounds },
  ): Promise<void> {
    const place = viewer === null ? null : viewer % ids.length;
    if (place === null && filter.saved) {
      await expect(found(null, filter, 50, 3, set)).rejects.toMatchObject({ code: 2002 });
      return;
    }
    if (place === null) {
      const { pages } = expected(ids, all, null, filter, { pageSize: 9, countMax: 9 });
      const [first = []] = pages;
      const want = { count: first.length, isCapped: false, ids: first };
      expect(await found(null, filter, 50, 3, set)).toEqual(want);
      return;
    }
    const pageSize = 4;
    const { pages, ...counts } = expected(ids, all, place, filter, { pageSize, countMax: set.countMax });
    // One page beyond the end is empty.
    for (const [page, want] of [...pages, []].entries()) {
      const answer = await found(ids[place] ?? '', filter, pageSize, page * pageSize, set);
      expect(answer).toEqual({ ...counts, ids: want });
    }
  }

  const search = fc.record({
    filter: filters,
    viewer: fc.option(fc.integer({ min: 0, max: 23 }), { freq: 6 }),
    set: bounds,
  });

  test('shows exactly the people it should, in one total order, with an exact count up to the cap', async () => {
    await fc.assert(
      fc.asyncProperty(
        community,
        fc.array(search, { minLength: 6, maxLength: 10 }),
        async (all, searches) => {
          const ids = await build(all);
          for (const each of searches) await expectSearch(ids, all, each);
        },
      ),
      { numRuns: 10, endOnFailure: true },
    );
  });

  test('shows the same after any changes of people', async () => {
    const change = fc.record({ place: fc.integer({ min: 0, max: 23 }), to: somebody });
    await fc.assert(
      fc.asyncProperty(
        community,
        fc.array(change, { minLength: 1, maxLength: 10 }),
        fc.array(search, { minLength: 2, maxLength: 4 }),
        async (all, changes, searches) => {
          // A changed row takes over the exact recency.
          const people = all.people.map((person) => ({ ...person, stayedMs: 0 }));
          const ids = await build({ ...all, people });
          for (const { place, to } of changes) {
            const changed = place % people.length;
            const { lastActiveAt = to.lastActiveAt, slots = [] } = people[changed] ?? {};
            people[changed] = { ...to, lastActiveAt, slots, stayedMs: 0 };
            await become(platform, ids[changed] ?? '', to);
          }
          for (const each of searches) await expectSearch(ids, { ...all, people }, each);
        },
      ),
      { numRuns: 8, endOnFailure: true },
    );
  });

  test('shows the same by name among people who are free, read from the index of their names', async () => {
    const byName = fc.record({
      filter: fc.record(
        {
          freeWithinDays,
          query: fc.constantFrom('a', 'an', 'annabel'),
          languageCode,
          learning,
          activeWithinDays,
        },
        { requiredKeys: ['freeWithinDays', 'query'] },
      ),
      viewer: fc.integer({ min: 0, max: 23 }),
      set: bounds.map((set) => ({ ...set, namePrice: 0, freePrice: 1_000 })),
    });
    await fc.assert(
      fc.asyncProperty(
        community,
        fc.array(byName, { minLength: 6, maxLength: 10 }),
        async (all, searches) => {
          const ids = await build(all);
          for (const each of searches) await expectSearch(ids, all, each);
        },
      ),
      { numRuns: 8, endOnFailure: true },
    );
  });

  test('a stored level is found by the filter of its own name and by no stricter one', async () => {
    const level = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(level, { minLength: 1, maxLength: 8 }),
        bounds,
        async (levels, sizes) => {
          const set = { ...sizes, countMax: measuredBounds.countMax };
          await emptyDatabase(await workerDatabase());
          const [viewerId = '', ...ids] = await settle(platform, [
            { name: 'Viewer' },
            ...levels.map((proficiency) => ({
              languages: [{ languageCode: 'ja', learning: true, proficiency }],
            })),
          ]);
          for (const [place, proficiency] of levels.entries()) {
            const own = searchLevels.findLastIndex(({ minProficiency }) => minProficiency <= proficiency);
            for (const [rank, { minProficiency, maxProficiency }] of searchLevels.entries()) {
              const atLeast = await found(viewerId, { languageCode: 'ja', minProficiency }, 50, 0, set);
              const atMost = await found(viewerId, { languageCode: 'ja', maxProficiency }, 50, 0, set);
              expect(atLeast.ids.includes(ids[place] ?? '')).toBe(rank <= own);
              expect(atMost.ids.includes(ids[place] ?? '')).toBe(rank >= own);
            }
          }
        },
      ),
      { numRuns: 5, endOnFailure: true },
    );
  });

  test('the keys of a person are the same in the program and in the database', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    const some = fc.subarray(catalogueCodes);
    await fc.assert(
      fc.asyncProperty(text, some, some, async (name, speaks, learns) => {
        const folded = foldName(name.replaceAll('\0', ''));
        const { rows } = await sql<{ keys: string[] | null }>`
          SELECT search_keys(${folded}, ${String(maskOf(speaks))}, ${String(maskOf(learns))}) AS keys`.execute(
          platform.db,
        );
        const scopes = [
          speaks.map((code) => scopeOf(code, false)),
          learns.map((code) => scopeOf(code, true)),
        ];
        expect(new Set(rows[0]?.keys)).toEqual(
          new Set([...piecesUpToSix(folded), ...scopes.flat().map(keyOfScope)]),
        );
      }),
      { numRuns: 60 },
    );
  });
});

function piecesUpToSix(name: string): string[] {
  const letters = [...name];
  return letters.flatMap((_, start) =>
    [1, 2, 3, 4, 5, 6].map((size) => letters.slice(start, start + size).join('')),
  );
}

async function become(platform: Platform, userId: string, to: Somebody): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('users')
      .set({
        name: to.name,
        description: to.description,
        shows_activity: to.showsActivity,
        banned_at: to.isBanned ? platform.clock.now() : null,
      })
      .where('user_id', '=', userId)
      .execute();
    await tx.deleteFrom('user_languages').where('user_id', '=', userId).execute();
    for (const { languageCode, learning, proficiency } of to.languages) {
      await tx
        .insertInto('user_languages')
        .values({
          user_id: userId,
          language_code: languageCode,
          learning,
          proficiency,
          created_at: platform.clock.now(),
        })
        .execute();
    }
    await refreshListing(tx, userId);
  });
}
