import { describe, expect, test } from 'vitest';
import { codeOf, recording, startModerated } from '#test/moderation';
import type { Persona } from '#test/personas';

const unknownId = '0197f0c0-0000-7000-8000-000000000000';

async function reportFrom(
  { mallory, ben }: { mallory: Persona; ben: Persona },
  content: string,
  details: { reason?: 'spam' | 'harassment'; text?: string } = {},
): Promise<void> {
  const { chatMessageId } = await mallory.calls.sendTextMessage({ userId: ben.userId, content });
  await ben.calls.reportMessage({ chatMessageId, ...details });
}

async function onlyReport({ calls }: Persona) {
  const { reports } = await calls.listReports({});
  const [report] = reports;
  if (!report || reports.length !== 1) throw new Error(`${reports.length} reports wait`);
  return report;
}

// Rules: docs/specification/moderation.md#reports
describe('reports', () => {
  test('reach the queue with their context, and are closed by dismissing or by a ban', async () => {
    const app = await startModerated();
    const { admin, mallory, ben } = app;
    await ben.calls.sendTextMessage({ userId: mallory.userId, content: 'hi' });
    await reportFrom(app, 'rude', { reason: 'harassment', text: 'please look' });
    await reportFrom(app, 'ruder');

    const { count, reports } = await admin.calls.listReports({ status: 'open' });
    expect(count).toBe(2);
    expect(reports[0]).toMatchObject({
      reason: 'harassment',
      text: 'please look',
      reporter: { name: 'Ben' },
      reported: { name: 'Mallory' },
      message: { content: 'rude' },
      reportCount: 2,
    });
    expect(reports[0]?.context.map((message) => message.content)).toEqual(['hi']);
    const { reportId } = reports[0]!;
    expect(await admin.calls.getReport({ reportId })).toEqual(reports[0]);
    expect(await codeOf(admin.calls.getReport({ reportId: unknownId }))).toBe(4001);
    await admin.calls.dismissReport({ reportId });
    await admin.calls.dismissReport({ reportId });
    expect((await admin.calls.listReports({})).count).toBe(1);
    await admin.calls.banUser({ userId: mallory.userId, reason: 'rude' });
    expect((await admin.calls.listReports({})).count).toBe(0);
    // The closed one stays as it was decided.
    await admin.calls.dismissReport({ reportId: reports[1]!.reportId });
    expect((await admin.calls.listReports({ status: 'banned' })).count).toBe(1);
    expect((await admin.calls.listAudit({})).entries.map(({ action }) => action)).toEqual([
      'ban',
      'dismiss-report',
    ]);
  });

  test('wait in order of their age, fifty of them in pages; closed ones show the newest first', async () => {
    const app = await startModerated({ RATE_LIMITS: 'off' });
    const { admin, clock } = app;
    for (let nth = 1; nth <= 50; nth++) {
      clock.advance({ seconds: 1 });
      await reportFrom(app, `rude ${nth}`);
    }
    const page = async (offset: number) => {
      const { count, reports } = await admin.calls.listReports({ limit: 20, offset });
      return [count, reports.length, reports[0]?.message.content, reports[0]?.context.length];
    };
    expect([await page(0), await page(20), await page(40), await page(60)]).toEqual([
      [50, 20, 'rude 1', 0],
      [50, 20, 'rude 21', 10],
      [50, 10, 'rude 41', 10],
      [50, 0, undefined, undefined],
    ]);
    const { reports } = await admin.calls.listReports({ limit: 2 });
    for (const { reportId } of reports) await admin.calls.dismissReport({ reportId });
    const closed = await admin.calls.listReports({ status: 'dismissed' });
    expect(closed.reports.map(({ message }) => message.content)).toEqual(['rude 2', 'rude 1']);
    expect(closed.reports.map(({ resolvedAt }) => resolvedAt)).toEqual([clock.now(), clock.now()]);
  });

  test('about another member stay open after a ban', async () => {
    const app = await startModerated();
    const { admin, mallory, ben } = app;
    const { chatMessageId } = await ben.calls.sendTextMessage({ userId: mallory.userId, content: 'hi' });
    await mallory.calls.reportMessage({ chatMessageId });
    await reportFrom(app, 'rude');
    await admin.calls.banUser({ userId: mallory.userId, reason: 'rude' });
    expect((await onlyReport(admin)).reported?.name).toBe('Ben');
  });

  test('and acts stand in the history of a member and in the audit trail, newest first, also those of one moment', async () => {
    const app = await startModerated();
    const { admin, mallory, clock } = app;
    await reportFrom(app, 'rude 1');
    clock.advance({ minutes: 1 });
    for (const nth of [2, 3]) await reportFrom(app, `rude ${nth}`);
    const ids = (await admin.calls.listReports({})).reports.map(({ reportId }) => reportId);
    for (const [nth, reportId] of ids.entries()) {
      if (nth === 1) clock.advance({ minutes: 1 });
      await admin.calls.dismissReport({ reportId });
    }
    const newest = ids.toReversed();
    const { reports, acts } = await admin.calls.getModeratedPerson({ userId: mallory.userId });
    expect(reports.map(({ reportId }) => reportId)).toEqual(newest);
    expect(acts.map(({ reportId }) => reportId)).toEqual(newest);
    const page = await admin.calls.listAudit({ limit: 2, offset: 1 });
    expect([page.count, page.entries.map(({ reportId }) => reportId)]).toEqual([3, newest.slice(1)]);
  });

  test('twenty an hour from one person, then 429/6001 with the wait; a repeat and others do not count', async () => {
    const app = await startModerated();
    const { mallory, ben, admin, clock, signIn } = app;
    const send = async (to: Persona) =>
      (await mallory.calls.sendTextMessage({ userId: to.userId, content: 'rude' })).chatMessageId;
    const ids = [];
    // An answer, since twenty messages may come before one.
    await ben.calls.sendTextMessage({ userId: mallory.userId, content: 'stop' });
    for (let nth = 0; nth < 22; nth++) ids.push(await send(ben));
    for (const chatMessageId of ids.slice(0, 20)) {
      await ben.calls.reportMessage({ chatMessageId });
      await ben.calls.reportMessage({ chatMessageId });
    }
    const refusal = { statusCode: 429, code: 6001, timeout: 3600 };
    await expect(ben.calls.reportMessage({ chatMessageId: ids[20]! })).rejects.toMatchObject(refusal);
    expect(await ben.calls.reportMessage({ chatMessageId: ids[0]! })).toEqual({});
    expect(await codeOf(ben.calls.reportMessage({ chatMessageId: unknownId }))).toBe(4001);
    await admin.calls.reportMessage({ chatMessageId: await send(admin) });
    expect((await admin.calls.listReports({})).count).toBe(21);
    clock.advance({ hours: 1 });
    await (await signIn(ben.address)).calls.reportMessage({ chatMessageId: ids[20]! });
    expect((await (await signIn(admin.address)).calls.listReports({})).count).toBe(22);
  });

  test('a voice message can be heard by the admin, also when the reporter has blocked, and when they have left', async () => {
    const app = await startModerated();
    const { admin, mallory, ben, url, prove } = app;
    const told = await ben.calls.sendTextMessage({
      userId: mallory.userId,
      content: 'my street is Elm Row 7',
    });
    // A reply quotes it.
    await mallory.calls.sendTextMessage({
      userId: ben.userId,
      content: 'I know',
      repliesTo: told.chatMessageId,
    });
    await ben.calls.sendVoiceMessage({ userId: mallory.userId, audio: await recording() });
    await mallory.calls.sendVoiceMessage({ userId: ben.userId, audio: await recording() });
    const rude = await mallory.calls.sendVoiceMessage({ userId: ben.userId, audio: await recording() });
    await ben.calls.reportMessage({ chatMessageId: rude.chatMessageId, text: 'I am Ben and afraid' });
    await ben.calls.blockUser({ userId: mallory.userId });
    const heard = async () => {
      const { message, context } = await onlyReport(admin);
      const sounds = [message, ...context].filter(({ audioUrl }) => audioUrl !== null);
      return Promise.all(sounds.map(async ({ audioUrl }) => (await fetch(url + audioUrl)).status));
    };
    expect(await heard()).toEqual([200, 200, 200]);

    const token = await prove(ben, 'ben@example.org', 'delete-user');
    await ben.calls.deleteUser({ token });
    // Mallory's messages remain, Ben's messages and name do not.
    expect(await heard()).toEqual([200, 200]);
    const report = await onlyReport(admin);
    expect(report).toMatchObject({ reporter: null, text: null, reported: { name: 'Mallory' } });
    expect(JSON.stringify(report)).not.toContain(ben.userId);
    expect(JSON.stringify(report)).not.toContain('Elm Row');
    expect(await Array.fromAsync(app.platform.files.list('voice/'))).toHaveLength(2);

    const leave = await prove(mallory, 'mallory@example.org', 'delete-user');
    await mallory.calls.deleteUser({ token: leave });
    expect((await admin.calls.listReports({})).count).toBe(0);
    expect(await Array.fromAsync(app.platform.files.list('voice/'))).toEqual([]);
  });
});

// Rules: docs/specification/moderation.md#acts
describe('warnings', () => {
  test('close the report, mail the reported person once, say nothing of the reporter, and stand in the history', async () => {
    const app = await startModerated();
    const { admin, mallory, ben, sent, runJobs } = app;
    await reportFrom(app, 'buy my course', { reason: 'spam', text: 'Ben says hi' });
    const { reportId } = await onlyReport(admin);
    const text = 'Please do not advertise here.\nThank you.';
    await admin.calls.warnReported({ reportId, text });
    await admin.calls.warnReported({ reportId, text });
    await runJobs();
    await runJobs();
    const mails = sent().filter(({ to, subject }) => to === mallory.address && subject?.includes('warning'));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(text);
    expect(mails[0]?.html).toContain('Please do not advertise here.<br>Thank you.');
    expect(mails[0]?.text).not.toContain('Ben');
    expect((await admin.calls.getReport({ reportId })).status).toBe('warned');
    expect(await admin.calls.getModeratedPerson({ userId: mallory.userId })).toMatchObject({
      profile: { name: 'Mallory' },
      bannedAt: null,
      isProtected: false,
      canBeMailed: true,
      reportCount: 1,
      reportsMade: 0,
      reports: [{ reportId, status: 'warned', reason: 'spam' }],
      acts: [{ action: 'warn', reason: text, reportId, admin: { name: 'Ada' }, user: { name: 'Mallory' } }],
    });
    expect(await admin.calls.getModeratedPerson({ userId: ben.userId })).toMatchObject({
      reportCount: 0,
      reportsMade: 1,
      reports: [],
      acts: [],
    });
  });

  test('need an open report, a mailbox and words; a ban that comes first keeps the mail back', async () => {
    const app = await startModerated();
    const { admin, mallory, sent, runJobs, signUp, ben } = app;
    await reportFrom(app, 'rude');
    const { reportId } = await onlyReport(admin);
    expect(await codeOf(admin.calls.warnReported({ reportId, text: ' ' }))).toBe(1000);
    expect(await codeOf(admin.calls.warnReported({ reportId: unknownId, text: 'x' }))).toBe(4001);
    await admin.calls.warnReported({ reportId, text: 'Be kind.' });
    await admin.calls.banUser({ userId: mallory.userId, reason: 'rude' });
    await runJobs();
    expect(sent().filter(({ to, text }) => to === mallory.address && text.includes('Be kind'))).toEqual([]);

    const phil = await signUp('+15550100200', { name: 'Phil', description: 'Hi' });
    await reportFrom({ mallory: phil, ben }, 'rude too');
    const other = await onlyReport(admin);
    expect(await codeOf(admin.calls.warnReported({ reportId: other.reportId, text: 'x' }))).toBe(3000);
    await admin.calls.dismissReport({ reportId: other.reportId });
    expect(await codeOf(admin.calls.warnReported({ reportId: other.reportId, text: 'x' }))).toBe(3000);
  });

  test('a member is shown with their ban, and whether they can be warned', async () => {
    const { admin, mallory, signUp, clock } = await startModerated();
    const phil = await signUp('+15550100200', { name: 'Phil', description: 'Hi' });
    await admin.calls.banUser({ userId: mallory.userId, reason: 'rude' });
    const shown = ({ userId }: { userId: string }) => admin.calls.getModeratedPerson({ userId });
    const member = { bannedAt: null, bannedFor: null, isProtected: false, canBeMailed: true };
    expect(await shown(mallory)).toMatchObject({ ...member, bannedAt: clock.now(), bannedFor: 'rude' });
    expect(await shown(phil)).toMatchObject({ ...member, canBeMailed: false, lastActiveAt: clock.now() });
    expect(await shown(admin)).toMatchObject({ ...member, isProtected: true });
    expect(await codeOf(shown({ userId: unknownId }))).toBe(4002);
    await admin.calls.unbanUser({ userId: mallory.userId });
    expect(await shown(mallory)).toMatchObject(member);
  });

  test('no response to an admin has an address', async () => {
    const app = await startModerated();
    const { admin, mallory } = app;
    await reportFrom(app, 'rude');
    await admin.calls.banUser({ userId: mallory.userId, reason: 'rude' });
    const answers = JSON.stringify([
      await admin.calls.listReports({ status: 'banned' }),
      await admin.calls.getModeratedPerson({ userId: mallory.userId }),
      await admin.calls.listAudit({}),
    ]);
    expect(answers).toContain('Mallory');
    expect(answers).not.toContain('@example.org');
  });
});

describe('mail to admins (a report reaches the admin’s queue and mail)', () => {
  test('once a report to each admin, without the message, with the address of the report', async () => {
    const app = await startModerated({ ADMIN_EMAILS: 'admin@example.org,second@example.org' });
    const { admin, ben, sent, runJobs, platform } = app;
    await reportFrom(app, 'secret words', { reason: 'harassment' });
    const { reportId, message } = await onlyReport(admin);
    // A repeated report has no effect.
    await ben.calls.reportMessage({ chatMessageId: message.chatMessageId });
    await runJobs();
    await runJobs();
    const mails = sent().filter(({ subject }) => subject === 'A message was reported');
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['admin@example.org', 'second@example.org']);
    // Mail programs that deduplicate by Message-ID would hide the mail from one admin.
    expect(new Set(mails.map(({ headers }) => headers['Message-ID'])).size).toBe(2);
    for (const { text, html } of mails) {
      expect(text).toContain('Ben reported a message of Mallory: harassment or threats.');
      expect(text).toContain(`${platform.config.publicUrl}/admin/report/${reportId}`);
      expect(`${text}${html}`).not.toContain('secret words');
    }
  });

  test('omits the name of a deleted reporter', async () => {
    const app = await startModerated();
    const { ben, sent, runJobs, prove, platform } = app;
    await reportFrom(app, 'rude', { reason: 'spam' });
    await platform.db
      .updateTable('waiting_mails')
      .set({ due_at: new Date(9e12) })
      .execute();
    await ben.calls.deleteUser({ token: await prove(ben, ben.address, 'delete-user') });
    await platform.db.updateTable('waiting_mails').set({ due_at: platform.clock.now() }).execute();
    await runJobs();
    const mail = sent().find(({ subject }) => subject === 'A message was reported');
    expect(mail?.text).toContain('A message of Mallory was reported: spam or advertising.');
  });

  test('a mail server that is down for one admin: tried again until it leaves, no second mail to the other', async () => {
    const app = await startModerated({ ADMIN_EMAILS: 'admin@example.org,second@example.org' });
    const { platform, sent, runJobs, clock } = app;
    await reportFrom(app, 'rude');
    const { send } = platform.mail;
    platform.mail.send = async (mail) => {
      if (mail.to === 'second@example.org') throw new Error('451 try later');
      await send(mail);
    };
    await runJobs();
    expect(sent().filter(({ subject }) => subject === 'A message was reported')).toHaveLength(1);
    platform.mail.send = send;
    clock.advance({ seconds: 15 });
    await runJobs();
    await runJobs();
    const mails = sent().filter(({ subject }) => subject === 'A message was reported');
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['admin@example.org', 'second@example.org']);
  });

  test('has the same Message-ID at every try, and another once a second report has joined it', async () => {
    const app = await startModerated();
    const { platform, runJobs, clock } = app;
    const tried: unknown[] = [];
    platform.mail.send = async ({ subject, headers }) => {
      if (subject.includes('reported')) tried.push(headers?.['Message-ID']);
      throw new Error('451 try later');
    };
    await reportFrom(app, 'rude');
    await runJobs();
    clock.advance({ seconds: 15 });
    await runJobs();
    await reportFrom(app, 'ruder');
    clock.advance({ seconds: 30 });
    await runJobs();
    const [first, again, together] = tried;
    expect([tried.length, again, first === together]).toEqual([3, first, false]);
  });

  test('the first at once, what follows within ten minutes in one mail that names each', async () => {
    const app = await startModerated();
    const { sent, runJobs, clock, platform, admin } = app;
    const told = async () => {
      await runJobs();
      return sent()
        .filter(({ to, subject }) => to === admin.address && subject?.includes('reported'))
        .map(({ subject, text }) => ({ subject, text }))
        .toReversed();
    };
    await reportFrom(app, 'rude 0');
    expect((await told()).map(({ subject }) => subject)).toEqual(['A message was reported']);
    for (const nth of [1, 2, 3]) {
      await reportFrom(app, `rude ${nth}`, { reason: 'spam' });
      await told();
    }
    const { reports } = await admin.calls.listReports({});
    await admin.calls.dismissReport({ reportId: reports[1]!.reportId });
    clock.advance({ minutes: 9, seconds: 59 });
    expect(await told()).toHaveLength(1);
    clock.advance({ seconds: 1 });
    const [, gathered, ...others] = await told();
    expect([gathered?.subject, others]).toEqual(['2 messages were reported', []]);
    expect(gathered?.text.match(/Ben reported a message of Mallory: spam or advertising\./g)).toHaveLength(2);
    for (const { reportId } of reports.slice(2)) {
      expect(gathered?.text).toContain(`${platform.config.publicUrl}/admin/report/${reportId}`);
    }
    expect(gathered?.text).toContain(`Look at the reports:\n${platform.config.publicUrl}/admin\n`);
    expect(gathered?.text).not.toContain('Unsubscribe');
  });

  test('is in the language of the admin, and the one to the reported member in theirs', async () => {
    const app = await startModerated();
    const { admin, mallory, ben, sent, runJobs } = app;
    await admin.calls.updateUser({ locale: 'de' });
    await mallory.calls.updateUser({ locale: 'es' });
    await ben.calls.updateUser({ locale: 'ja' });
    await reportFrom(app, 'rude');
    await admin.calls.warnReported({ reportId: (await onlyReport(admin)).reportId, text: 'Be kind.' });
    await reportFrom(app, 'rude again');
    await runJobs();
    const languageOf = (address: string) =>
      /<html lang="(\w+)"/.exec(sent().find(({ to }) => to === address)?.html ?? '')?.[1];
    expect([languageOf(admin.address), languageOf(mallory.address)]).toEqual(['de', 'es']);
  });

  test('of more than twenty it names twenty, and of several kinds their number alone', async () => {
    const app = await startModerated({ RATE_LIMITS: 'off' });
    const { admin, mallory, ben, sent, runJobs, clock } = app;
    await reportFrom(app, 'rude');
    await runJobs();
    for (let nth = 0; nth < 21; nth++) await reportFrom(app, `rude ${nth}`, { reason: 'spam' });
    await ben.calls.reportProfile({ userId: mallory.userId, about: 'description' });
    clock.advance({ minutes: 10 });
    await runJobs();
    const mail = sent().find(({ to }) => to === admin.address);
    expect(mail?.subject).toBe('22 reports are new');
    expect(mail?.text.match(/Ben reported a message of Mallory: spam or advertising\./g)).toHaveLength(20);
    expect(mail?.text).toContain('and 2 more reports.');
  });

  test('an address of ADMIN_EMAILS that is taken from the settings, or whose account goes, gets none', async () => {
    const app = await startModerated({ ADMIN_EMAILS: 'admin@example.org,second@example.org' });
    const { platform, signUp, prove, sent, runJobs } = app;
    await reportFrom(app, 'rude');
    const waiting = () => platform.db.selectFrom('waiting_mails').select('address').execute();
    expect(await waiting()).toContainEqual({ address: 'second@example.org' });
    const second = await signUp('second@example.org', { name: 'Second', description: 'Hi' });
    await second.calls.deleteUser({ token: await prove(second, second.address, 'delete-user') });
    expect(await waiting()).toEqual([{ address: null }]);

    await reportFrom(app, 'rude again');
    platform.config.adminEmails.splice(0, 2);
    await runJobs();
    expect(sent().filter(({ subject }) => subject?.includes('reported'))).toEqual([]);
  });

  test('none for a report that was closed before, none without admins', async () => {
    const app = await startModerated();
    const { admin, sent, runJobs } = app;
    await reportFrom(app, 'rude');
    await admin.calls.dismissReport({ reportId: (await onlyReport(admin)).reportId });
    await runJobs();
    expect(sent().filter(({ subject }) => subject === 'A message was reported')).toEqual([]);
  });
});
