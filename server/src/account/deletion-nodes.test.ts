import { expect, test, vi } from 'vitest';
import { startCommunity } from '#test/personas';

test('deletion: sockets and calls end on every node, and the address is free again', async () => {
  const app = await startCommunity();
  const ana = await app.signUp('ana@example.org', { name: 'Ana', description: 'Hello' });
  // The embedded database serves one process, so the second node is the first; several nodes need Redis.
  const node = app.platform.config.redisUrl === null ? app : await app.startNode();
  const there = app.on(node, ana);
  const sockets = [await ana.connect(), await there.connect()];
  // A device without a socket: only an event from the other node evicts its session here.
  const phone = app.on(node, await app.signIn('ana@example.org'));
  expect((await phone.calls.listSessions()).count).toBe(2);
  await ana.calls.deleteUser({ token: await app.prove(ana, 'ana@example.org', 'delete-user') });
  await vi.waitFor(
    () => expect(sockets.map((socket) => socket.getStatus())).not.toContain('connected'),
    1000,
  );
  // The clock stands still: the session was evicted by an event, not by expiry.
  for (const { calls } of [ana, there, phone]) {
    await vi.waitFor(() => expect(calls.listSessions()).rejects.toMatchObject({ code: 2004 }), 1000);
  }
  const again = await app.signUp('ana@example.org');
  expect(again.userId).not.toBe(ana.userId);
});
