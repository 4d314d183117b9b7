import { caseReportsMax } from '@parlance/contract/contact-cases';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openCase, penalise } from '#test/cases';
import { codeOf, startModerated } from '#test/moderation';
import type { Persona } from '#test/personas';

const unknownId = '0197f0c0-0000-7000-8000-000000000000';
const dayMs = 24 * 3_600_000;

const start = () => startModerated({ RATE_LIMITS: 'off' });
type App = Awaited<ReturnType<typeof start>>;

const standingOf = ({ platform }: App, { userId }: Persona) =>
  platform.db
    .selectFrom('contact_standing')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
const penaltiesOf = async ({ platform }: App, { userId }: Persona) =>
  (
    await platform.db
      .selectFrom('contact_penalties')
      .selectAll()
      .where('sender_user_id', '=', userId)
      .where('weight', '>', '0')
      .execute()
  ).length;
const actsOf = async ({ admin }: App) =>
  (await admin.calls.listAudit({})).entries.map(({ action, userId, reason }) => [action, userId, reason]);
const mailsTo = async (app: App, { address }: Persona) => {
  await app.runJobs();
  return app.sent().filter(({ to, subject }) => to === address && !subject?.includes('code'));
};
const figure = async ({ url }: App, line: RegExp) =>
  Number(line.exec(await (await fetch(`${url}/metrics`)).text())?.[1] ?? 'NaN');

// Rules: docs/specification/moderation.md#cases
describe('cases', () => {
  test('list open holds, oldest first, with numbers of 30 days, reports and the appeal, and no text of a message', async () => {
    const app = await start();
    const { admin, mallory, ben, clock, signIn } = app;
    const secret = 'meet me behind the station';
    await mallory.calls.sendTextMessage({ userId: ben.userId, content: secret });
    await mallory.calls.sendTextMessage({ userId: admin.userId, content: secret });
    await admin.calls.sendTextMessage({ userId: mallory.userId, content: 'no' });
    const { messages } = await ben.calls.listMessages({ userId: mallory.userId });
    await ben.calls.reportMessage({ chatMessageId: messages[0]?.chatMessageId ?? '', reason: 'spam' });
    await app.platform.db.deleteFrom('contact_penalties').execute();
    await penalise(app, mallory, ben, 'block');
    await penalise(app, mallory, admin, 'block', { daysAgo: 31 });
    await penalise(app, mallory, admin, 'report', { weight: 0 });
    await penalise(app, mallory, admin, 'decline', { weight: 0.5 });
    await app.platform.db
      .updateTable('conversations')
      .set({ has_contact: true })
      .where('started_by_user_id', '=', mallory.userId)
      .execute();
    await app.platform.db
      .updateTable('conversations')
      .set({ answered_at: clock.now() })
      .where((eb) => eb.or([eb('low_user_id', '=', admin.userId), eb('high_user_id', '=', admin.userId)]))
      .execute();
    const first = await openCase(app, mallory, { points: 8.5 });
    await mallory.calls.appealStanding({ text: 'I only said hello.' });
    clock.advance({ minutes: 1 });
    const second = await openCase(app, ben);

    const { count, cases } = await admin.calls.listCases({});
    expect([count, cases.map(({ caseId }) => caseId)]).toEqual([2, [first, second]]);
    const heldAt = new Date(clock.now().getTime() - 60_000);
    expect(cases[0]).toMatchObject({
      state: 'held',
      points: 8.5,
      openedAt: heldAt,
      reviewBy: new Date(heldAt.getTime() + 3 * dayMs),
      until: null,
      profile: { userId: mallory.userId, name: 'Mallory' },
      counts: { firstContacts: 2, answered: 1, declined: 1, blocked: 1, reported: 0, withContact: 2 },
      reports: [{ reason: 'spam', status: 'open' }],
      appeal: { text: 'I only said hello.', at: heldAt },
    });
    expect(cases[1]).toMatchObject({ appeal: null, reports: [], counts: { firstContacts: 0 } });
    expect(JSON.stringify(cases)).not.toContain(secret);
    expect((await admin.calls.listCases({ limit: 1, offset: 1 })).cases.map(({ caseId }) => caseId)).toEqual([
      second,
    ]);
    clock.advance({ days: 31 });
    const later = await (await signIn(admin.address)).calls.listCases({ limit: 1 });
    expect(later.cases[0]?.counts).toMatchObject({ firstContacts: 0, answered: 0, blocked: 0 });
  });

  test('count conversations in which a message or an edit before the answer had contact details', async () => {
    const app = await start();
    const { admin, mallory, ben, signUp } = app;
    const link = 'https://example.com/x';
    const [first, later, edited] = [ben, await signUp('cleo@example.org'), await signUp('dan@example.org')];
    const say = (to: Persona, content: string) =>
      mallory.calls.sendTextMessage({ userId: to.userId, content });
    await say(first, link);
    for (const content of ['Hello', link]) await say(later, content);
    const { chatMessageId } = await say(edited, 'Hello');
    await mallory.calls.updateMessage({ chatMessageId, content: link });
    await say(await signUp('eve@example.org'), 'Hello');
    await openCase(app, mallory);
    const [found] = (await admin.calls.listCases({})).cases;
    expect(found?.counts).toMatchObject({ firstContacts: 4, withContact: 3 });
  });

  test('of one moment are each on one page', async () => {
    const app = await start();
    const opened = [await openCase(app, app.mallory), await openCase(app, app.ben)];
    const found = [];
    for (const offset of [0, 1]) found.push(...(await app.admin.calls.listCases({ limit: 1, offset })).cases);
    expect(found.map(({ caseId }) => caseId)).toEqual(opened);
  });

  test('name the newest reports, newest first', async () => {
    const app = await start();
    const { admin, mallory, ben, clock } = app;
    await ben.calls.sendTextMessage({ userId: mallory.userId, content: 'stop' });
    for (let nth = 0; nth <= caseReportsMax; nth++) {
      clock.advance({ seconds: 1 });
      const sent = await mallory.calls.sendTextMessage({ userId: ben.userId, content: `rude ${nth}` });
      await ben.calls.reportMessage({ chatMessageId: sent.chatMessageId });
    }
    await openCase(app, mallory);
    const { reports } = await admin.calls.listReports({ limit: 50 });
    const newest = reports.toReversed().map(({ reportId }) => reportId);
    const [found] = (await admin.calls.listCases({})).cases;
    expect(found?.reports.map(({ reportId }) => reportId)).toEqual(newest.slice(0, caseReportsMax));
  });

  test('a hold that became a restriction stays open and says until when', async () => {
    const app = await start();
    const limitedUntil = new Date(app.clock.now().getTime() + 5 * dayMs);
    await openCase(app, app.mallory, { heldAt: null, limitedUntil });
    const [lapsed] = (await app.admin.calls.listCases({})).cases;
    expect(lapsed).toMatchObject({ state: 'restricted', reviewBy: null, until: limitedUntil });
    app.clock.advance({ days: 5 });
    const [later] = (await (await app.signIn(app.admin.address)).calls.listCases({})).cases;
    expect(later).toMatchObject({ state: 'new', until: null });
  });

  test('clear ends the hold, cancels the penalties of this member alone, and prevents a new hold for 14 days', async () => {
    const app = await start();
    const { admin, mallory, ben, clock } = app;
    await penalise(app, mallory, ben, 'block');
    await penalise(app, ben, mallory, 'block');
    const limitedUntil = new Date(clock.now().getTime() + dayMs);
    const caseId = await openCase(app, mallory, { limitedUntil });
    await admin.calls.clearCase({ caseId });
    await admin.calls.clearCase({ caseId });
    expect(await standingOf(app, mallory)).toMatchObject({
      held_at: null,
      limited_until: null,
      restricted_until: null,
      cleared_until: new Date(clock.now().getTime() + 14 * dayMs),
    });
    expect(Number((await standingOf(app, mallory)).points)).toBe(0);
    expect([await penaltiesOf(app, mallory), await penaltiesOf(app, ben)]).toEqual([0, 1]);
    expect((await admin.calls.listCases({})).count).toBe(0);
    expect(await actsOf(app)).toEqual([['clear-hold', mallory.userId, null]]);
    expect(await figure(app, /contact_holds_total\{outcome="cleared"\} (\d+)/)).toBe(1);
    // No appeal, no mail.
    expect(await mailsTo(app, mallory)).toEqual([]);
    expect(await codeOf(admin.calls.restrictCase({ caseId, days: 1 }))).toBe(3000);
    expect(await codeOf(admin.calls.clearCase({ caseId: unknownId }))).toBe(4001);
    expect(await codeOf(ben.calls.clearCase({ caseId }))).toBe(3000);
  });

  test('restrict ends the hold for 1 to 30 days and keeps the penalties, which are judged', async () => {
    const app = await start();
    const { admin, mallory, ben, clock } = app;
    await penalise(app, mallory, ben, 'block');
    const caseId = await openCase(app, mallory);
    for (const days of [0, 31, 1.5]) {
      expect(await codeOf(admin.calls.restrictCase({ caseId, days }))).toBe(1000);
    }
    await admin.calls.restrictCase({ caseId, days: 30 });
    expect(await standingOf(app, mallory)).toMatchObject({
      held_at: null,
      limited_until: new Date(clock.now().getTime() + 30 * dayMs),
      judged_at: clock.now(),
      cleared_until: null,
    });
    expect(await penaltiesOf(app, mallory)).toBe(1);
    expect(await actsOf(app)).toEqual([['restrict', mallory.userId, '30 days']]);
    expect(await figure(app, /contact_holds_total\{outcome="restricted"\} (\d+)/)).toBe(1);
  });

  test('restrict holds until the later end, that of the penalties or its own', async () => {
    const app = await start();
    const { admin, ben, platform } = app;
    const inDays = (days: number) => new Date(app.clock.now().getTime() + days * dayMs);
    await admin.calls.restrictCase({ caseId: await openCase(app, ben), days: 7 });
    for (const [ofPenalties, until] of [
      [20, 20],
      [5, 7],
    ] as const) {
      const change = { restricted_until: inDays(ofPenalties) };
      await platform.db.updateTable('contact_standing').set(change).execute();
      expect(await ben.calls.getStanding()).toMatchObject({ state: 'restricted', until: inDays(until) });
    }
  });

  test('warn ends the hold with the words of the admin by mail, and fails without an address, leaving the case open', async () => {
    const app = await start();
    const { admin, mallory, signUp } = app;
    const caseId = await openCase(app, mallory);
    await admin.calls.warnHeld({ caseId, text: 'Please write to fewer people.' });
    await admin.calls.warnHeld({ caseId, text: 'Again' });
    const mails = await mailsTo(app, mallory);
    expect(mails.map(({ subject }) => subject)).toEqual(['A warning about your first messages on Parlance']);
    expect(mails[0]?.text).toContain('Please write to fewer people.');
    expect(mails[0]?.text).toContain('you can write to new people again');
    expect((await standingOf(app, mallory)).held_at).toBeNull();
    expect(await actsOf(app)).toEqual([['warn', mallory.userId, 'Please write to fewer people.']]);

    const phil = await signUp('+15550100200', { name: 'Phil', description: 'Hi' });
    const other = await openCase(app, phil);
    expect(await codeOf(admin.calls.warnHeld({ caseId: other, text: 'x' }))).toBe(3000);
    expect((await admin.calls.listCases({})).count).toBe(1);
    expect((await standingOf(app, phil)).held_at).not.toBeNull();
  });

  test('a ban closes the case, and an unban leaves no hold behind', async () => {
    const app = await start();
    const { admin, mallory } = app;
    await openCase(app, mallory);
    await mallory.calls.appealStanding({ text: 'It was not me.' });
    await admin.calls.banUser({ userId: mallory.userId, reason: 'scam' });
    expect((await admin.calls.listCases({})).count).toBe(0);
    expect(await figure(app, /contact_holds_total\{outcome="banned"\} (\d+)/)).toBe(1);
    const [mail] = await mailsTo(app, mallory);
    expect(mail?.text).toContain('We decided to close the account.');
    expect(mail?.text).not.toContain('Chat with Admin');
    await admin.calls.unbanUser({ userId: mallory.userId });
    expect((await standingOf(app, mallory)).held_at).toBeNull();
  });

  test('the age of the oldest open case is a figure', async () => {
    const app = await start();
    const oldest = () => figure(app, /contact_case_oldest_seconds (\d+)/);
    expect(await oldest()).toBe(0);
    const caseId = await openCase(app, app.mallory);
    app.clock.advance({ minutes: 2 });
    await openCase(app, app.ben);
    expect(await oldest()).toBe(120);
    await app.admin.calls.clearCase({ caseId });
    expect(await oldest()).toBe(0);
  });
});

// Rules: docs/specification/moderation.md#appeals
describe('appeals', () => {
  test('once per hold: the second text changes nothing; refused without a hold', async () => {
    const app = await start();
    const { admin, mallory, ben } = app;
    expect(await codeOf(mallory.calls.appealStanding({ text: 'Why?' }))).toBe(3000);
    const caseId = await openCase(app, mallory);
    expect(await codeOf(mallory.calls.appealStanding({ text: ' ' }))).toBe(1000);
    expect(await codeOf(mallory.calls.appealStanding({ text: 'x'.repeat(1001) }))).toBe(1000);
    expect((await mallory.calls.getStanding()).canAppeal).toBe(true);
    expect(await mallory.calls.appealStanding({ text: 'x'.repeat(1000) })).toEqual({});
    expect((await mallory.calls.getStanding()).canAppeal).toBe(false);
    expect(await mallory.calls.appealStanding({ text: 'second' })).toEqual({});
    expect((await admin.calls.listCases({})).cases[0]?.appeal?.text).toBe('x'.repeat(1000));
    expect(await codeOf(ben.calls.appealStanding({ text: 'me too' }))).toBe(3000);
    await admin.calls.clearCase({ caseId });
    expect(await codeOf(mallory.calls.appealStanding({ text: 'Why?' }))).toBe(3000);
    // A hold that has become a restriction is no longer a hold.
    await openCase(app, mallory, { heldAt: null });
    expect(await codeOf(mallory.calls.appealStanding({ text: 'Why?' }))).toBe(3000);
  });

  test('are answered by mail: cleared, or restricted with the day', async () => {
    const app = await start();
    // A member without a zone reads the day of UTC, not that of the machine, where it is the evening before.
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('TZ', 'Pacific/Honolulu');
    const { admin, mallory, ben } = app;
    const [first, second] = [await openCase(app, mallory), await openCase(app, ben)];
    await mallory.calls.appealStanding({ text: 'Please look.' });
    await ben.calls.appealStanding({ text: 'Please look.' });
    await admin.calls.clearCase({ caseId: first });
    await admin.calls.restrictCase({ caseId: second, days: 7 });
    const [cleared, ...more] = await mailsTo(app, mallory);
    expect(more).toEqual([]);
    expect(cleared).toMatchObject({ subject: 'Your review on Parlance is done' });
    expect(cleared?.text).toContain('You can write to new people again.');
    const [restricted] = await mailsTo(app, ben);
    const day = new Date(app.clock.now().getTime() + 7 * dayMs).getUTCDate();
    expect(restricted?.text).toMatch(
      new RegExp(`Until [^.]*\\b${day}\\b[^.]* your first messages arrive without a notice`),
    );
    expect(restricted?.text).toContain('You can keep your sessions and answer everybody who writes to you.');
    expect(cleared?.text).not.toContain('You can keep your sessions');
  });

  test('the mail names the day until which the penalties restrict, if that is later', async () => {
    const app = await start();
    const { admin, ben } = app;
    const caseId = await openCase(app, ben);
    const until = new Date(app.clock.now().getTime() + 20 * dayMs);
    await app.platform.db.updateTable('contact_standing').set({ restricted_until: until }).execute();
    // There it is the evening before.
    await ben.calls.updateUser({ timeZone: 'Pacific/Honolulu' });
    await ben.calls.appealStanding({ text: 'Please look.' });
    await admin.calls.restrictCase({ caseId, days: 1 });
    const [restricted] = await mailsTo(app, ben);
    expect(restricted?.text).toMatch(new RegExp(`Until [^.]*\\b${until.getUTCDate() - 1}\\b`));
  });
});
