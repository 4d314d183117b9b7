import type { LanguageCode } from '@parlance/contract/languages';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { scopeOf } from '#people/listing/scopes';
import { type Community, type Persona, startCommunity } from '#test/personas';
import { type Resident, settle } from '#test/residents';
import { measuredBounds, searchPeople } from './search.ts';

const speaks = (languageCode: LanguageCode) => ({ languageCode, learning: false, proficiency: 1 });
const learns = (languageCode: LanguageCode, proficiency = 0.2) => ({
  languageCode,
  learning: true,
  proficiency,
});

let community: Community;
let ana: Persona;

const place = (...residents: Resident[]) => settle(community.platform, residents);
type Filters = Parameters<Persona['calls']['searchUsers']>[0];
const names = async (filters: Filters = {}, who: Pick<Persona, 'calls'> = ana) =>
  (await who.calls.searchUsers(filters)).users.map(({ name }) => name);

beforeEach(async () => {
  community = await startCommunity();
  ana = await community.signUp('ana@example.org', {
    name: 'Ana',
    description: 'Hello',
    speaks: ['es'],
    learns: { ja: 0.2 },
  });
});

describe('who is listed', () => {
  test('only people with a name, a description and a language', async () => {
    await place(
      { name: 'Complete', languages: [learns('en')] },
      { name: 'No language' },
      { name: '', languages: [learns('en')] },
      { name: 'No description', description: '', languages: [learns('en')] },
      { name: 'Banned', isBanned: true, languages: [learns('en')] },
    );
    expect(await names()).toEqual(['Complete']);
  });

  test('somebody appears as soon as onboarding is complete and leaves with the last language', async () => {
    const bea = await community.signUp('bea@example.org');
    await bea.calls.createLanguage({ languageCode: 'en', target: true, proficiency: 0 });
    expect(await names()).toEqual([]);
    await bea.calls.updateUser({ name: 'Bea' });
    expect(await names()).toEqual([]);
    await bea.calls.updateUser({ description: 'Hi' });
    expect(await names()).toEqual(['Bea']);
    await bea.calls.updateUser({ name: 'Beatriz' });
    expect(await names({ query: 'atri' })).toEqual(['Beatriz']);
    await bea.calls.deleteLanguage({ languageCode: 'en' });
    expect(await names()).toEqual([]);
  });

  test('a change of a level alone reaches the filter by level at once', async () => {
    const bea = await community.signUp('bea@example.org', {
      name: 'Bea',
      description: 'Hi',
      learns: { en: 0.2 },
    });
    const beginners = { languageCode: 'en', maxProficiency: 0.3 } as const;
    const advanced = { languageCode: 'en', minProficiency: 0.7 } as const;
    expect([await names(beginners), await names(advanced)]).toEqual([['Bea'], []]);
    await bea.calls.createLanguage({ languageCode: 'en', target: true, proficiency: 0.8 });
    expect([await names(beginners), await names(advanced)]).toEqual([[], ['Bea']]);
  });

  test('a deleted account leaves nothing in the listing', async () => {
    const bea = await community.signUp('bea@example.org', {
      name: 'Bea',
      description: 'Hi',
      learns: { en: 0.2 },
    });
    expect(await names()).toEqual(['Bea']);
    await bea.calls.deleteUser({ token: await community.prove(bea, bea.address, 'delete-user') });
    expect(await ana.calls.searchUsers({})).toEqual({ count: 0, isCapped: false, users: [] });
    await community.runJobs();
    const rows = await community.platform.db
      .selectFrom('listing')
      .innerJoin('listed_people', 'listed_people.user_id', 'listing.user_id')
      .select('listing.user_id')
      .where('listing.user_id', '=', bea.userId)
      .execute();
    expect(rows).toEqual([]);
  });
});

test('a node of 1.0.0 finds the counts that it reads, and what it writes to them is ignored', async () => {
  await place({ name: 'Bea', languages: [speaks('en'), learns('ja', 0.4)] });
  const { db } = community.platform;
  const counts = () =>
    db.selectFrom('listing_counts').select(['scope', 'low', 'people']).where('gram', '=', '').execute();
  const before = await counts();
  // Ana speaks Spanish, so each language has one person; two members speak and learn a language.
  expect(before.filter(({ scope }) => scope === -2 || scope === -3)).toHaveLength(4);
  expect(before.filter(({ low }) => low === 0.4)).toEqual([
    { scope: scopeOf('ja', true), low: 0.4, people: 1 },
  ]);
  const [row] = before;
  for (const table of ['listing_counts', 'listing_sets'] as const) {
    await sql`INSERT INTO ${sql.table(table)} (scope, people, is_change) VALUES (${row?.scope}, 1, true)`.execute(
      db,
    );
    await sql`WITH gone AS (DELETE FROM ${sql.table(table)} RETURNING *) SELECT * FROM gone`.execute(db);
  }
  expect(await counts()).toEqual(before);
});

describe('order and fit', () => {
  const hoursAgo = (hours: number) => new Date(community.clock.now().getTime() - hours * 3_600_000);

  test('mutual first, then who speaks what I learn, then who learns what I speak, then the rest; recent first in each', async () => {
    await place(
      { name: 'rest', languages: [speaks('de'), learns('fr')], lastActiveAt: hoursAgo(0) },
      { name: 'learns', languages: [speaks('de'), learns('es')], lastActiveAt: hoursAgo(1) },
      { name: 'speaks', languages: [speaks('ja'), learns('de')], lastActiveAt: hoursAgo(2) },
      { name: 'mutual, long ago', languages: [speaks('ja'), learns('es')], lastActiveAt: hoursAgo(900) },
      { name: 'mutual, lately', languages: [speaks('ja'), learns('es')], lastActiveAt: hoursAgo(9) },
    );
    expect(await names()).toEqual(['mutual, lately', 'mutual, long ago', 'speaks', 'learns', 'rest']);
  });

  test('among learners of what I learn too, those who learn what I speak come first', async () => {
    await place(
      { name: 'rest', languages: [speaks('de'), learns('ja')], lastActiveAt: hoursAgo(0) },
      { name: 'learns', languages: [speaks('de'), learns('ja'), learns('es')], lastActiveAt: hoursAgo(1) },
      { name: 'beyond the cap', languages: [speaks('de'), learns('ja')], lastActiveAt: hoursAgo(2) },
    );
    const walking = { ...measuredBounds, countMax: 2, sortPrice: Infinity };
    const caller = { userId: ana.userId, userSessionId: '', isAdmin: false };
    for (const bounds of [measuredBounds, walking]) {
      const filters = { languageCode: 'ja', learning: true } as const;
      const { users } = await searchPeople(community.platform, caller, filters, bounds);
      expect(users.slice(0, 2).map(({ name, fit }) => [name, fit?.tier])).toEqual([
        ['learns', 'learns'],
        ['rest', 'other'],
      ]);
    }
  });

  test('a card says why somebody fits, and of interests only whether some or many are shared', async () => {
    await ana.calls.updateUser({ interests: ['Travel', 'Food', 'Culture', 'Slang', 'Coffee', 'Business'] });
    const [userId] = await place({
      name: 'Kenji',
      languages: [speaks('ja'), learns('es', 0.4), learns('en')],
      interests: ['Food', 'Coffee', 'Business', 'Travel', 'Baking'],
    });
    const { users } = await ana.calls.searchUsers({});
    expect(users).toEqual([
      {
        userId,
        name: 'Kenji',
        description: 'Somebody who lives here.',
        createdAt: community.clock.now(),
        profileImageUrl: null,
        timeZone: null,
        lastActiveAt: community.clock.now(),
        languages: [speaks('ja'), learns('es', 0.4), learns('en')].map((each) => ({
          ...each,
          isNative: null,
        })),
        comesReliably: false,
        nextFreeAt: null,
        isSaved: false,
        fit: { tier: 'mutual', speaks: ['ja'], learns: ['es'], sharedInterests: 'some' },
      },
    ]);
  });

  test('which topic of a theme somebody chose shows in no answer, whatever one chooses oneself', async () => {
    const rest = ['Food', 'Grammar', 'Movies', 'Science'];
    const languages = [speaks('ja'), learns('es')];
    await place(
      { name: 'Historian', interests: [...rest, 'History'], languages, lastActiveAt: hoursAgo(2) },
      { name: 'Believer', interests: [...rest, 'Religion'], languages, lastActiveAt: hoursAgo(1) },
    );
    for (const own of [
      ['Religion', 'News', 'Politics', 'Travel', 'Culture'],
      ['Religion', 'Food', 'Tea', 'Coffee', 'Baking'],
      ['Religion', 'Food', 'Grammar', 'Idioms', 'Tea'],
      ['Religion', 'Food', 'Grammar', 'Movies', 'Tea'],
      ['History', 'Food', 'Grammar', 'Movies', 'Science'],
    ]) {
      await ana.calls.updateUser({ interests: own });
      const { users } = await ana.calls.searchUsers({});
      // The order does not reveal it either: the most recent comes first.
      expect(users.map(({ name }) => name)).toEqual(['Believer', 'Historian']);
      expect(users[0]?.fit).toEqual(users[1]?.fit);
    }
    expect((await ana.calls.searchUsers({})).users[0]?.fit?.sharedInterests).toBe('many');
  });

  test('a short visit counts: a member who has just signed in comes before one active an hour ago', async () => {
    const profile = { description: 'Hi', learns: { en: 0.2 } };
    await community.signUp('bea@example.org', { name: 'Bea', ...profile });
    community.clock.advance({ hours: 5 });
    await community.signUp('cem@example.org', { name: 'Cem', ...profile });
    community.clock.advance({ hours: 1 });
    const bea = await community.signIn('bea@example.org');
    await bea.calls.getUser();
    const visitor = community.visitor();
    expect(await names({ limit: 1 }, visitor)).toEqual(['Bea']);
    community.clock.advance({ hours: 3 });
    await (await community.signIn('cem@example.org')).calls.getUser();
    community.clock.advance({ hours: 1 });
    const returned = await bea.calls.reauthenticate({ refreshToken: bea.tokens.refreshToken });
    await community.withTokens(returned).calls.getUser();
    expect(await names({ limit: 1 }, visitor)).toEqual(['Bea']);
  });

  test('a member active now comes before one active 50 minutes ago, also across pages', async () => {
    const profile = { description: 'Hi', learns: { en: 0.2 } };
    let bea = await community.signUp('bea@example.org', { name: 'Bea', ...profile });
    community.clock.advance({ minutes: 5 });
    await community.signUp('cem@example.org', { name: 'Cem', ...profile });
    for (let minute = 0; minute < 50; minute += 7) {
      community.clock.advance({ minutes: 7 });
      bea = community.withTokens(await bea.calls.reauthenticate({ refreshToken: bea.tokens.refreshToken }));
      await bea.calls.getUser();
    }
    community.clock.advance({ minutes: 14, seconds: 59 });
    expect(await names({ limit: 1 }, community.visitor())).toEqual(['Bea']);
  });

  test('within a tier a page is in the order of real activity', async () => {
    const languages = [speaks('ja'), learns('es')];
    const [oneId = ''] = await place(
      { name: 'one', languages, lastActiveAt: hoursAgo(2) },
      { name: 'two', languages, lastActiveAt: hoursAgo(1.9) },
      { name: 'other', languages: [learns('en')], lastActiveAt: hoursAgo(0) },
    );
    await community.platform.db
      .updateTable('users')
      .set({ last_active_at: hoursAgo(1.8) })
      .where('user_id', '=', oneId)
      .execute();
    expect(await names()).toEqual(['one', 'two', 'other']);
  });

  test('the place of a member who hides their activity does not follow it', async () => {
    const languages = [learns('en')];
    const [hiddenId = ''] = await place({ name: 'hidden', languages }, { name: 'other', languages });
    const { platform, clock } = community;
    const act = async (shows_activity: boolean) => {
      clock.advance({ hours: 1 });
      await platform.db.transaction().execute(async (tx) => {
        const changes = { shows_activity, last_active_at: clock.now() };
        await tx.updateTable('users').set(changes).where('user_id', '=', hiddenId).execute();
        await platform.effects.run(platform, tx, 'userListingChanged', { userId: hiddenId });
      });
      const found = (limit: number) => names({ languageCode: 'en', limit }, community.visitor());
      return [await found(1), await found(9)];
    };
    expect(await act(true)).toEqual([['hidden'], ['hidden', 'other']]);
    await place({ name: 'recent', languages });
    const hidden = [['recent'], ['recent', 'hidden', 'other']];
    expect(await act(false)).toEqual(hidden);
    expect(await act(false)).toEqual(hidden);
    expect(await act(true)).toEqual([['hidden'], ['hidden', 'recent', 'other']]);
  });

  test('recency lags a quarter of an hour at most, and the card shows the minute', async () => {
    const old = hoursAgo(5);
    const [oneId = ''] = await place(
      { name: 'one', languages: [learns('en')], lastActiveAt: old },
      { name: 'other', languages: [learns('en')], lastActiveAt: hoursAgo(4.9) },
    );
    const touch = async (moment: Date) => {
      const { platform } = community;
      await platform.db.transaction().execute(async (tx) => {
        await tx.updateTable('users').set({ last_active_at: moment }).where('user_id', '=', oneId).execute();
        await platform.effects.run(platform, tx, 'userListingChanged', { userId: oneId });
      });
    };
    const first = async (filters: Filters = {}) => (await names({ ...filters, limit: 1 }))[0];
    await touch(hoursAgo(4.76));
    expect(await first()).toBe('other');
    await touch(hoursAgo(4.75));
    expect((await ana.calls.searchUsers({})).users[0]?.lastActiveAt).toEqual(hoursAgo(4.75));
    expect(await first()).toBe('one');
    expect(await first({ query: 'o' })).toBe('one');
  });
});

describe('filters', () => {
  beforeEach(async () => {
    await place(
      { name: 'Zoë Łukasz', languages: [learns('en', 0.2), speaks('fr')] },
      { name: 'zoe_100%', languages: [learns('en', 0.6)] },
      { name: 'Jürgen Straße', languages: [speaks('en')] },
      { name: '田中 さくら', languages: [learns('en', 0), learns('de', 0.6)] },
      { name: 'प्रिया', languages: [speaks('hi')] },
      { name: 'İrem Yıldız', languages: [speaks('tr'), learns('en', 1)] },
    );
  });

  const fragments: [string, Filters, string[]][] = [
    ['case', { query: 'ZOE' }, ['Zoë Łukasz', 'zoe_100%']],
    ['accents', { query: 'zoé' }, ['Zoë Łukasz', 'zoe_100%']],
    ['letters with strokes', { query: 'luk' }, ['Zoë Łukasz']],
    ['umlauts', { query: 'jurg' }, ['Jürgen Straße']],
    ['the sharp s', { query: 'STRASSE' }, ['Jürgen Straße']],
    ['Turkish letters', { query: 'irem yildiz' }, ['İrem Yıldız']],
    ['one Chinese character', { query: '中' }, ['田中 さくら']],
    ['two of them', { query: '田中' }, ['田中 さくら']],
    ['Hindi', { query: 'प्रि' }, ['प्रिया']],
    ['a percent sign as itself', { query: '%' }, ['zoe_100%']],
    ['an underscore as itself', { query: '_' }, ['zoe_100%']],
    ['a backslash as itself', { query: '\\' }, []],
    ['a percent sign as itself among few', { query: '%', languageCode: 'fr' }, []],
    ['an underscore as itself among few', { query: '_', languageCode: 'fr' }, []],
    ['spaces around', { query: '  zoe ' }, ['Zoë Łukasz', 'zoe_100%']],
    ['a long one', { query: 'aaaaa aaaaab' }, ['Aaaaaa Aaaaab']],
    ['a long one only as one piece', { query: 'aaaaaab' }, []],
    ['nothing but spaces: no filter', { query: ' ', languageCode: 'hi' }, ['प्रिया']],
  ];

  test('a name fragment is found without regard to case and accents, its signs meaning themselves', async () => {
    await place({ name: 'Aaaaaa Aaaaab', languages: [speaks('ko')] });
    for (const [what, filters, expected] of fragments) {
      expect((await names(filters)).sort(), what).toEqual(expected.sort());
    }
  });

  const choices: [string, Filters, string[]][] = [
    ['a language either way', { languageCode: 'fr' }, ['Zoë Łukasz']],
    [
      'learners only',
      { languageCode: 'en', learning: true, maxProficiency: 0.6 },
      ['Zoë Łukasz', 'zoe_100%', '田中 さくら'],
    ],
    ['speakers only', { languageCode: 'en', learning: false }, ['Jürgen Straße']],
    [
      'both bounds inclusive',
      { languageCode: 'en', minProficiency: 0.2, maxProficiency: 0.6 },
      ['Zoë Łukasz', 'zoe_100%'],
    ],
    [
      'level 1 of learners and speakers',
      { languageCode: 'en', minProficiency: 0.9 },
      ['Jürgen Straße', 'İrem Yıldız'],
    ],
    ['natives', { languageCode: 'en', learning: false, minProficiency: 0.8 }, ['Jürgen Straße']],
    [
      'a level of any language, learning',
      { learning: true, minProficiency: 0.5, maxProficiency: 0.7 },
      ['zoe_100%', '田中 さくら'],
    ],
    [
      'somebody with two of the levels once',
      { learning: true, maxProficiency: 0.7 },
      ['Zoë Łukasz', 'zoe_100%', '田中 さくら'],
    ],
    [
      'the level belongs to the language',
      { languageCode: 'en', minProficiency: 0.6, maxProficiency: 0.6 },
      ['zoe_100%'],
    ],
    ['bounds the wrong way round', { minProficiency: 0.9, maxProficiency: 0.1 }, []],
    [
      'everything together',
      { languageCode: 'en', learning: true, minProficiency: 0.1, query: 'zo' },
      ['Zoë Łukasz', 'zoe_100%'],
    ],
  ];

  test('languages and levels are strict, both bounds inclusive', async () => {
    for (const [what, filters, expected] of choices) {
      const { count, users } = await ana.calls.searchUsers(filters);
      expect(users.map(({ name }) => name).sort(), what).toEqual(expected.sort());
      expect(count, what).toBe(expected.length);
    }
  });

  test('the filter by activity is exact while the recency of the listing lags', async () => {
    const { clock, platform } = community;
    const dayAgo = (ms: number) => new Date(clock.now().getTime() - 24 * 3_600_000 + ms);
    const languages = [learns('pl')];
    const [stayedId = '', leftId = ''] = await place(
      { name: 'stayed', languages, lastActiveAt: dayAgo(-600_000) },
      { name: 'left', languages, lastActiveAt: dayAgo(-600_000) },
      { name: 'there', languages, lastActiveAt: dayAgo(0) },
    );
    for (const [userId, at] of [
      [stayedId, dayAgo(0)],
      [leftId, dayAgo(-1)],
    ] as const)
      await platform.db
        .updateTable('users')
        .set({ last_active_at: at })
        .where('user_id', '=', userId)
        .execute();
    for (const filters of [{}, { query: 'e' }] satisfies Filters[])
      expect((await names({ ...filters, languageCode: 'pl', activeWithinDays: 1 })).sort()).toEqual([
        'stayed',
        'there',
      ]);
  });

  test('refuses what is out of bounds', async () => {
    const refused = [
      'limit=0',
      'limit=51',
      'limit=ten',
      'offset=-1',
      'offset=100001',
      'languageCode=tlh',
      'learning=maybe',
      'minProficiency=-0.1',
      'maxProficiency=1.1',
      `query=${'x'.repeat(101)}`,
      'query=%00',
    ];
    for (const query of refused) {
      expect((await ana.send('GET', `/v1/user/search?${query}`)).status, query).toBe(400);
    }
  });

  test('takes the bounds themselves', async () => {
    for (const query of ['limit=1', 'limit=50', 'offset=0', 'offset=100000', `query=${'x'.repeat(100)}`]) {
      expect((await ana.send('GET', `/v1/user/search?${query}`)).status).toBe(200);
    }
  });
});

describe('pages', () => {
  beforeEach(async () => {
    await place(
      ...Array.from({ length: 23 }, (_, number) => ({
        name: `Person ${number}`,
        languages: [learns('en')],
        lastActiveAt: new Date(community.clock.now().getTime() - number * 60_000),
      })),
    );
  });

  test('ten a page by default, the rest at the end, nothing beyond it', async () => {
    const sizes = [];
    for (const offset of [0, 10, 20, 30]) {
      const { count, users } = await ana.calls.searchUsers({ offset });
      sizes.push([count, users.length]);
    }
    expect(sizes).toEqual([
      [23, 10],
      [23, 10],
      [23, 3],
      [23, 0],
    ]);
  });

  test('a visitor gets the nine most recent whatever is asked, the number returned, and nothing about fit', async () => {
    const { calls } = community.visitor();
    const { count, users } = await calls.searchUsers({ languageCode: 'en', limit: 50, offset: 14 });
    expect(count).toBe(9);
    expect(users.map(({ name }) => name)).toEqual(Array.from({ length: 9 }, (_, n) => `Person ${n}`));
    for (const user of users) expect(user).not.toHaveProperty('fit');
    expect((await calls.searchUsers({ limit: 4 })).users).toHaveLength(4);
  });

  const asAna = () => ({ userId: ana.userId, userSessionId: '', isAdmin: false });

  test('the count is exact up to the cap; above it there is no page beyond the cap (day one, count)', async () => {
    const pageAt = async (offset: number, countMax: number, sortPrice: number) => {
      const bounds = { ...measuredBounds, countMax, sortPrice };
      const filters = { languageCode: 'en', limit: 8, offset } as const;
      const { users, ...counts } = await searchPeople(community.platform, asAna(), filters, bounds);
      return [counts.count, counts.isCapped, users.map(({ name }) => name)];
    };
    const people = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, nth) => `Person ${from + nth}`);
    // By a sort of all matches, and by scans.
    for (const sortPrice of [-Infinity, Infinity]) {
      expect(await pageAt(16, 24, sortPrice)).toEqual([23, false, people(16, 23)]);
      expect(await pageAt(16, 23, sortPrice)).toEqual([23, false, people(16, 23)]);
      expect(await pageAt(16, 22, sortPrice)).toEqual([22, true, people(16, 22)]);
      expect(await pageAt(21, 22, sortPrice)).toEqual([22, true, ['Person 21']]);
      expect(await pageAt(22, 22, sortPrice)).toEqual([22, true, []]);
      expect(await pageAt(100_000, 22, sortPrice)).toEqual([22, true, []]);
    }
  });

  test('a search knows at once what its viewer has changed since the last one', async () => {
    const [friend = '', stranger = ''] = await place(
      { name: 'Friend', languages: [speaks('ko'), learns('es')] },
      { name: 'Stranger', languages: [speaks('ko')] },
    );
    const korean = async () => {
      const { count, users } = await ana.calls.searchUsers({ languageCode: 'ko' });
      return { count, found: users.map(({ userId, fit }) => [userId, fit?.tier]) };
    };
    expect(await korean()).toEqual({
      count: 2,
      found: [
        [friend, 'learns'],
        [stranger, 'other'],
      ],
    });
    await ana.calls.createLanguage({ languageCode: 'ko', target: true, proficiency: 0 });
    expect(await korean()).toEqual({
      count: 2,
      found: [
        [friend, 'mutual'],
        [stranger, 'speaks'],
      ],
    });
    await ana.calls.blockUser({ userId: stranger });
    expect(await korean()).toEqual({ count: 1, found: [[friend, 'mutual']] });
    await ana.calls.unblockUser({ userId: stranger });
    expect((await korean()).count).toBe(2);
  });
});
