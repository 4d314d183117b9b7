import { io, type Socket } from 'socket.io-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAuthenticate } from '#access/access';
import { afterTest } from '#test/after-test';
import { type Community, type Persona, startCommunity } from '#test/personas';

const maria = 'maria@example.org';

let app: Community;
let me: Persona;
beforeEach(async () => {
  app = await startCommunity();
  me = await app.signUp(maria);
});

function open(url: string, auth: Record<string, unknown>, headers = {}): Socket {
  const socket = io(url, { auth, transports: ['websocket'], reconnection: false, extraHeaders: headers });
  afterTest(async () => {
    socket.disconnect();
    return undefined;
  });
  return socket;
}

const connected = (socket: Socket) =>
  new Promise<Socket>((resolve, reject) => {
    socket.on('connect', () => resolve(socket));
    socket.on('connect_error', reject);
  });

/** Returns the milliseconds until the server disconnects. */
const cutAfterMs = (socket: Socket): Promise<number> => {
  const start = performance.now();
  return new Promise((resolve) => {
    if (!socket.connected) resolve(0);
    socket.on('disconnect', () => resolve(performance.now() - start));
  });
};

const refusedWith = (auth: Record<string, unknown>) =>
  connected(open(app.url, auth)).then(
    () => 'connected',
    (error: { data?: { code: number } }) => error.data?.code,
  );

// Rules: docs/specification/access.md#realtime-connection
describe('sockets', () => {
  test('a refused connection gets a connect_error with the error body', async () => {
    expect(await refusedWith({})).toBe(2002);
    expect(await refusedWith({ token: 'x' })).toBe(2000);
    await me.calls.endSession({ userSessionId: me.userSessionId });
    expect(await refusedWith({ token: me.tokens.accessToken })).toBe(2004);
    const other = await app.signUp('other@example.org');
    app.clock.advance({ minutes: 15 });
    expect(await refusedWith({ token: other.tokens.accessToken })).toBe(2001);
  });

  test('sign-out disconnects the sockets of that session within a second on every node, and no others', async () => {
    const phone = await app.signIn(maria);
    const node = await app.startNode();
    const sockets = await Promise.all(
      [app.url, node.url].map((url) => connected(open(url, { token: me.tokens.accessToken }))),
    );
    const stays = await connected(open(node.url, { token: phone.tokens.accessToken }));
    const cuts = Promise.all(sockets.map(cutAfterMs));
    await phone.calls.endOtherSessions();
    if (app.platform.config.redisUrl === null) {
      // Two nodes without Redis are not connected; only the first one's own sockets can be checked.
      expect(await cutAfterMs(sockets[0]!)).toBeLessThan(1000);
    } else {
      for (const ms of await cuts) expect(ms).toBeLessThan(1000);
    }
    expect(stays.connected).toBe(true);
  });

  test('deletion and ban disconnect every socket of the person', async () => {
    const socket = await connected(open(app.url, { token: me.tokens.accessToken }));
    const token = await app.prove(me, maria, 'delete-user');
    const cut = cutAfterMs(socket);
    await me.calls.deleteUser({ token });
    expect(await cut).toBeLessThan(1000);

    const other = await app.signUp('other@example.org');
    const second = await connected(open(app.url, { token: other.tokens.accessToken }));
    const { platform } = app;
    const secondCut = cutAfterMs(second);
    const after = await platform.db.transaction().execute(async (tx) => {
      await tx.updateTable('users').set({ banned_at: app.clock.now() }).execute();
      return platform.effects.run(platform, tx, 'userBanned', { userId: other.userId });
    });
    await after();
    expect(await secondCut).toBeLessThan(1000);
    expect(await refusedWith({ token: other.tokens.accessToken })).toBe(3001);
  });

  test('theft disconnects the socket of the session', async () => {
    const socket = await connected(open(app.url, { token: me.tokens.accessToken }));
    const { calls } = app.visitor();
    const { refreshToken } = me.tokens;
    const next = await calls.reauthenticate({ refreshToken });
    await calls.reauthenticate({ refreshToken: next.refreshToken });
    const cut = cutAfterMs(socket);
    await expect(calls.reauthenticate({ refreshToken })).rejects.toMatchObject({ code: 2003 });
    expect(await cut).toBeLessThan(1000);
  });

  test('a recheck uses the cache for a second unless it must be fresh, and only events count as activity', async () => {
    const { authenticate, recheck } = createAuthenticate(app.platform);
    const caller = await authenticate(me.tokens.accessToken);
    const { pool } = app.platform;
    const lastActiveAt = async () =>
      (await pool.query('SELECT last_active_at FROM users')).rows[0].last_active_at;
    const before = app.clock.now();
    app.clock.advance({ minutes: 5 });
    await recheck(caller);
    expect(await lastActiveAt()).toEqual(before);
    await recheck(caller, { isActivity: true });
    await expect.poll(lastActiveAt).toEqual(app.clock.now());
    // Simulates another node ending the session without an event.
    await pool.query('UPDATE user_sessions SET ended_at = $1', [app.clock.now()]);
    await recheck(caller);
    await expect(recheck(caller, { isFresh: true })).rejects.toMatchObject({ code: 2004 });
  });

  test('a page of another origin is refused', async () => {
    const foreign = connected(
      open(app.url, { token: me.tokens.accessToken }, { origin: 'https://evil.example' }),
    );
    await expect(foreign).rejects.toThrow();
    await connected(
      open(app.url, { token: me.tokens.accessToken }, { origin: app.platform.config.publicUrl }),
    );
  });
});
