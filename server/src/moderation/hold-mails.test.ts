import { expect, test } from 'vitest';
import { startModerated } from '#test/moderation';
import { clearCaseOf, holdUser } from './case-acts.ts';
import { runOperatorCommand } from './operator.ts';

const subject = 'Accounts wait for a review';

async function start() {
  const app = await startModerated({ ADMIN_EMAILS: 'admin@example.org,later@example.org' });
  const { platform, sent, runJobs } = app;
  return {
    ...app,
    hold: (userId: string) => holdUser(platform, null, userId, 'spam'),
    /** The mails about holds so far, newest first. */
    mails: async () => {
      await runJobs();
      return sent().filter((mail) => mail.subject === subject);
    },
  };
}

// Rules: docs/specification/moderation.md#cases
test('every admin gets a mail about a new hold, also an address without an account, and no other member', async () => {
  const { hold, mails, mallory, ben, platform } = await start();
  await runOperatorCommand(platform, ['make-admin', ben.userId]);
  await hold(mallory.userId);
  const told = await mails();
  expect(told.map(({ to }) => to).toSorted()).toEqual([
    'admin@example.org',
    'ben@example.org',
    'later@example.org',
  ]);
  for (const { text } of told) {
    expect(text).toContain('1 account is held and waits for you.');
    expect(text).toMatch(/\/admin\/cases\b/);
    expect(text).not.toContain('Mallory');
  }
});

test('penalties that lead to a hold send it, too', async () => {
  const { mails, mallory, ben, signUp, platform, clock } = await start();
  const cleo = await signUp('cleo@example.org', { name: 'Cleo', description: 'Hi' });
  const givers = [ben, cleo];
  await platform.db
    .insertInto('contact_standing')
    .values(givers.map(({ userId }) => ({ user_id: userId, trusted_since: clock.now() })))
    .execute();
  for (const giver of givers) {
    const { chatMessageId } = await mallory.calls.sendTextMessage({ userId: giver.userId, content: 'buy' });
    expect(await mails()).toEqual([]);
    await giver.calls.reportMessage({ chatMessageId });
    await giver.calls.blockUser({ userId: mallory.userId });
  }
  expect((await mails()).map(({ to }) => to).toSorted()).toEqual(['admin@example.org', 'later@example.org']);
});

test('holds of one moment come in one mail, further ones after ten minutes, decided ones not at all', async () => {
  const app = await start();
  const { hold, mallory, ben, signUp, clock, platform } = app;
  const mails = async () => (await app.mails()).filter(({ to }) => to === 'admin@example.org');
  const cleo = await signUp('cleo@example.org', { name: 'Cleo', description: 'Hi' });
  await hold(mallory.userId);
  await hold(ben.userId);
  const [both, ...more] = await mails();
  expect([both?.text.includes('2 accounts are held and wait for you.'), more]).toEqual([true, []]);

  await hold(cleo.userId);
  clock.advance({ minutes: 9 });
  expect(await mails()).toHaveLength(1);
  clock.advance({ minutes: 2 });
  const [next, ...earlier] = await mails();
  expect([next?.text.includes('3 accounts are held'), earlier.length]).toEqual([true, 1]);

  for (const { userId } of [mallory, ben, cleo]) await clearCaseOf(platform, null, userId);
  clock.advance({ minutes: 20 });
  await hold(mallory.userId);
  await clearCaseOf(platform, null, mallory.userId);
  expect(await mails()).toHaveLength(2);
});
