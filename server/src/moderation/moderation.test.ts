import { describe, expect, test, vi } from 'vitest';
import { afterTest } from '#test/after-test';
import { banOnTwoNodes } from '#test/ban-proof';
import { startGoogle } from '#test/google';
import { codeOf, startModerated } from '#test/moderation';
import type { Persona } from '#test/personas';

const namesFoundBy = async ({ calls }: Persona): Promise<string[]> =>
  (await calls.searchUsers({})).users.map((user) => user.name).toSorted();

// Rules: docs/specification/moderation.md#ban
describe('a ban', () => {
  test('answers 3001 to every call, sign-in and handshake, and hides the person', async () => {
    const { admin, mallory, ben, signIn } = await startModerated();
    await mallory.calls.sendTextMessage({ userId: ben.userId, content: 'buy this' });
    expect(await namesFoundBy(ben)).toEqual(['Ada', 'Mallory']);
    await admin.calls.banUser({ userId: mallory.userId, reason: 'spam' });

    expect(await codeOf(mallory.calls.getUser())).toBe(3001);
    expect(await codeOf(mallory.calls.searchUsers({}))).toBe(3001);
    expect(await codeOf(signIn('mallory@example.org'))).toBe(3001);
    expect(await namesFoundBy(ben)).toEqual(['Ada']);
    expect(await codeOf(ben.calls.getProfile({ userId: mallory.userId }))).toBe(4002);
    expect(await codeOf(ben.calls.sendTextMessage({ userId: mallory.userId, content: 'hello?' }))).toBe(4002);
    expect((await ben.calls.listChats({})).count).toBe(0);
    expect((await ben.calls.getChatStat()).unreadMessages).toBe(0);
  });

  test('disconnects live sockets on every node within a second; nothing is sent or received afterwards', async () => {
    const { startNode, clock, ...near } = await startModerated({ RATE_LIMITS: 'off' });
    // The embedded database serves a single process; a second node needs Redis.
    const far = near.platform.config.redisUrl === null ? near : await startNode();
    // Measured in timer ticks, which stop while the machine stalls. `npm run proof:ban` repeats it by wall clock.
    let beats = 0;
    const beating = setInterval(() => (beats += 1), 10);
    afterTest(async () => void clearInterval(beating));
    const lived = () => beats * 10;
    for (let trial = 1; trial <= 5; trial++) {
      const { problems } = await banOnTwoNodes([near, far], async () => clock.advance({ ms: 100 }), lived);
      expect(problems).toEqual([]);
    }
  });

  test('a stopping node does not disconnect sockets of other nodes', async () => {
    const { startNode, ben, mallory, on, platform } = await startModerated();
    if (platform.config.redisUrl === null) return;
    const node = await startNode();
    const [here, there] = [await ben.connect(), await on(node, mallory).connect()];
    await node.close();
    await vi.waitFor(() => expect(there.getStatus()).not.toBe('connected'), 1000);
    const told = new Promise((resolve) => here.on('chat:message', resolve));
    await mallory.calls.sendTextMessage({ userId: ben.userId, content: 'still here?' });
    expect(await told).toMatchObject({ content: 'still here?' });
    expect(here.getStatus()).toBe('connected');
  });

  test.each([
    ['email', 'mallory@example.org'],
    ['phone', '+15550100200'],
  ])('the same %s cannot register again or be moved to', async (_kind, address) => {
    const { admin, ben, visitor, prove, platform } = await startModerated();
    const column = address.includes('@') ? 'email' : 'phone';
    const guest = visitor();
    const first = await prove(guest, address, 'sign-up');
    const known = await guest.calls.createUser({ [column]: address, token: first }).catch(() => null);
    const { user_id } = await platform.db
      .selectFrom('users')
      .select('user_id')
      .where(column, '=', address)
      .executeTakeFirstOrThrow();
    expect(known === null).toBe(column === 'email');
    await admin.calls.banUser({ userId: user_id, reason: 'spam' });
    const token = await prove(visitor(), address, 'sign-up');
    expect(await codeOf(visitor().calls.createUser({ [column]: address, token }))).toBe(3001);
    const moved = await prove(ben, address, `update-${column}`);
    const update =
      column === 'email'
        ? ben.calls.updateEmail({ email: address, token: moved })
        : ben.calls.updatePhone({ phone: address, token: moved });
    expect(await codeOf(update)).toBe(column === 'email' ? 5007 : 5008);
  });

  test('the same Google account cannot register again, nor sign in', async () => {
    const google = await startGoogle();
    const { admin, ben, visitor, withTokens, clock, platform } = await startModerated(google.env);
    const identity = (changes = {}) =>
      google.identityToken(clock.now(), { sub: 'g-mallory', email: 'm@gmail.com', ...changes });
    const mallory = withTokens(await visitor().calls.createUser({ googleIdentityToken: await identity() }));
    await admin.calls.banUser({ userId: mallory.userId, reason: 'spam' });
    const enter = async (call: 'createUser' | 'authenticate', changes = {}) =>
      codeOf(visitor().calls[call]({ googleIdentityToken: await identity(changes) }));
    expect(await enter('createUser')).toBe(3001);
    expect(await enter('createUser', { email: 'other@gmail.com' })).toBe(3001);
    expect(await enter('createUser', { sub: 'g-other' })).toBe(3001);
    expect(await enter('authenticate')).toBe(3001);
    await platform.db.deleteFrom('users').where('user_id', '=', mallory.userId).execute();
    expect(await codeOf(ben.calls.connectGoogle({ googleIdentityToken: await identity() }))).toBe(5011);
  });

  test('lifted, the profile and the conversation are back and the person may sign in', async () => {
    const { admin, mallory, ben, signIn, signUp, prove } = await startModerated();
    await mallory.calls.sendTextMessage({ userId: ben.userId, content: 'hello' });
    await admin.calls.banUser({ userId: mallory.userId, reason: 'mistake' });
    await admin.calls.unbanUser({ userId: mallory.userId });
    const back = await signIn('mallory@example.org');
    expect((await back.calls.getUser()).name).toBe('Mallory');
    expect(await namesFoundBy(ben)).toEqual(['Ada', 'Mallory']);
    expect((await ben.calls.getChatStat()).unreadMessages).toBe(1);
    // The address is free for another account, too.
    await back.calls.deleteUser({ token: await prove(back, back.address, 'delete-user') });
    await signUp('mallory@example.org');
  });

  test('lifted, it leaves the block of each reader as it was', async () => {
    const { admin, mallory, ben, signUp } = await startModerated();
    const cleo = await signUp('cleo@example.org');
    for (const { userId } of [ben, cleo]) await mallory.calls.sendTextMessage({ userId, content: 'hello' });
    await ben.calls.blockUser({ userId: mallory.userId });
    await mallory.calls.blockUser({ userId: cleo.userId });
    await admin.calls.banUser({ userId: mallory.userId, reason: 'mistake' });
    await admin.calls.unbanUser({ userId: mallory.userId });
    const seenBy = async ({ calls }: Persona) => [
      (await calls.listChats({})).count,
      (await calls.getChatStat()).unreadMessages,
    ];
    expect([await seenBy(ben), await seenBy(cleo)]).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  test('said again, it has a new reason and its first time', async () => {
    const { admin, mallory, clock, platform } = await startModerated();
    await admin.calls.banUser({ userId: mallory.userId, reason: 'spam' });
    const first = clock.now();
    clock.advance({ minutes: 5 });
    await admin.calls.banUser({ userId: mallory.userId, reason: 'and worse' });
    const stored = await platform.db
      .selectFrom('users')
      .select(['banned_at', 'ban_reason'])
      .where('user_id', '=', mallory.userId)
      .executeTakeFirst();
    expect(stored).toEqual({ banned_at: first, ban_reason: 'and worse' });
  });

  test('is refused for admins and unknown members, and recorded in the audit trail', async () => {
    const { admin, mallory } = await startModerated();
    const unknownId = '0197f0c0-0000-7000-8000-000000000000';
    expect(await codeOf(admin.calls.banUser({ userId: admin.userId, reason: 'me' }))).toBe(3000);
    expect(await codeOf(admin.calls.banUser({ userId: unknownId, reason: 'x' }))).toBe(4002);
    await admin.calls.unbanUser({ userId: mallory.userId });
    await admin.calls.banUser({ userId: mallory.userId, reason: 'spam' });
    for (let press = 0; press < 2; press++) await admin.calls.unbanUser({ userId: mallory.userId });
    const { count, entries } = await admin.calls.listAudit({});
    expect(count).toBe(2);
    expect(
      entries.map(({ action, reason, adminUserId, userId }) => [action, reason, adminUserId, userId]),
    ).toEqual([
      ['unban', null, admin.userId, mallory.userId],
      ['ban', 'spam', admin.userId, mallory.userId],
    ]);
  });
});
