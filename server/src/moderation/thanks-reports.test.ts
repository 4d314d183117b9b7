import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids';
import { codeOf, startModerated } from '#test/moderation';

/** Mallory and Ben have met and thanked each other, Mallory offensively; Cleo can read both. */
async function startThanked() {
  const app = await startModerated();
  const { platform, clock, mallory, ben } = app;
  const cleo = await app.signUp('cleo@example.org', { name: 'Cleo', description: 'Hi', speaks: ['en'] });
  const hoursAgo = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000);
  const scheduleSlotId = newId(clock);
  await platform.db
    .insertInto('schedule_slots')
    .values({
      schedule_slot_id: scheduleSlotId,
      user_id: ben.userId,
      booked_by_user_id: mallory.userId,
      starts_at: hoursAgo(2),
      ends_at: hoursAgo(1),
      duration: 60,
      created_at: hoursAgo(9),
      updated_at: hoursAgo(9),
    })
    .execute();
  await mallory.calls.giveThanks({ scheduleSlotId, words: ['humour'], text: 'rude words' });
  await ben.calls.giveThanks({ scheduleSlotId, words: ['patience'], text: '' });
  const [thanks] = (await ben.calls.listThanks({ userId: ben.userId })).thanks;
  if (!thanks) throw new Error('there are no thanks');
  const { thanksId } = thanks;
  const onlyReport = async () => {
    const { reports } = await app.admin.calls.listReports({});
    const [report] = reports;
    if (!report || reports.length !== 1) throw new Error(`${reports.length} reports wait`);
    return report;
  };
  return { ...app, cleo, scheduleSlotId, thanksId, onlyReport };
}

// Rules: docs/specification/moderation.md#reports
describe('reports of thanks', () => {
  test('reach the queue once, as they were, also for a client that knows of messages alone, and by mail', async () => {
    const { admin, ben, mallory, thanksId, onlyReport, runJobs, sent } = await startThanked();
    await ben.calls.reportThanks({ thanksId, reason: 'harassment', text: 'look' });
    await ben.calls.reportThanks({ thanksId, reason: 'spam' });
    const report = await onlyReport();
    expect(report).toMatchObject({
      reason: 'harassment',
      text: 'look',
      reporter: { name: 'Ben' },
      reported: { name: 'Mallory' },
      thanks: { thanksId, words: ['humour'], text: 'rude words', isThere: true },
      message: { content: 'rude words', fromUserId: mallory.userId, toUserId: ben.userId, type: 'text' },
      context: [],
      reportCount: 1,
    });
    expect(await ben.calls.exportUser()).toMatchObject({ reports: [{ thanksId, chatMessageId: null }] });
    await runJobs();
    const mail = sent().find(({ to }) => to === admin.address);
    expect(mail?.subject).toBe('Thanks were reported');
    expect(mail?.text).toContain('Ben reported thanks written by Mallory: harassment or threats.');
    expect(mail?.text).not.toContain('rude words');
  });

  test('are closed by removing the thanks, which are hidden without a replacement; others stay', async () => {
    const { admin, ben, mallory, cleo, scheduleSlotId, thanksId, onlyReport, platform } =
      await startThanked();
    await ben.calls.reportThanks({ thanksId });
    const { reportId } = await onlyReport();
    await admin.calls.removeReported({ reportId });
    await admin.calls.removeReported({ reportId });
    for (const viewer of [ben, mallory, cleo]) {
      expect(await viewer.calls.listThanks({ userId: ben.userId })).toEqual({ count: 0, thanks: [] });
      expect((await viewer.calls.listThanks({ userId: mallory.userId })).count).toBe(1);
    }
    expect(await mallory.calls.getSessionThanks({ scheduleSlotId })).toMatchObject({
      isOpen: false,
      given: null,
      received: { words: ['patience'] },
    });
    const again = { scheduleSlotId, words: ['humour' as const], text: 'ruder' };
    expect(await codeOf(mallory.calls.giveThanks(again))).toBe(3000);
    expect(await codeOf(ben.calls.updateThanks({ thanksId, isHidden: true }))).toBe(4001);
    const { thanks } = (await mallory.calls.exportUser()) as { thanks: { given: unknown[] } };
    expect(thanks.given).toEqual([]);
    const kept = await platform.db.selectFrom('session_thanks').select(['text', 'words']).execute();
    expect(JSON.stringify(kept)).not.toContain('rude');
    // The report keeps its snapshot.
    expect(await admin.calls.getReport({ reportId })).toMatchObject({
      status: 'removed',
      thanks: { text: 'rude words', isThere: false },
    });
    expect((await admin.calls.listReports({ status: 'removed' })).count).toBe(1);
    const { entries } = await admin.calls.listAudit({});
    expect(entries.map(({ action, user }) => [action, user?.name])).toEqual([['remove-thanks', 'Mallory']]);
  });

  test('can be removed after a warning, which speaks of thanks; a message cannot be removed', async () => {
    const { admin, ben, mallory, thanksId, onlyReport, runJobs, sent } = await startThanked();
    await ben.calls.reportThanks({ thanksId });
    const { reportId } = await onlyReport();
    await admin.calls.warnReported({ reportId, text: 'Be kind.' });
    await runJobs();
    const mail = sent().find(({ to, subject }) => to === mallory.address && /warning/i.test(subject ?? ''));
    expect(mail?.subject).toBe('A warning about thanks you wrote on Parlance');
    expect(mail?.text).toContain('somebody reported thanks that you wrote');
    await admin.calls.removeReported({ reportId });
    expect(await admin.calls.getReport({ reportId })).toMatchObject({
      status: 'warned',
      thanks: { isThere: false },
    });
    const said = await mallory.calls.sendTextMessage({ userId: ben.userId, content: 'rude' });
    await ben.calls.reportMessage({ chatMessageId: said.chatMessageId });
    const report = await onlyReport();
    expect(report.thanks).toBeNull();
    expect(await codeOf(admin.calls.removeReported({ reportId: report.reportId }))).toBe(3000);
    expect(await codeOf(mallory.calls.removeReported({ reportId }))).toBe(3000);
  });

  test('stay without their reporter once that account is gone, and go with the account of the author', async () => {
    const { admin, ben, mallory, thanksId, onlyReport, prove } = await startThanked();
    await ben.calls.reportThanks({ thanksId, text: 'my words' });
    await ben.calls.deleteUser({ token: await prove(ben, ben.address, 'delete-user') });
    const report = await onlyReport();
    expect(report).toMatchObject({
      reporter: null,
      text: null,
      thanks: { text: 'rude words', isThere: false },
    });
    expect(JSON.stringify(report)).not.toContain(ben.userId);
    await mallory.calls.deleteUser({ token: await prove(mallory, mallory.address, 'delete-user') });
    expect((await admin.calls.listReports({})).count).toBe(0);
  });

  test('count among the twenty reports an hour', async () => {
    const { ben, mallory, thanksId } = await startThanked();
    for (let nth = 0; nth < 20; nth += 1) {
      const said = await mallory.calls.sendTextMessage({ userId: ben.userId, content: `rude ${nth}` });
      await ben.calls.reportMessage({ chatMessageId: said.chatMessageId });
    }
    expect(await codeOf(ben.calls.reportThanks({ thanksId }))).toBe(6001);
  });
});
