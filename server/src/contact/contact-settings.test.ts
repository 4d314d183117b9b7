import { pausedForGood } from '@parlance/contract/account-care';
import { expect, test } from 'vitest';
import { startContact } from '#test/first-contact';
import { codeOf } from '#test/moderation';

// Rules: docs/specification/contact.md#settings
test('the settings are read and changed; others never see them', async () => {
  const { join, clock } = await startContact();
  const [olga, ben] = [await join('Olga'), await join('Ben')];
  const initial = { writesToMe: 'everybody', booksMe: 'everybody', pausedUntil: null };
  expect(await ben.calls.getUser()).toMatchObject(initial);
  const wanted = { writesToMe: 'known', booksMe: 'met', pausedUntil: pausedForGood } as const;
  await ben.calls.updateUser(wanted);
  expect(await ben.calls.getUser()).toMatchObject(wanted);
  await ben.calls.updateUser({ name: 'Benno' });
  expect(await ben.calls.getUser()).toMatchObject(wanted);
  const profile = await (await olga.send('GET', `/v1/user/${ben.userId}/profile`)).text();
  expect(profile).not.toMatch(/writesToMe|booksMe|paused/);
  for (const pausedUntil of [new Date('2020-01-01T00:00:00Z'), clock.now()])
    expect(await codeOf(ben.calls.updateUser({ pausedUntil }))).toBe(1000);
  const { status } = await ben.send('POST', '/v1/user/update', { writesToMe: 'nobody' });
  expect(status).toBe(400);
});

test('new members ask first, or everybody does', async () => {
  const { join, write, trust, placeOf } = await startContact();
  const [ben, cleo, old, young] = [
    ...[await join('Ben'), await join('Cleo'), await join('Old'), await join('Young')],
  ] as const;
  await ben.calls.updateUser({ writesToMe: 'known' });
  await cleo.calls.updateUser({ writesToMe: 'asking' });
  await trust(old);
  for (const from of [old, young]) for (const to of [ben, cleo]) await write(from, to);
  expect([await placeOf(old, ben), await placeOf(young, ben)]).toEqual(['notified', 'asked']);
  expect([await placeOf(old, cleo), await placeOf(young, cleo)]).toEqual(['asked', 'asked']);
  expect((await ben.calls.listRequests({})).requests).toMatchObject([{ why: 'asked' }]);
});

test('a pause takes a member out of search until it ends; the profile stays and strangers ask first', async () => {
  const { join, write, placeOf, clock, runJobs, signIn } = await startContact();
  const [olga, ben] = [await join('Olga'), await join('Ben')];
  const found = async () => {
    const { users, count } = await (await signIn(olga.address)).calls.searchUsers({ query: 'Ben' });
    return [count, users.length];
  };
  expect(await found()).toEqual([1, 1]);
  await ben.calls.updateUser({ pausedUntil: pausedForGood });
  expect(await found()).toEqual([0, 0]);
  await ben.calls.updateUser({ pausedUntil: null });
  expect(await found()).toEqual([1, 1]);
  const until = new Date(clock.now().getTime() + 7 * 86_400_000);
  await ben.calls.updateUser({ pausedUntil: until });
  expect(await found()).toEqual([0, 0]);
  expect((await olga.calls.getProfile({ userId: ben.userId })).name).toBe('Ben');
  await write(olga, ben);
  expect(await placeOf(olga, ben)).toBe('asked');
  clock.set(new Date(until.getTime() - 1));
  await runJobs();
  expect(await found()).toEqual([0, 0]);
  clock.set(until);
  // The pause is over before the job has seen it.
  const cleo = await join('Cleo');
  await write(cleo, ben);
  expect(await placeOf(cleo, ben)).toBe('notified');
  await runJobs();
  expect(await found()).toEqual([1, 1]);
  expect((await (await signIn(ben.address)).calls.getUser()).pausedUntil).toBeNull();
});

test('a setting that follows the first message holds for the next one', async () => {
  const app = await startContact();
  const [olga, ben] = [await app.join('Olga'), await app.join('Ben')];
  await app.write(olga, ben);
  expect(await app.placeOf(olga, ben)).toBe('notified');
  await ben.calls.updateUser({ writesToMe: 'asking' });
  await app.write(olga, ben);
  expect(await app.placeOf(olga, ben)).toBe('asked');
});
