import { savedPeopleMax } from '@parlance/contract/people-lists';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Community, type Persona, startCommunity } from '#test/personas';

let community: Community;
let ana: Persona;
let ben: Persona;
let cleo: Persona;

beforeEach(async () => {
  community = await startCommunity();
  const enter = (name: string) =>
    community.signUp(`${name.toLowerCase()}@example.org`, { name, description: 'Hello', speaks: ['es'] });
  ana = await enter('Ana');
  ben = await enter('Ben');
  cleo = await enter('Cleo');
});

const codeOf = (call: Promise<unknown>): Promise<number | null> =>
  call.then(
    () => null,
    (error: { code: number }) => error.code,
  );
const savedBy = async ({ calls }: Persona) => {
  const { count, users } = await calls.listSavedUsers({});
  expect(count).toBe(users.length);
  return users.map(({ name }) => name);
};
const ban = ({ userId }: Persona) =>
  community.platform.db
    .updateTable('users')
    .set({ banned_at: community.clock.now() })
    .where('user_id', '=', userId)
    .execute();

describe('saved people', () => {
  test('are listed most recent first; saving and removing are idempotent', async () => {
    community.clock.advance({ minutes: 1 });
    const savedAt = community.clock.now();
    expect(await ana.calls.saveUser({ userId: ben.userId })).toEqual({});
    community.clock.advance({ minutes: 1 });
    await ana.calls.saveUser({ userId: cleo.userId });
    await ana.calls.saveUser({ userId: ben.userId });
    expect(await savedBy(ana)).toEqual(['Cleo', 'Ben']);
    const page = await ana.calls.listSavedUsers({ limit: 1, offset: 1 });
    expect(page).toMatchObject({
      count: 2,
      users: [{ name: 'Ben', languages: [{ languageCode: 'es' }], savedAt }],
    });
    expect(await ana.calls.listSavedUsers({ offset: 5 })).toEqual({ count: 2, users: [] });
    expect(await ana.calls.unsaveUser({ userId: ben.userId })).toEqual({});
    await cleo.calls.saveUser({ userId: ben.userId });
    await ana.calls.unsaveUser({ userId: ben.userId });
    expect([await savedBy(ana), await savedBy(cleo)]).toEqual([['Cleo'], ['Ben']]);
  });

  test('and blocked ones of one moment are each on one page, in the order of their ids', async () => {
    const dora = await community.signUp('dora@example.org', { name: 'Dora', description: 'Hello' });
    const people = [cleo, dora, ben].map(({ userId }) => userId);
    type Page = { users: { userId: string }[] };
    const paged = async (list: (page: { limit: number; offset: number }) => Promise<Page>) => {
      const seen = [];
      for (const offset of [0, 1, 2]) seen.push(...(await list({ limit: 1, offset })).users);
      return seen.map(({ userId }) => userId);
    };
    for (const userId of people) await ana.calls.saveUser({ userId });
    expect(await paged(ana.calls.listSavedUsers)).toEqual(people.toSorted());
    for (const userId of people) await ana.calls.blockUser({ userId });
    expect(await paged(ana.calls.listBlockedUsers)).toEqual(people.toSorted());
  });

  test('are private: only the member who saved sees it, on profile and card', async () => {
    await ana.calls.saveUser({ userId: ben.userId });
    const seenBy = async ({ calls }: Pick<Persona, 'calls'>) => {
      const { users } = await calls.searchUsers({ query: 'Ben' });
      return [(await calls.getProfile({ userId: ben.userId })).isSaved, users[0]?.isSaved];
    };
    expect(await seenBy(ana)).toEqual([true, true]);
    expect(await seenBy(cleo)).toEqual([false, false]);
    expect(await seenBy(community.visitor())).toEqual([undefined, undefined]);
    expect(await savedBy(ben)).toEqual([]);
    expect((await ben.calls.getProfile({ userId: ana.userId })).isSaved).toBe(false);
  });

  test('oneself 400, unknown or banned 404, blocked in either direction 403', async () => {
    expect(await codeOf(ana.calls.saveUser({ userId: ana.userId }))).toBe(1000);
    expect(await codeOf(ana.calls.saveUser({ userId: '01890000-0000-7000-8000-000000000000' }))).toBe(4002);
    await ana.calls.blockUser({ userId: ben.userId });
    expect(await codeOf(ana.calls.saveUser({ userId: ben.userId }))).toBe(3002);
    expect(await codeOf(ben.calls.saveUser({ userId: ana.userId }))).toBe(3002);
    await ban(cleo);
    expect(await codeOf(ana.calls.saveUser({ userId: cleo.userId }))).toBe(4002);
  });

  test('a block removes both directions, and unblocking does not restore them', async () => {
    await ana.calls.saveUser({ userId: ben.userId });
    await ana.calls.saveUser({ userId: cleo.userId });
    await ben.calls.saveUser({ userId: ana.userId });
    await ben.calls.saveUser({ userId: cleo.userId });
    for (const { userId } of [ana, ben]) await cleo.calls.saveUser({ userId });
    await ben.calls.blockUser({ userId: ana.userId });
    await ben.calls.unblockUser({ userId: ana.userId });
    expect([await savedBy(ana), await savedBy(ben)]).toEqual([['Cleo'], ['Cleo']]);
    expect((await savedBy(cleo)).toSorted()).toEqual(['Ana', 'Ben']);
  });

  test('a banned person is left out of list and count', async () => {
    await ana.calls.saveUser({ userId: ben.userId });
    await ban(ben);
    expect(await savedBy(ana)).toEqual([]);
  });

  test('are found by saved=true with the other filters; a visitor gets 401', async () => {
    await ana.calls.saveUser({ userId: ben.userId });
    const found = async (filters: object) =>
      (await ana.calls.searchUsers({ saved: true, ...filters })).users.map(({ name }) => name);
    expect(await found({})).toEqual(['Ben']);
    expect(await found({ languageCode: 'es', learning: false })).toEqual(['Ben']);
    expect(await found({ languageCode: 'ja' })).toEqual([]);
    expect(await found({ query: 'cle' })).toEqual([]);
    expect((await ana.calls.searchUsers({ saved: false })).users).toHaveLength(2);
    expect(await codeOf(community.visitor().calls.searchUsers({ saved: true }))).toBe(2002);
  });

  test('are limited in number', async () => {
    const { platform } = community;
    await platform.pool.query(
      `WITH others AS (
         INSERT INTO users (user_id, created_at, updated_at, name, description, last_active_at)
         SELECT gen_random_uuid(), now(), now(), 'Resident', '', now() FROM generate_series(1, $2::int) RETURNING user_id
       ) INSERT INTO saved_people (user_id, saved_user_id, created_at) SELECT $1, user_id, now() FROM others`,
      [ana.userId, savedPeopleMax - 1],
    );
    await ana.calls.saveUser({ userId: ben.userId });
    await expect(ana.calls.saveUser({ userId: cleo.userId })).rejects.toMatchObject({
      code: 3000,
      key: 'You can save at most {savedPeopleMax} people.',
      values: { savedPeopleMax },
    });
    // One that is saved already is no new one.
    expect(await codeOf(ana.calls.saveUser({ userId: ben.userId }))).toBeNull();
  });

  test('saving and removing are limited to 200 at once and 200 an hour', async () => {
    for (let nth = 0; nth < 200; nth++) await ana.calls.unsaveUser({ userId: ben.userId });
    expect(await codeOf(ana.calls.saveUser({ userId: ben.userId }))).toBe(6001);
    expect(await codeOf(cleo.calls.saveUser({ userId: ben.userId }))).toBeNull();
    community.clock.advance({ hours: 1 });
    const later = await community.signIn('ana@example.org');
    expect(await codeOf(later.calls.saveUser({ userId: ben.userId }))).toBeNull();
  });
});

describe('blocked people', () => {
  test('are listed with the time of the block, most recent first, to the blocker only', async () => {
    const first = community.clock.now();
    await ana.calls.blockUser({ userId: ben.userId });
    community.clock.advance({ minutes: 1 });
    await ana.calls.blockUser({ userId: cleo.userId });
    const { count, users } = await ana.calls.listBlockedUsers({});
    expect([count, users.map(({ name }) => name)]).toEqual([2, ['Cleo', 'Ben']]);
    expect(users[1]).toEqual({ userId: ben.userId, name: 'Ben', profileImageUrl: null, blockedAt: first });
    expect(await ana.calls.listBlockedUsers({ limit: 1, offset: 1 })).toEqual({
      count: 2,
      users: [users[1]],
    });
    expect(await ben.calls.listBlockedUsers({})).toEqual({ count: 0, users: [] });
    await ana.calls.unblockUser({ userId: cleo.userId });
    expect((await ana.calls.listBlockedUsers({})).users.map(({ name }) => name)).toEqual(['Ben']);
    await ban(ben);
    expect(await ana.calls.listBlockedUsers({})).toEqual({ count: 0, users: [] });
  });
});
