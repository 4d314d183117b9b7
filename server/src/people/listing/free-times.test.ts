import { beforeEach, expect, test } from 'vitest';
import { type Community, type Persona, startCommunity } from '#test/personas';
import { refreshFreeTimes } from './free-times.ts';

let community: Community;
let ana: Persona;
let ben: Persona;

beforeEach(async () => {
  community = await startCommunity();
  const enter = (name: string) =>
    community.signUp(`${name.toLowerCase()}@example.org`, { name, description: 'Hello', speaks: ['es'] });
  ana = await enter('Ana');
  ben = await enter('Ben');
});

const inHours = (hours: number) => new Date(community.clock.now().getTime() + hours * 3_600_000);
const publish = async (hours: number) =>
  (await ana.calls.createSlot({ startsAt: inHours(hours), duration: 30 })).scheduleSlotId;
const free = async (freeWithinDays: number, { calls }: Pick<Persona, 'calls'> = ben) =>
  (await calls.searchUsers({ freeWithinDays })).users.map(({ name }) => name);
const nextFree = async ({ calls }: Pick<Persona, 'calls'> = ben) =>
  (await calls.searchUsers({ query: 'Ana' })).users[0]?.nextFreeAt;

// Search is exact at once; the refresh must not change what it finds.
test.each(['before', 'after'] as const)(
  'published, booked, cancelled, deleted and passed slots, %s a refresh',
  async (when) => {
    const refresh = async () => {
      if (when === 'after') await refreshFreeTimes(community.platform);
    };
    const seen = async (days: number) => {
      await refresh();
      const names = await free(days);
      expect(await free(days, community.visitor())).toEqual(names);
      return names;
    };
    expect(await seen(30)).toEqual([]);
    expect(await nextFree()).toBeNull();
    const scheduleSlotId = await publish(24);
    expect(await seen(1)).toEqual(['Ana']);
    expect(await nextFree()).toEqual(inHours(24));
    expect(await nextFree(community.visitor())).toEqual(inHours(24));
    const slot = { userId: ana.userId, scheduleSlotId };
    await ben.calls.bookSlot(slot);
    expect(await seen(30)).toEqual([]);
    expect(await nextFree()).toBeNull();
    await ben.calls.cancelBooking(slot);
    expect(await seen(1)).toEqual(['Ana']);
    await publish(49);
    await ana.calls.deleteSlot({ scheduleSlotId });
    expect(await seen(2)).toEqual([]);
    expect(await seen(3)).toEqual(['Ana']);
    community.clock.advance({ hours: 49 });
    await refresh();
    // The tokens have expired.
    expect(await free(30, community.visitor())).toEqual([]);
  },
);

test.each(['before', 'after'] as const)(
  'a card shows slots of the next 14 days, %s a refresh',
  async (when) => {
    const refresh = async () => {
      if (when === 'after') await refreshFreeTimes(community.platform);
    };
    await publish(14 * 24 + 1);
    await refresh();
    expect(await nextFree()).toBeNull();
    await publish(14 * 24);
    await refresh();
    expect(await nextFree()).toEqual(inHours(14 * 24));
  },
);

test('a card shows the slot after one that has passed since the refresh', async () => {
  await publish(24);
  await publish(30);
  await refreshFreeTimes(community.platform);
  community.clock.advance({ hours: 24 });
  expect(await nextFree(community.visitor())).toEqual(inHours(6));
});

test('a slot beside a session of its owner is not free', async () => {
  await publish(24);
  const { scheduleSlotId } = await ben.calls.createSlot({ startsAt: inHours(24), duration: 30 });
  await ana.calls.bookSlot({ userId: ben.userId, scheduleSlotId });
  expect(await free(30)).toEqual([]);
});

test('a refresh leaves nothing to do, and nothing of a deleted member', async () => {
  await publish(24);
  await refreshFreeTimes(community.platform);
  const waiting = () => community.platform.db.selectFrom('free_time_changes').select('user_id').execute();
  expect(await waiting()).toEqual([]);
  const { rows } = await community.platform.pool.query(
    'SELECT DISTINCT free_at, free_until FROM listing WHERE user_id = $1',
    [ana.userId],
  );
  expect(rows).toEqual([{ free_at: inHours(24), free_until: inHours(24) }]);
  await publish(30);
  expect(await waiting()).toEqual([{ user_id: ana.userId }]);
  // A slot that passed is replaced by the next one without a change.
  await refreshFreeTimes(community.platform);
  community.clock.advance({ hours: 24 });
  await refreshFreeTimes(community.platform);
  for (const table of ['listing', 'listed_people']) {
    const next = await community.platform.pool.query(
      `SELECT DISTINCT free_at FROM ${table} WHERE user_id = $1`,
      [ana.userId],
    );
    expect(next.rows).toEqual([{ free_at: inHours(6) }]);
  }
  await (await community.signIn(ana.address)).calls.createSlot({ startsAt: inHours(9), duration: 30 });
  expect(await waiting()).toEqual([{ user_id: ana.userId }]);
  await community.platform.pool.query('DELETE FROM users WHERE user_id = $1', [ana.userId]);
  expect(await waiting()).toEqual([]);
});

test('hidden activity is not found by activity, from the same call on', async () => {
  const { calls } = community.visitor();
  const isActive = async () =>
    (await calls.searchUsers({ activeWithinDays: 1 })).users.some(({ name }) => name === 'Ana');
  expect(await isActive()).toBe(true);
  await ana.calls.updateUser({ showsActivity: false });
  expect(await isActive()).toBe(false);
  await ana.calls.updateUser({ showsActivity: true });
  expect(await isActive()).toBe(true);
  community.clock.advance({ hours: 24 });
  expect(await isActive()).toBe(true);
  community.clock.advance({ ms: 1 });
  expect(await isActive()).toBe(false);
});
