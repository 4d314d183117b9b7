import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type CallSession, refusal, startCallSession } from '#test/call-session';
import type { Persona } from '#test/personas';

let session: CallSession;
let admin: Persona;

beforeEach(async () => {
  session = await startCallSession({ env: { ADMIN_EMAILS: 'admin@example.org' } });
  admin = await session.signUp('admin@example.org', { name: 'Ada', description: 'I help.' });
});

/** Both join at the start and stay for some minutes. */
async function meet(minutes: number) {
  const { ana, ben, open, at } = session;
  const [one, other] = [await open(ana), await open(ben)];
  at(0);
  await one.join();
  await other.join();
  at(minutes);
  for (const page of [one, other]) await page.emit('call:alive', {});
  return { one, other };
}

const report = (person: Persona, details: { text?: string; reason?: 'harassment' } = {}) =>
  person.calls.reportSession({ scheduleSlotId: session.scheduleSlotId, ...details });
const onlyReport = async () => {
  const { reports } = await admin.calls.listReports({});
  expect(reports).toHaveLength(1);
  return reports[0]!;
};

describe('a report of a session', () => {
  test('reaches the admins with both names, its time and the talk time', async () => {
    const { ana, ben, startsAt, scheduleSlotId } = session;
    await meet(0.25);
    await report(ben, { reason: 'harassment', text: 'She shouted at me.' });
    const told = await onlyReport();
    expect(told).toMatchObject({
      status: 'open',
      reason: 'harassment',
      text: 'She shouted at me.',
      reporter: { name: 'Ben', userId: ben.userId },
      reported: { name: 'Ana', userId: ana.userId },
      reportCount: 1,
      context: [],
      session: {
        scheduleSlotId,
        startsAt,
        endsAt: new Date(startsAt.getTime() + 30 * 60_000),
        togetherMs: 15_000,
        notes: [],
      },
    });
    expect(told.message).toMatchObject({ fromUserId: ana.userId, toUserId: ben.userId });
    expect(await admin.calls.getReport({ reportId: told.reportId })).toEqual(told);
  });

  test('keeps the last ten notes of the reported member in order, and none of the reporter', async () => {
    const { one, other } = await meet(0);
    await other.emit('call:note', { noteId: randomUUID(), kind: 'word', text: 'my street is Elm Row' });
    for (let nth = 0; nth < 12; nth += 1) {
      session.at(0, nth);
      await one.emit('call:note', { noteId: randomUUID(), kind: 'word', text: `rude ${nth}` });
    }
    await report(session.ben);
    const { session: kept } = await onlyReport();
    expect(kept?.notes.map(({ text }) => text)).toEqual(
      [2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((nth) => `rude ${nth}`),
    );
  });

  test('can be made once by each of the two; others get not found', async () => {
    const { ana, ben, chen } = session;
    await meet(0);
    await report(ben, { text: 'first' });
    await report(ben, { text: 'second' });
    expect((await onlyReport()).text).toBe('first');
    // Nor do repeats count against the rate limit.
    for (let nth = 0; nth < 20; nth += 1) await report(ben);
    await report(ana);
    const { reports } = await admin.calls.listReports({});
    expect(reports.map(({ reported }) => reported?.name)).toEqual(['Ana', 'Ben']);
    expect(await refusal(report(chen))).toBe('404/4001');
    expect(await refusal(ben.calls.reportSession({ scheduleSlotId: randomUUID() }))).toBe('404/4001');
  });

  test('needs a session in which both met, and survives its end, a block and the deletion of the reporter', async () => {
    const { ana, ben, open, at, prove } = session;
    expect(await refusal(report(ben))).toBe('404/4001');
    const early = await open(ben);
    at(0);
    await early.join();
    await early.emit('call:leave', {});
    const late = await open(ana);
    await late.join();
    expect(await refusal(report(ben))).toBe('403/3000');
    await early.join();
    at(0, 5);
    await ben.calls.blockUser({ userId: ana.userId });
    await report(ben, { text: 'I am Ben and afraid' });
    await ben.calls.deleteUser({ token: await prove(ben, ben.address, 'delete-user') });
    const kept = await onlyReport();
    expect(kept).toMatchObject({ reporter: null, text: null, reported: { name: 'Ana' } });
    expect(JSON.stringify(kept)).not.toContain(ben.userId);
    await ana.calls.deleteUser({ token: await prove(ana, ana.address, 'delete-user') });
    expect((await admin.calls.listReports({})).count).toBe(0);
  });

  test('shares the limit of twenty an hour with message reports', async () => {
    const { ana, ben } = session;
    await meet(0);
    for (let nth = 0; nth < 20; nth += 1) {
      const { chatMessageId } = await ana.calls.sendTextMessage({ userId: ben.userId, content: `${nth}` });
      await ben.calls.reportMessage({ chatMessageId });
    }
    expect(await refusal(report(ben))).toBe('429/6001');
  });

  test('is mailed to admins, and a warning does not name the reporter', async () => {
    const { ana, ben, runJobs, sent } = session;
    await meet(0);
    await report(ben, { reason: 'harassment', text: 'secret words' });
    await runJobs();
    const mail = sent().find(({ subject }) => subject === 'A session was reported');
    expect(mail?.to).toBe(admin.address);
    expect(mail?.text).toContain('Ben reported Ana for a session: harassment or threats.');
    expect(mail?.text).not.toContain('secret words');
    const { reportId } = await onlyReport();
    await admin.calls.warnReported({ reportId, text: 'Please be kind.' });
    await runJobs();
    const warning = sent().find(({ to, subject }) => to === ana.address && subject?.includes('warning'));
    expect(warning?.subject).toBe('A warning about your sessions on Parlance');
    expect(warning?.text).not.toContain('Ben');
  });

  test('is in the export of the reporter', async () => {
    const { ana, ben, scheduleSlotId } = session;
    await meet(0);
    await report(ben, { text: 'She shouted.' });
    const exported = (person: Persona) => person.calls.exportUser();
    expect(JSON.stringify(await exported(ben))).toContain('She shouted.');
    expect(JSON.stringify(await exported(ben))).toContain(scheduleSlotId);
    expect(JSON.stringify(await exported(ana))).not.toContain('She shouted.');
  });
});
