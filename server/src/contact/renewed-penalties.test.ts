import { beforeEach, expect, test } from 'vitest';
import { type ContactCommunity, startContact } from '#test/first-contact';
import type { Persona } from '#test/personas';

let app: ContactCommunity;
let olga: Persona;
let ada: Persona;
/** Trusted members to whom Olga wrote first, twice. */
let mob: Persona[];

beforeEach(async () => {
  app = await startContact();
  [olga, ada] = [await app.join('Olga'), await app.join('Ada')];
  mob = [await app.join('Ben'), await app.join('Cleo')];
  await app.trust(...mob);
  for (const member of mob) for (let nth = 0; nth < 2; nth++) await app.write(olga, member);
});

const block = (by: Persona) => by.calls.blockUser({ userId: olga.userId });
const unblock = (by: Persona) => by.calls.unblockUser({ userId: olga.userId });

async function report(by: Persona, nth: number): Promise<void> {
  const { messages } = await by.calls.listMessages({ userId: olga.userId });
  await by.calls.reportMessage({ chatMessageId: messages[nth]?.chatMessageId ?? '', reason: 'spam' });
}

const standing = async () => [await app.pointsOf(olga), (await olga.calls.getStanding()).state];
const openCase = async () => (await ada.calls.listCases({})).cases[0]?.caseId ?? '';

// Rules: docs/specification/contact.md#penalties
test('a repeated block renews nothing that was purged', async () => {
  const [ben] = mob as [Persona];
  await block(ben);
  expect(await app.pointsOf(olga)).toBe(3);
  await app.passTime(30 * 24);
  await app.runJobs();
  await block(ben);
  expect(await app.pointsOf(olga)).toBe(0);
});

test('after a clearing the same members cannot give the same penalties again', async () => {
  for (const member of mob) {
    await report(member, 0);
    await block(member);
  }
  expect(await standing()).toEqual([14, 'held']);
  await ada.calls.clearCase({ caseId: await openCase() });
  expect(await standing()).toEqual([0, 'new']);
  for (const member of mob) {
    await block(member);
    await report(member, 1);
    await unblock(member);
    await block(member);
  }
  expect(await standing()).toEqual([0, 'new']);
  // What they have not done before counts.
  const dan = await app.join('Dan');
  await app.trust(dan);
  await app.write(olga, dan);
  await block(dan);
  expect(await app.pointsOf(olga)).toBe(3);
});

test('a block that was taken back counts again, from the time of the first', async () => {
  const [ben, cleo] = mob as [Persona, Persona];
  for (const member of mob) await block(member);
  await app.passTime(24);
  const { until } = await olga.calls.getStanding();
  await unblock(ben);
  expect(await standing()).toEqual([3, 'new']);
  await block(ben);
  expect(await standing()).toEqual([6, 'restricted']);
  expect((await olga.calls.getStanding()).until).toEqual(until);
  await unblock(cleo);
  await app.passTime(29 * 24);
  await app.runJobs();
  expect((await app.platform.pool.query('SELECT FROM contact_penalties')).rowCount).toBe(0);
});

test('after an admin has decided, blocking anew begins no other hold', async () => {
  for (const member of mob) {
    await report(member, 0);
    await block(member);
  }
  await ada.calls.restrictCase({ caseId: await openCase(), days: 1 });
  app.clock.advance({ minutes: 1 });
  for (const member of mob) {
    await unblock(member);
    await block(member);
  }
  const dan = await app.join('Dan');
  await app.trust(dan);
  await app.write(olga, dan);
  await block(dan);
  expect((await olga.calls.getStanding()).state).toBe('restricted');
  expect((await ada.calls.listCases({})).count).toBe(0);
});
