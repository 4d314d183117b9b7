import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startModerated } from '#test/moderation';
import { runAdmin } from '#test/program';
import { runOperatorCommand } from './operator.ts';

async function startOperated() {
  const app = await startModerated();
  const run = async (...args: string[]) => {
    const { exitCode, output } = await runOperatorCommand(app.platform, args);
    return [exitCode, output] as const;
  };
  return { ...app, run };
}

// Rules: docs/specification/moderation.md#operator-commands
describe('npm run admin', () => {
  test('lists people newest first, with admins and banned people marked and filtered', async () => {
    const { run, admin } = await startOperated();
    await run('ban', 'mallory@example.org', '--reason', 'spam');
    const [, all] = await run('list');
    expect(all.split('\n').map((line) => line.split(/ {2,}/)[1])).toEqual([
      'ben@example.org',
      'mallory@example.org',
      'admin@example.org',
      undefined,
    ]);
    expect((await run('list', '--banned'))[1]).toMatch(/^[0-9a-f-]{36} {2}mallory@example\.org .*banned\n$/);
    expect((await run('list', '--admins'))[1]).toBe(
      `${admin.userId}  admin@example.org  Ada  since 2030-03-05  admin\n`,
    );
    expect((await run('list', '--limit', '1', '--offset', '2'))[1]).toContain('admin@example.org');
  });

  test('shows names of members as one line without control characters', async () => {
    const { run, platform, mallory } = await startOperated();
    const name = '\u001b[31mMal\u202elory\r\n\u0007admin';
    await platform.db.updateTable('users').set({ name }).where('user_id', '=', mallory.userId).execute();
    const [, all] = await run('list');
    expect(all.split('\n')[1]).toContain('  [31mMal lory admin  since');
    await platform.db.updateTable('users').set({ name: '\u202e' }).execute();
    expect((await run('show', mallory.userId))[1]).toMatch(/^name +–\n/);
  });

  test('says days of UTC, whatever the zone of the machine', async () => {
    const { run } = await startOperated();
    onTestFinished(() => void vi.unstubAllEnvs());
    // There it is the evening before.
    vi.stubEnv('TZ', 'Pacific/Honolulu');
    expect(new Date('2030-03-05T09:00:00Z').getDate()).toBe(4);
    expect((await run('list', '--admins'))[1]).toContain('since 2030-03-05');
  });

  test('bans and unbans by email, phone or id; refuses admins and unknown members; reports when nothing changed', async () => {
    const { run, signUp, admin, ben, signIn } = await startOperated();
    const phil = await signUp('+15550100200', { name: 'Phil', description: 'Hi' });
    expect(await run('ban', '+1 (555) 010-0200', '--reason', 'spam')).toEqual([
      0,
      'Phil (+15550100200) is banned.\n',
    ]);
    await expect(phil.calls.getUser()).rejects.toMatchObject({ code: 3001 });
    expect(await run('unban', phil.userId)).toEqual([0, 'Phil (+15550100200) is no longer banned.\n']);
    expect(await run('unban', phil.userId)).toEqual([0, 'Phil (+15550100200) was not banned.\n']);
    expect((await (await signIn('+15550100200')).calls.getUser()).name).toBe('Phil');
    expect(await run('ban', admin.userId, '--reason', 'x')).toEqual([1, 'An admin cannot be banned.\n']);
    expect(await run('ban', 'ghost@example.org', '--reason', 'x')).toEqual([
      1,
      'Nobody has the address ghost@example.org.\n',
    ]);
    expect((await run('ban', 'ben@example.org', '--reason', ' '))[0]).toBe(1);
    expect((await ben.calls.getUser()).name).toBe('Ben');
    const { entries } = await admin.calls.listAudit({});
    expect(entries.map(({ action, adminUserId }) => [action, adminUserId])).toEqual([
      ['unban', null],
      ['ban', null],
    ]);
  });

  test('makes admins beside ADMIN_EMAILS: they moderate, cannot be blocked or banned, get the report mails', async () => {
    const { run, ben, mallory, clock, sent, runJobs } = await startOperated();
    await expect(ben.calls.listReports({})).rejects.toMatchObject({ code: 3000 });
    expect((await run('make-admin', 'ben@example.org'))[0]).toBe(0);
    clock.advance({ seconds: 2 });
    expect((await ben.calls.listReports({})).count).toBe(0);
    expect((await ben.calls.getUser()).isAdmin).toBe(true);
    expect((await run('ban', 'ben@example.org', '--reason', 'x'))[0]).toBe(1);
    await expect(mallory.calls.blockUser({ userId: ben.userId })).rejects.toMatchObject({ code: 3000 });

    const { chatMessageId } = await mallory.calls.sendTextMessage({ userId: ben.userId, content: 'rude' });
    await ben.calls.reportMessage({ chatMessageId });
    await runJobs();
    const mailed = sent().filter(({ subject }) => subject === 'A message was reported');
    expect(mailed.map(({ to }) => to).toSorted()).toEqual(['admin@example.org', 'ben@example.org']);

    expect(await run('remove-admin', 'ben@example.org')).toEqual([
      0,
      'Ben (ben@example.org) is not an admin.\n',
    ]);
    clock.advance({ seconds: 2 });
    await expect(ben.calls.listReports({})).rejects.toMatchObject({ code: 3000 });
    expect((await run('remove-admin', 'admin@example.org'))[1]).toContain('still an admin');
    await run('ban', 'mallory@example.org', '--reason', 'x');
    expect((await run('make-admin', 'mallory@example.org'))[0]).toBe(1);
    expect(await run('make-admin', 'ghost@example.org')).toEqual([
      1,
      'Nobody has the address ghost@example.org. Sign in once with it before, or name it in ADMIN_EMAILS.\n',
    ]);
  });

  test('makes no banned member an admin', async () => {
    const { run, ben, signIn } = await startOperated();
    await run('ban', 'ben@example.org', '--reason', 'x');
    expect(await run('make-admin', 'ben@example.org')).toEqual([1, 'A banned person cannot be an admin.\n']);
    await run('unban', 'ben@example.org');
    expect((await (await signIn(ben.address)).calls.getUser()).isAdmin).toBe(false);
  });

  test('without ADMIN_EMAILS the first admin made is the one to chat with', async () => {
    const app = await startModerated({ ADMIN_EMAILS: '' });
    const { platform, visitor, ben, mallory, clock } = app;
    expect(await visitor().calls.getStaticData()).not.toHaveProperty('adminUserId');
    await runOperatorCommand(platform, ['make-admin', ben.userId]);
    clock.advance({ minutes: 1 });
    await runOperatorCommand(platform, ['make-admin', mallory.userId]);
    expect((await visitor().calls.getStaticData()).adminUserId).toBe(ben.userId);
    // Once more changes nothing, neither the order nor the audit trail.
    await runOperatorCommand(platform, ['make-admin', ben.userId]);
    expect((await visitor().calls.getStaticData()).adminUserId).toBe(ben.userId);
    const acts = await platform.db.selectFrom('moderation_audit').select('user_id').execute();
    expect(acts).toHaveLength(2);
  });

  test('somebody who is no longer an admin gets no mail that was waiting', async () => {
    const { run, ben, mallory, sent, runJobs } = await startOperated();
    await run('make-admin', 'ben@example.org');
    const { chatMessageId } = await mallory.calls.sendTextMessage({ userId: ben.userId, content: 'rude' });
    await ben.calls.reportMessage({ chatMessageId });
    await run('remove-admin', 'ben@example.org');
    await runJobs();
    const mailed = sent().filter(({ subject }) => subject === 'A message was reported');
    expect(mailed.map(({ to }) => to)).toEqual(['admin@example.org']);
  });

  test('shows a person with their history, reports that wait, and how many of everything there is', async () => {
    const { run, mallory, ben, admin } = await startOperated();
    const { chatMessageId } = await mallory.calls.sendTextMessage({ userId: ben.userId, content: 'rude' });
    await ben.calls.reportMessage({ chatMessageId, reason: 'harassment' });
    expect((await run('reports'))[1]).toMatch(
      new RegExp(`^${mallory.userId}  2030-03-05  harassment  Mallory \\(1 report\\)  by Ben\n1 of 1`),
    );
    const { reports } = await admin.calls.listReports({});
    await admin.calls.dismissReport({ reportId: reports[0]!.reportId });
    expect(await run('reports')).toEqual([0, 'No reports.\n']);
    expect((await run('reports', '--status', 'dismissed'))[1]).toContain('1 of 1');
    const [, shown] = await run('show', 'mallory@example.org');
    expect(shown).toMatch(/email +mallory@example\.org\n/);
    expect(shown).toMatch(/reports about +1\n/);
    expect(shown).toMatch(/2030-03-05 {2}dismiss-report {2}Ada/);
    const [, stats] = await run('stats');
    expect(stats).toMatch(/^people +3$/m);
    expect(stats).toMatch(/^messages +1$/m);
    expect(stats).toMatch(/^reports waiting +0$/m);
  });

  test('counts members and messages of 24 hours, and the times ahead', async () => {
    const { run, mallory, ben, clock, signIn } = await startOperated();
    const inHours = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000);
    for (const hours of [1, 30, 50]) {
      const { scheduleSlotId } = await ben.calls.createSlot({ startsAt: inHours(hours), duration: 30 });
      if (hours === 30) await mallory.calls.bookSlot({ userId: ben.userId, scheduleSlotId });
    }
    await mallory.calls.sendTextMessage({ userId: ben.userId, content: 'hello' });
    const figures = async () => {
      const [, text] = await run('stats');
      const names = ['new in 24 hours', 'active in 24 hours', 'messages in 24 hours', 'times ahead'];
      return [...names, 'of them booked'].map((name) =>
        Number(new RegExp(`^${name} +(\\d+)$`, 'm').exec(text)?.[1]),
      );
    };
    expect(await figures()).toEqual([3, 3, 1, 3, 1]);
    clock.advance({ hours: 24 });
    await signIn(ben.address);
    expect(await figures()).toEqual([0, 1, 0, 2, 1]);
  });

  test('invites, lists invitations without their secret, and revokes them', async () => {
    const { run, platform, visitor, clock } = await startOperated();
    expect(await run('invitations')).toEqual([0, 'No invitations.\n']);
    const [exitCode, output] = await run('invite', '--uses', '3', '--days', '7', '--domain', 'Uni.example');
    const [, secret = '', id = ''] =
      /^http:\/\/localhost:\d+\/join\/([\w-]{22})\nInvitation ([0-9a-f-]{36}), for 3 accounts until 2030-03-12\./.exec(
        output,
      ) ?? [];
    expect([exitCode, id]).not.toContain('');
    expect(await visitor().calls.getInvitation({ secret })).toMatchObject({ domain: 'uni.example' });
    expect((await run('invitations'))[1]).toBe(`${id}  0 of 3 used  uni.example  until 2030-03-12\n`);
    expect(await run('revoke', id)).toEqual([0, `Invitation ${id} is revoked.\n`]);
    expect((await run('invitations'))[1]).toContain('revoked');
    await expect(visitor().calls.getInvitation({ secret })).rejects.toMatchObject({ code: 4001 });
    for (const unknown of [secret, '00000000-0000-7000-8000-000000000000'])
      expect(await run('revoke', unknown)).toEqual([1, `There is no invitation ${unknown}.\n`]);
    expect((await run('invite', '--domain', 'uni'))[0]).toBe(1);
    clock.advance({ seconds: 1 });
    expect((await run('invite'))[1]).toContain(', for 1 account until 2030-03-19.');
    await platform.db.updateTable('invitations').set({ uses_left: 0 }).where('uses_max', '=', 1).execute();
    const states = async () =>
      (await run('invitations'))[1].split('\n').map((line) => line.split(/ {2,}/).slice(1));
    const earlier = ['0 of 3 used', 'uni.example', 'until 2030-03-12', 'revoked'];
    const next = ['1 of 1 used', 'any address', 'until 2030-03-19'];
    expect(await states()).toEqual([[...next, 'used up'], earlier, []]);
    clock.advance({ days: 14 });
    expect(await states()).toEqual([[...next, 'expired'], earlier, []]);
    expect(platform.config.signUp).toBe('open');
  });

  test.each([
    [['dance']],
    [['ban']],
    [['ban', 'a@example.org']],
    [['ban', 'a@example.org', 'b@example.org', '--reason', 'x']],
    [['list', 'a@example.org']],
    [['list', '--limit', '0']],
    [['list', '--limit', '1001']],
    [['list', '--limit', 'many']],
    [['reports', '--status', 'lost']],
    [['stats', '--verbose']],
    [['constructor']],
    [['invite', 'a@example.org']],
    [['invite', '--uses', '2001']],
    [['invite', '--uses', '0']],
    [['invite', '--days', '0']],
    [['invite', '--days', '181']],
    [['revoke']],
  ])('%j is not understood: exit code 2 and the help', async (args) => {
    const { run } = await startOperated();
    const [exitCode, output] = await run(...args);
    expect(exitCode).toBe(2);
    expect(output).toContain('Usage: npm run admin');
    expect(output.trimEnd().split('\n').at(-1)).not.toMatch(/^Exit code/);
  });

  test("a ban from a separate process disconnects the member's sockets on running nodes and no others", async () => {
    const { mallory, ben, platform } = await startOperated();
    const { databaseUrl, redisUrl, dataDir } = platform.config;
    // The embedded database serves a single process; server/test/admin-command.test.ts covers that case.
    if (databaseUrl === null || redisUrl === null) return;
    const [theirs, others] = [await mallory.connect(), await ben.connect()];
    const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, DATA_DIR: dataDir };
    expect(await runAdmin(env, 'ban', 'mallory@example.org', '--reason', 'spam')).toEqual({
      exitCode: 0,
      output: 'Mallory (mallory@example.org) is banned.\n',
    });
    await vi.waitFor(() => expect(theirs.getStatus()).not.toBe('connected'), 1000);
    // The clock stands still: the node was notified, not waiting for its cache to expire.
    await vi.waitFor(() => expect(mallory.calls.getUser()).rejects.toMatchObject({ code: 3001 }), 1000);
    expect(others.getStatus()).toBe('connected');
    const { chatMessageId } = await ben.calls
      .sendTextMessage({ userId: mallory.userId, content: 'still there?' })
      .catch(() => ({ chatMessageId: null }));
    expect(chatMessageId).toBeNull();
  });
});
