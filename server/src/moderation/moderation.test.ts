import { describe, expect, test, vi } from 'vitest';
import { codeOf, startModerated } from '#test/moderation';
import type { Persona } from '#test/personas';

const namesFoundBy = async ({ calls }: Persona): Promise<string[]> =>
  (await calls.searchUsers({})).users.map((user) => user.name).toSorted();

describe('a ban (decisions §6)', () => {
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

  test('cuts live sockets on every node and lets nothing through afterwards', async () => {
    const { admin, mallory, ben, startNode, on, platform } = await startModerated({ RATE_LIMITS: 'off' });
    const sockets = [await mallory.connect()];
    // The embedded database serves one process; several nodes go with Redis.
    if (platform.config.redisUrl !== null) sockets.push(await on(await startNode(), mallory).connect());
    const sends = Array.from({ length: 20 }, (_, index) =>
      codeOf(mallory.calls.sendTextMessage({ userId: ben.userId, content: `m${index}` })),
    );
    await admin.calls.banUser({ userId: mallory.userId, reason: 'spam' });
    const stored = await countStored(ben);
    expect((await Promise.all(sends)).filter((code) => code !== null && code !== 3001)).toEqual([]);
    expect(await countStored(ben)).toBe(stored);
    await vi.waitFor(
      () => expect(sockets.map((socket) => socket.getStatus())).not.toContain('connected'),
      1000,
    );
  });

  test('the same address cannot register again, also after the account was deleted', async () => {
    const { admin, mallory, visitor, prove } = await startModerated();
    await admin.calls.banUser({ userId: mallory.userId, reason: 'spam' });
    const guest = visitor();
    const token = await prove(guest, 'mallory@example.org', 'sign-up');
    expect(await codeOf(guest.calls.createUser({ email: 'mallory@example.org', token }))).toBe(3001);
  });

  test('lifted, the profile and the conversation are back and the person may sign in', async () => {
    const { admin, mallory, ben, signIn } = await startModerated();
    await mallory.calls.sendTextMessage({ userId: ben.userId, content: 'hello' });
    await admin.calls.banUser({ userId: mallory.userId, reason: 'mistake' });
    await admin.calls.unbanUser({ userId: mallory.userId });
    const back = await signIn('mallory@example.org');
    expect((await back.calls.getUser()).name).toBe('Mallory');
    expect(await namesFoundBy(ben)).toEqual(['Ada', 'Mallory']);
    expect((await ben.calls.getChatStat()).unreadMessages).toBe(1);
  });

  test('is not for admins, not for nobody, and stands in the audit trail', async () => {
    const { admin, mallory } = await startModerated();
    const nobody = '0197f0c0-0000-7000-8000-000000000000';
    expect(await codeOf(admin.calls.banUser({ userId: admin.userId, reason: 'me' }))).toBe(3000);
    expect(await codeOf(admin.calls.banUser({ userId: nobody, reason: 'x' }))).toBe(4002);
    await admin.calls.banUser({ userId: mallory.userId, reason: 'spam' });
    await admin.calls.unbanUser({ userId: mallory.userId });
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

/** Everything that is stored for somebody, hidden conversations too. */
async function countStored({ calls }: Persona): Promise<number> {
  const { messages } = (await calls.exportUser()) as { messages: unknown[] };
  return messages.length;
}
