import { describe, expect, test } from 'vitest';
import { codeOf, startModerated } from '#test/moderation';
import type { Persona } from '#test/personas';

const start = async () => {
  const app = await startModerated({ RATE_LIMITS: 'off' });
  const join = (name: string) =>
    app.signUp(`${name.toLowerCase()}@example.org`, { name, description: 'Hello', speaks: ['en'] });
  return { ...app, join };
};
type App = Awaited<ReturnType<typeof start>>;

const write = (from: Persona, to: Persona) =>
  from.calls.sendTextMessage({ userId: to.userId, content: 'hello' });
const read = (reader: Persona, from: Persona) => reader.calls.markRead({ userId: from.userId });
const warningsOf = async ({ calls }: Persona) => (await calls.listWarnings()).warnings;
const warningMails = async (app: App) => {
  await app.runJobs();
  return app
    .sent()
    .filter(({ subject }) => subject === 'An account that wrote to you was closed')
    .map(({ to }) => to);
};

// Rules: docs/specification/moderation.md#after-a-ban
describe('warnings after a ban', () => {
  test('reach those who read a message of the account, by mail only those who had written too', async () => {
    const app = await start();
    const { admin, mallory, ben, join, clock, url } = app;
    const [reader, unread, writer, stranger] = [
      await join('Reader'),
      await join('Unread'),
      await join('Writer'),
      await join('Stranger'),
    ];
    for (const to of [ben, reader, unread]) await write(mallory, to);
    await write(ben, mallory);
    for (const each of [ben, reader]) await read(each, mallory);
    // Nothing came back from the account.
    await write(writer, mallory);
    await read(mallory, writer);
    await write(stranger, ben);

    await admin.calls.banUser({ userId: mallory.userId, reason: 'asked for money', warns: 'scam' });
    await admin.calls.banUser({ userId: mallory.userId, reason: 'asked for money', warns: 'scam' });
    const [warning, ...more] = await warningsOf(ben);
    expect(more).toEqual([]);
    expect(warning).toMatchObject({ name: 'Mallory', reason: 'scam', at: clock.now() });
    expect(await warningsOf(reader)).toHaveLength(1);
    for (const each of [unread, writer, stranger, admin]) expect(await warningsOf(each)).toEqual([]);
    expect(await warningMails(app)).toEqual([ben.address]);
    const [mail] = app.sent().filter(({ to, subject }) => to === ben.address && subject?.includes('closed'));
    expect(mail?.text).toContain(
      'An account that wrote to you, Mallory, was closed for a scam or a request for money.',
    );
    expect(mail?.text).toContain('send no money');
    expect(mail?.text).not.toContain('asked for money');
    const figures = await (await fetch(`${url}/metrics`)).text();
    expect(figures).toMatch(/contact_warnings_total 2\n/);
  });

  test('also those whose message the account deleted, or who blocked it', async () => {
    const { admin, mallory, ben, join } = await start();
    const cleo = await join('Cleo');
    const { chatMessageId } = await write(mallory, ben);
    await write(mallory, cleo);
    for (const each of [ben, cleo]) await read(each, mallory);
    await mallory.calls.deleteMessage({ chatMessageId });
    await cleo.calls.blockUser({ userId: mallory.userId });
    await admin.calls.banUser({ userId: mallory.userId, reason: 'x', warns: 'spam' });
    expect([(await warningsOf(ben)).length, (await warningsOf(cleo)).length]).toEqual([1, 1]);
  });

  test('nobody without warns', async () => {
    const { admin, mallory, ben } = await start();
    await write(mallory, ben);
    await read(ben, mallory);
    await admin.calls.banUser({ userId: mallory.userId, reason: 'x' });
    expect(await warningsOf(ben)).toEqual([]);
  });

  test('are shown until seen, by their reader alone', async () => {
    const { admin, mallory, ben, join, clock } = await start();
    const cleo = await join('Cleo');
    for (const from of [mallory, cleo]) {
      await write(from, ben);
      await read(ben, from);
    }
    await admin.calls.banUser({ userId: mallory.userId, reason: 'x', warns: 'spam' });
    clock.advance({ minutes: 1 });
    await admin.calls.banUser({ userId: cleo.userId, reason: 'x', warns: 'harassment' });
    const [newest, oldest] = await warningsOf(ben);
    expect([newest?.name, oldest?.name]).toEqual(['Cleo', 'Mallory']);
    const { warningId = '' } = newest ?? {};
    expect(await codeOf(admin.calls.markWarningSeen({ warningId }))).toBe(4001);
    expect(await warningsOf(ben)).toHaveLength(2);
    const seenAt = clock.now().toISOString();
    expect(await ben.calls.markWarningSeen({ warningId })).toEqual({});
    clock.advance({ minutes: 1 });
    expect(await ben.calls.markWarningSeen({ warningId })).toEqual({});
    expect(await warningsOf(ben)).toEqual([oldest]);
    expect((await ben.calls.exportUser()).contactWarnings).toMatchObject([
      { userId: mallory.userId, reason: 'spam', seenAt: null },
      { userId: cleo.userId, reason: 'harassment', seenAt },
    ]);
  });

  test('reach no banned reader, and tell no reason where there is no word for it', async () => {
    const app = await start();
    const { admin, mallory, ben, join } = app;
    const cleo = await join('Cleo');
    for (const reader of [ben, cleo]) {
      await write(mallory, reader);
      await write(reader, mallory);
      await read(reader, mallory);
    }
    await admin.calls.banUser({ userId: cleo.userId, reason: 'x' });
    await admin.calls.banUser({ userId: mallory.userId, reason: 'x', warns: 'other' });
    expect(await warningMails(app)).toEqual([ben.address]);
    await admin.calls.unbanUser({ userId: cleo.userId });
    expect(await warningsOf(await app.signIn(cleo.address))).toEqual([]);
    const [mail] = app.sent().filter(({ to }) => to === ben.address);
    expect(mail?.text).toContain('An account that wrote to you, Mallory, was closed.');
  });

  test('are shown twenty at a time; the next one follows when one is seen', async () => {
    const { platform, ben } = await start();
    await platform.pool.query(
      `WITH closed AS (
         INSERT INTO users (user_id, created_at, updated_at, name)
         SELECT gen_random_uuid(), $2, $2, 'Gone' FROM generate_series(1, 21) RETURNING user_id
       ) INSERT INTO contact_warnings (warning_id, user_id, banned_user_id, reason, created_at)
       SELECT gen_random_uuid(), $1, user_id, 'spam', $2 FROM closed`,
      [ben.userId, platform.clock.now()],
    );
    const shown = await warningsOf(ben);
    await ben.calls.markWarningSeen({ warningId: shown[0]?.warningId ?? '' });
    const next = await warningsOf(ben);
    expect([shown.length, next.length, next.slice(0, 19)]).toEqual([20, 20, shown.slice(1)]);
  });

  test('come by mail in the language of the reader', async () => {
    const app = await start();
    const { admin, mallory, ben } = app;
    await write(mallory, ben);
    await read(ben, mallory);
    await write(ben, mallory);
    await ben.calls.updateUser({ locale: 'de' });
    await mallory.calls.updateUser({ locale: 'es' });
    await admin.calls.banUser({ userId: mallory.userId, reason: 'x', warns: 'spam' });
    await app.runJobs();
    const [mail] = app.sent().filter(({ to }) => to === ben.address);
    expect(mail?.html).toContain('<html lang="de"');
  });

  test('are withdrawn by an unban, with the mails that have not left', async () => {
    const app = await start();
    const { admin, mallory, ben } = app;
    await write(mallory, ben);
    await read(ben, mallory);
    await write(ben, mallory);
    await admin.calls.banUser({ userId: mallory.userId, reason: 'x', warns: 'scam' });
    await admin.calls.unbanUser({ userId: mallory.userId });
    expect(await warningsOf(ben)).toEqual([]);
    expect(await warningMails(app)).toEqual([]);
    await admin.calls.banUser({ userId: mallory.userId, reason: 'x', warns: 'scam' });
    expect(await warningsOf(ben)).toHaveLength(1);
    expect(await warningMails(app)).toEqual([ben.address]);
  });
});
