import { expect, test } from 'vitest';
import { transact } from '#platform/effects';
import { acquaint } from '#test/appointments';
import { type Persona, startCommunity } from '#test/personas';

// The embedded database has one session, in which no two transactions are open at once.

const chatsOf = async ({ calls }: Persona) =>
  (await calls.listChats({})).chats.map(({ profile }) => profile.name);

test('an unblock while the partner is being banned leaves the conversation hidden', async () => {
  const { platform, clock, signUp } = await startCommunity();
  const ana = await signUp('ana@example.org', { name: 'Ana' });
  const ben = await signUp('ben@example.org', { name: 'Ben' });
  await acquaint(ana, ben);
  await ana.calls.blockUser({ userId: ben.userId });

  const [hidden, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const banning = transact(platform, async (tx) => {
    await tx.updateTable('users').set({ banned_at: clock.now() }).where('user_id', '=', ben.userId).execute();
    const after = await platform.effects.run(platform, tx, 'userBanned', { userId: ben.userId });
    hidden.resolve();
    await commit.promise;
    return after;
  });
  await hidden.promise;
  const unblocking = ana.calls.unblockUser({ userId: ben.userId });
  await expect
    .poll(
      async () => {
        const { rows } = await platform.pool.query(
          `SELECT query FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ~ 'conversation_members'`,
        );
        return rows.length;
      },
      { timeout: 10_000 },
    )
    .toBe(1);
  commit.resolve();
  await Promise.all([banning, unblocking]);
  expect(await chatsOf(ana)).toEqual([]);
});
