import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { codeOf, startModerated } from '#test/moderation';
import type { Persona } from '#test/personas';

const unknownId = '0197f0c0-0000-7000-8000-000000000000';
type App = Awaited<ReturnType<typeof startModerated>>;

async function showPicture({ calls }: Persona, background: string): Promise<void> {
  const image = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer();
  await calls.updateProfileImage({ image: new Blob([new Uint8Array(image)]) });
}

async function onlyReport({ calls }: Persona) {
  const { reports } = await calls.listReports({});
  const [report] = reports;
  if (!report || reports.length !== 1) throw new Error(`${reports.length} reports wait`);
  return report;
}

const filesOf = ({ platform }: App) => Array.fromAsync(platform.files.list('reported/'));
const actsOf = async ({ admin }: App) =>
  (await admin.calls.listAudit({})).entries.map(({ action, reportId }) => [action, reportId]);
const mailsTo = async (app: App, { address }: Persona) => {
  await app.runJobs();
  return app.sent().filter(({ to, subject }) => to === address && subject?.includes('profile'));
};

// Rules: docs/specification/moderation.md#reports-of-profiles
describe('reports of profiles', () => {
  test('keep name, description and picture as they were, whatever the member changes, until the report is closed', async () => {
    const app = await startModerated();
    const { admin, mallory, ben, url } = app;
    await showPicture(mallory, '#f00');
    const before = (await mallory.calls.getUser()).profileImageUrl ?? '';
    await ben.calls.reportProfile({
      userId: mallory.userId,
      about: 'picture',
      reason: 'sexual',
      text: 'look',
    });
    await showPicture(mallory, '#00f');
    await mallory.calls.updateUser({ name: 'Molly', description: 'All nice' });

    const report = await onlyReport(admin);
    expect(report).toMatchObject({
      reason: 'sexual',
      text: 'look',
      reporter: { name: 'Ben' },
      reported: { name: 'Molly', description: 'All nice' },
      profile: { about: 'picture', name: 'Mallory', description: 'Hello' },
      context: [],
    });
    expect(report.message.content).toContain('Mallory');
    const kept = await fetch(url + report.profile?.pictureUrl);
    const red = await sharp(Buffer.from(await kept.arrayBuffer())).stats();
    expect([kept.status, red.dominant.r > 200, red.dominant.b < 50]).toEqual([200, true, true]);
    // The address that others know stops working with the change.
    expect((await fetch(url + before)).status).toBe(404);

    await admin.calls.dismissReport({ reportId: report.reportId });
    expect((await admin.calls.getReport({ reportId: report.reportId })).profile).toMatchObject({
      name: 'Mallory',
      pictureUrl: null,
    });
    expect(await filesOf(app)).toEqual([]);
    expect((await mallory.calls.getUser()).profileImageUrl).not.toBeNull();
    expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/reports_total\{about="profile"\} 1\n/);
  });

  test('oneself 400, an admin 403, a banned or unknown person 404; a blocked one can be reported', async () => {
    const app = await startModerated();
    const { admin, mallory, ben, signUp } = app;
    const report = (by: Persona, userId: string) =>
      codeOf(by.calls.reportProfile({ userId, about: 'other' }));
    expect(await report(ben, ben.userId)).toBe(1000);
    expect(await report(ben, admin.userId)).toBe(3000);
    expect(await report(ben, unknownId)).toBe(4002);
    const cleo = await signUp('cleo@example.org', { name: 'Cleo', description: 'Hi' });
    await admin.calls.banUser({ userId: cleo.userId, reason: 'x' });
    expect(await report(ben, cleo.userId)).toBe(4002);
    await mallory.calls.blockUser({ userId: ben.userId });
    expect(await report(ben, mallory.userId)).toBeNull();
  });

  test('one open report per person and profile, again once it is closed, three a day; they share the twenty an hour', async () => {
    const app = await startModerated();
    const { admin, mallory, ben } = app;
    const cleo = await app.signUp('cleo@example.org', { name: 'Cleo', description: 'Hello' });
    const report = ({ userId } = mallory) => ben.calls.reportProfile({ userId, about: 'description' });
    for (let nth = 1; nth <= 3; nth++) {
      await report();
      await report();
      await admin.calls.dismissReport({ reportId: (await onlyReport(admin)).reportId });
    }
    await expect(report()).rejects.toMatchObject({ statusCode: 429, code: 6001 });
    await admin.calls.reportProfile({ userId: mallory.userId, about: 'description' });
    await report(cleo);
    expect((await admin.calls.listReports({})).count).toBe(2);
    const ids = [];
    for (let nth = 0; nth < 16; nth++) {
      const sent = await mallory.calls.sendTextMessage({ userId: ben.userId, content: 'rude' });
      ids.push(sent.chatMessageId);
    }
    for (const chatMessageId of ids.slice(0, 15)) await ben.calls.reportMessage({ chatMessageId });
    expect(await codeOf(ben.calls.reportMessage({ chatMessageId: ids[15] ?? '' }))).toBe(6001);
  });

  test('give no penalty points, even to a member who wrote first', async () => {
    const app = await startModerated();
    const { mallory, ben } = app;
    await mallory.calls.sendTextMessage({ userId: ben.userId, content: 'hello' });
    await ben.calls.reportProfile({ userId: mallory.userId, about: 'description', reason: 'scam' });
    expect(await app.platform.db.selectFrom('contact_penalties').selectAll().execute()).toEqual([]);
  });

  test('the picture is removed from the profile, with a mail; a second press changes nothing', async () => {
    const app = await startModerated();
    const { admin, mallory, ben, url } = app;
    await showPicture(mallory, '#f00');
    const { profileImageUrl } = await mallory.calls.getUser();
    await ben.calls.reportProfile({ userId: mallory.userId, about: 'picture' });
    const { reportId } = await onlyReport(admin);
    expect(await codeOf(admin.calls.removeReported({ reportId }))).toBe(1000);
    const changed: string[] = [];
    app.platform.effects.on('userProfileChanged', async (_platform, _tx, { userId }) => {
      changed.push(userId);
      return undefined;
    });
    await admin.calls.removeReported({ reportId, what: 'picture' });
    await admin.calls.removeReported({ reportId, what: 'picture' });
    expect(changed).toEqual([mallory.userId]);
    expect(await mallory.calls.getUser()).toMatchObject({ profileImageUrl: null, description: 'Hello' });
    expect((await fetch(url + profileImageUrl)).status).toBe(404);
    expect(await filesOf(app)).toEqual([]);
    expect((await admin.calls.getReport({ reportId })).status).toBe('removed');
    expect(await actsOf(app)).toEqual([['remove-picture', reportId]]);
    const mails = await mailsTo(app, mallory);
    expect(mails.map(({ subject }) => subject)).toEqual(['We removed a part of your profile on Parlance']);
    expect(mails[0]?.text).not.toContain('Ben');
  });

  test('of a removed part a member who is banned before the mail leaves is told nothing', async () => {
    const app = await startModerated();
    const { admin, mallory, ben } = app;
    await ben.calls.reportProfile({ userId: mallory.userId, about: 'description' });
    const { reportId } = await onlyReport(admin);
    await admin.calls.removeReported({ reportId, what: 'words' });
    await admin.calls.banUser({ userId: mallory.userId, reason: 'x' });
    expect(await mailsTo(app, mallory)).toEqual([]);
  });

  test('removed words leave search and lead back to onboarding; the name goes only if the report was about it', async () => {
    const app = await startModerated();
    const { admin, mallory, ben } = app;
    const found = async () => {
      const { users } = await ben.calls.searchUsers({ query: 'Mallory' });
      return users.some(({ userId }) => userId === mallory.userId);
    };
    expect(await found()).toBe(true);
    await ben.calls.reportProfile({ userId: mallory.userId, about: 'description' });
    const first = (await onlyReport(admin)).reportId;
    for (let press = 0; press < 2; press++)
      await admin.calls.removeReported({ reportId: first, what: 'words' });
    expect(await mallory.calls.getUser()).toMatchObject({ name: 'Mallory', description: '' });
    expect(await found()).toBe(false);
    await mallory.calls.updateUser({ description: 'Better' });
    expect(await found()).toBe(true);

    await ben.calls.reportProfile({ userId: mallory.userId, about: 'name' });
    await admin.calls.removeReported({ reportId: (await onlyReport(admin)).reportId, what: 'words' });
    expect(await mallory.calls.getUser()).toMatchObject({ name: '', description: '' });
    expect((await actsOf(app)).map(([action]) => action)).toEqual(['remove-words', 'remove-words']);
  });

  test('a message cannot be removed, a warning names the profile, and a ban closes the report with its picture', async () => {
    const app = await startModerated();
    const { admin, mallory, ben } = app;
    const { chatMessageId } = await mallory.calls.sendTextMessage({ userId: ben.userId, content: 'rude' });
    await ben.calls.reportMessage({ chatMessageId });
    const { reportId } = await onlyReport(admin);
    expect(await codeOf(admin.calls.removeReported({ reportId, what: 'words' }))).toBe(3000);
    await admin.calls.dismissReport({ reportId });
    await showPicture(mallory, '#f00');
    await ben.calls.reportProfile({ userId: mallory.userId, about: 'name' });
    await admin.calls.warnReported({ reportId: (await onlyReport(admin)).reportId, text: 'Be kind.' });
    const [mail] = await mailsTo(app, mallory);
    expect(mail).toMatchObject({ subject: 'A warning about your profile on Parlance' });
    expect(await filesOf(app)).toEqual([]);
    await ben.calls.reportProfile({ userId: mallory.userId, about: 'name' });
    expect(await filesOf(app)).toHaveLength(1);
    await admin.calls.banUser({ userId: mallory.userId, reason: 'x' });
    expect(await filesOf(app)).toEqual([]);
    expect((await admin.calls.listReports({ status: 'banned' })).count).toBe(1);
  });

  test('the mail to the admin names both; the picture goes with the account, the report stays without its reporter', async () => {
    const app = await startModerated();
    const { admin, mallory, ben, prove } = app;
    await showPicture(mallory, '#f00');
    await ben.calls.reportProfile({
      userId: mallory.userId,
      about: 'picture',
      reason: 'spam',
      text: 'I am Ben',
    });
    await app.runJobs();
    const [mail] = app
      .sent()
      .filter(({ to, subject }) => to === admin.address && subject?.includes('reported'));
    expect(mail).toMatchObject({ subject: 'A profile was reported' });
    expect(mail?.text).toContain('Ben reported the profile of Mallory: spam or advertising.');
    await ben.calls.deleteUser({ token: await prove(ben, ben.address, 'delete-user') });
    expect(await onlyReport(admin)).toMatchObject({
      reporter: null,
      text: null,
      profile: { name: 'Mallory' },
    });
    await mallory.calls.deleteUser({ token: await prove(mallory, mallory.address, 'delete-user') });
    expect((await admin.calls.listReports({})).count).toBe(0);
    expect(await filesOf(app)).toEqual([]);
  });
});
