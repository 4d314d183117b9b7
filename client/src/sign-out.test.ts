import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type SessionServer, startSessionServer, userOf } from '#test/session-server';
import { createSession } from './session.ts';

const unsent = { name: 'AbortError' };
let server: SessionServer;
beforeEach(async () => {
  server = await startSessionServer();
});
afterEach(() => server.close());

async function signIn() {
  const session = createSession({ baseUrl: server.baseUrl });
  const { userId, ...tokens } = server.issue();
  await session.signIn(tokens);
  return { session, userId };
}

/** A sign-out whose response is held: the server has revoked the session already. */
function holdSignOut() {
  const held = Promise.withResolvers<void>();
  server.answer('endSession', async (request) => {
    server.endSession(server.authenticate(request).userSessionId);
    await held.promise;
    return {};
  });
  return held;
}

// Rules: docs/specification/access.md#auth-session-in-the-client
it('ends the reads under way at a sign-out and sends no call with the revoked token', async () => {
  const { session } = await signIn();
  const answered = Promise.withResolvers<void>();
  server.answer('getChatStat', () => answered.promise.then(() => ({ unreadMessages: 3 })));
  const held = holdSignOut();
  const early = session.calls.getChatStat();
  await vi.waitFor(() => expect(server.count('getChatStat')).toBe(1));

  const signedOut = session.signOut();
  await expect(early).rejects.toMatchObject(unsent);
  await vi.waitFor(() => expect(server.count('endSession')).toBe(1));
  const late = Promise.allSettled([
    session.calls.getChatStat(),
    session.calls.updateUser({ name: 'Grace' }),
    session.updateUser(),
  ]);
  held.resolve();
  answered.resolve();
  await signedOut;
  const outcomes = await late;
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.name)).toEqual(
    Array(3).fill('AbortError'),
  );
  expect(server.count('getChatStat') + server.count('updateUser')).toBe(1);
  expect(server.count('getUser')).toBe(1);
  expect(session.getState()).toMatchObject({ user: null, hasAccessToken: false, error: null });
});

it('awaits a write under way, and its refusal makes the sign-out no loss of the session', async () => {
  const { session, userId } = await signIn();
  const written = Promise.withResolvers<void>();
  server.answer('updateUser', async (request) => {
    await written.promise;
    server.authenticate(request);
    return userOf(userId);
  });
  const held = holdSignOut();
  const write = session.calls.updateUser({ name: 'Grace' });
  await vi.waitFor(() => expect(server.count('updateUser')).toBe(1));
  const errors: unknown[] = [];
  session.subscribe(() => errors.push(session.getState().error));

  const signedOut = session.signOut();
  await vi.waitFor(() => expect(server.count('endSession')).toBe(1));
  written.resolve();
  await expect(write).rejects.toMatchObject({ errorName: 'SessionInvalid' });
  held.resolve();
  await signedOut;
  expect(session.getState()).toMatchObject({ user: null, hasAccessToken: false });
  expect(errors).not.toEqual([]);
  expect(errors.filter(Boolean)).toEqual([]);
});

it('renews an expired token to end the session, and sends the calls of the next one again', async () => {
  const { session } = await signIn();
  server.expireAccessTokens();
  await session.signOut();
  expect(server.count('endSession')).toBe(2);
  expect(server.sessionCount()).toBe(0);
  await session.signIn(server.issue());
  expect(await session.calls.getChatStat()).toEqual({ unreadMessages: 3 });
});
