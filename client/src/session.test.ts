import { ApiError, type ErrorName } from '@parlance/contract/errors';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { profileOf, type SessionServer, startSessionServer, staticData, userOf } from '#test/session-server';
import { NetworkError } from './network-error.ts';
import { createSession, type SessionOptions } from './session.ts';
import { createMemoryStorage, type TokenStorage } from './token-storage.ts';

let server: SessionServer;
let storage: TokenStorage;

beforeEach(async () => {
  server = await startSessionServer();
  storage = createMemoryStorage();
});
afterEach(() => server.close());

const openSession = (options: Partial<SessionOptions> = {}) =>
  createSession({ baseUrl: server.baseUrl, storage, ...options });

const endingNames: ErrorName[] = ['RefreshTokenInvalid', 'SessionInvalid', 'UserBanned'];

// Rules: docs/specification/access.md#auth-session-in-the-client
describe('start', () => {
  it('is loading, loads the static data and ends signed out without a stored token', async () => {
    const session = openSession();
    expect(session.getState()).toEqual({
      loading: true,
      staticData: null,
      user: null,
      profile: null,
      hasAccessToken: false,
      error: null,
    });
    await session.start();
    expect(session.getState()).toMatchObject({ loading: false, staticData, user: null, error: null });
    expect(server.count('reauthenticate')).toBe(0);
  });

  it('continues a stored session: new tokens, the user, analytics, the profile, then loading ends', async () => {
    const { refreshToken, userId } = server.issue();
    storage.set(refreshToken);
    const identify = vi.fn();
    const session = openSession({ identify });
    const loadingWithUser: boolean[] = [];
    session.subscribe(() =>
      loadingWithUser.push(session.getState().loading && session.getState().user !== null),
    );
    await session.start();
    expect(session.getState()).toEqual({
      loading: false,
      staticData,
      user: userOf(userId),
      profile: profileOf(userId),
      hasAccessToken: true,
      error: null,
    });
    expect(identify.mock.calls).toEqual([[userId]]);
    expect(storage.get()).not.toBe(refreshToken);
    expect(loadingWithUser).toContain(true);
    const order = server.received.map(({ name }) => name).filter((name) => name !== 'getStaticData');
    expect(order).toEqual(['reauthenticate', 'getUser', 'getOwnProfile']);
  });

  it.each(endingNames)('removes the stored token when re-authentication fails with %s', async (name) => {
    storage.set(server.issue().refreshToken);
    server.answer('reauthenticate', () => {
      throw new ApiError(name);
    });
    const session = openSession();
    await session.start();
    expect(storage.get()).toBeNull();
    expect(session.getState()).toMatchObject({ loading: false, user: null, hasAccessToken: false });
    expect(session.getState().error).toMatchObject({ errorName: name });
  });

  it.each(['ServerError', 'TooManyRequests', 'RequestDataInvalid'] as const)(
    'ends loading and keeps the stored token when it fails with %s',
    async (name) => {
      const { refreshToken } = server.issue();
      storage.set(refreshToken);
      server.answer('reauthenticate', () => {
        throw new ApiError(name);
      });
      const session = openSession();
      await session.start();
      expect(storage.get()).toBe(refreshToken);
      expect(session.getState()).toMatchObject({ loading: false, user: null, error: { errorName: name } });
    },
  );

  it('keeps the session after a lost response and continues it on the next start', async () => {
    const { refreshToken, userId } = server.issue();
    storage.set(refreshToken);
    const session = createSession({ baseUrl: 'http://127.0.0.1:1', storage });
    await session.start();
    expect(session.getState()).toMatchObject({ loading: false, user: null });
    expect(session.getState().error).toBeInstanceOf(NetworkError);
    expect(storage.get()).toBe(refreshToken);

    const online = openSession();
    server.answer('getUser', ({ lose }) => lose());
    await online.start();
    expect(online.getState().error).toBeInstanceOf(NetworkError);
    expect(storage.get()).not.toBeNull();
    server.answer('getUser', () => userOf(userId));
    await online.start();
    expect(online.getState()).toMatchObject({ loading: false, error: null, user: { userId } });
  });

  it('shows a failure of the static data and still continues the session', async () => {
    const { refreshToken, userId } = server.issue();
    storage.set(refreshToken);
    server.answer('getStaticData', () => {
      throw new ApiError('ServerError');
    });
    const session = openSession();
    await session.start();
    expect(session.getState()).toMatchObject({ staticData: null, user: { userId }, error: { code: 7000 } });
  });
});

describe('other tabs', () => {
  it('are followed once, however often the start is repeated, until the end', async () => {
    const unfollow = vi.fn();
    const follow = vi.fn(() => unfollow);
    const session = openSession({ storage: { ...storage, subscribe: follow } });
    await session.start();
    await session.start();
    expect(follow).toHaveBeenCalledTimes(1);
    session.stop();
    session.stop();
    expect(unfollow).toHaveBeenCalledTimes(1);
    await session.start();
    expect(follow).toHaveBeenCalledTimes(2);
  });
});

describe('the access token becomes a value', () => {
  it.each(['getUser', 'getOwnProfile'] as const)(
    'removes the stored token and shows the error when %s is refused',
    async (name) => {
      server.answer(name, () => {
        throw new ApiError('ServerError');
      });
      const session = openSession();
      await expect(session.signIn(server.issue())).rejects.toMatchObject({ code: 7000 });
      expect(storage.get()).toBeNull();
      expect(session.getState()).toMatchObject({ user: null, profile: null, hasAccessToken: false });
      expect(session.getState().error).toMatchObject({ code: 7000 });
    },
  );

  it.each([502, 503])('keeps the session when a proxy answers %i, which proves nothing', async (status) => {
    server.answer('getUser', ({ answerRaw }) => answerRaw(status, 'busy'));
    const session = openSession();
    await expect(session.signIn(server.issue())).rejects.toThrow(`Request failed with status ${status}`);
    expect(storage.get()).not.toBeNull();
  });

  it('keeps the session when the server is overloaded (503 with its code)', async () => {
    server.answer('getUser', () => {
      throw new ApiError('ServerError', { statusCode: 503, timeout: 5 });
    });
    const session = openSession();
    const { refreshToken, ...issued } = server.issue();
    await expect(session.signIn({ refreshToken, ...issued })).rejects.toMatchObject({
      code: 7000,
      statusCode: 503,
    });
    expect(storage.get()).toBe(refreshToken);
    expect(session.getState()).toMatchObject({ hasAccessToken: true, error: { statusCode: 503 } });
  });

  it("stores a profile as the user's own only when its id matches", async () => {
    const { userId, ...tokens } = server.issue();
    server.answer('getOwnProfile', () => profileOf('018f0000-0000-7000-8000-00000000000f'));
    const session = openSession();
    await session.signIn(tokens);
    expect(session.getState()).toMatchObject({ user: { userId }, profile: null });
  });

  it('shows the second person when two sign in one after the other', async () => {
    const session = openSession();
    await session.signIn(server.issue());
    const second = server.issue();
    await session.signIn(second);
    expect(session.getState()).toMatchObject({
      user: { userId: second.userId },
      profile: { userId: second.userId },
    });
  });

  it('stays when the token of an earlier session is refused for good', async () => {
    const session = openSession();
    const first = server.issue();
    await session.signIn(first);
    const second = server.issue();
    await session.signIn(second);
    await session.tokens.onRefused(new ApiError('SessionInvalid'), first.accessToken, false);
    expect(session.tokens.getAccessToken()).toBe(second.accessToken);
    expect(session.tokens.hasRefreshToken()).toBe(true);
    await session.tokens.onRefused(new ApiError('SessionInvalid'), second.accessToken, false);
    expect(session.getState()).toMatchObject({ hasAccessToken: false, user: null });
  });

  it('never shows the answer for an earlier session', async () => {
    const first = server.issue();
    let release = () => {};
    server.answer('getUser', async (request) => {
      const { userId } = server.authenticate(request);
      if (userId === first.userId) {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      }
      return userOf(userId);
    });
    const identify = vi.fn();
    const session = openSession({ identify });
    const late = session.signIn(first);
    await vi.waitFor(() => expect(server.count('getUser')).toBe(1));
    const second = server.issue();
    await session.signIn(second);
    release();
    await late;
    expect(session.getState().user?.userId).toBe(second.userId);
    expect(identify.mock.calls).toEqual([[second.userId]]);
  });

  it('does not show the member of an earlier session whose profile arrives after the next sign-in', async () => {
    const first = server.issue();
    let release = () => {};
    server.answer('getOwnProfile', async (request) => {
      const { userId } = server.authenticate(request);
      if (userId === first.userId) {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      }
      return profileOf(userId);
    });
    const session = openSession();
    const late = session.signIn(first);
    await vi.waitFor(() => expect(server.count('getOwnProfile')).toBe(1));
    const second = server.issue();
    await session.signIn(second);
    release();
    await late;
    const { user, profile } = session.getState();
    expect([user?.userId, profile?.userId]).toEqual([second.userId, second.userId]);
  });

  it('keeps user and profile when the token is only renewed', async () => {
    const session = openSession();
    await session.signIn(server.issue());
    const { user } = session.getState();
    server.expireAccessTokens();
    await session.calls.getChatStat();
    expect(session.getState().user).toBe(user);
    expect(server.count('getUser')).toBe(1);
  });
});

describe('signing out', () => {
  it("deletes this session on the server by the refresh token's claim and forgets everything", async () => {
    const session = openSession();
    const { userSessionId, ...tokens } = server.issue();
    await session.signIn(tokens);
    await session.signOut();
    expect(server.received.at(-1)).toMatchObject({ name: 'endSession', params: { userSessionId } });
    expect(server.sessionCount()).toBe(0);
    expect(storage.get()).toBeNull();
    expect(session.getState()).toMatchObject({
      user: null,
      profile: null,
      hasAccessToken: false,
      error: null,
    });
  });

  it('ends a stored session without an access token, too', async () => {
    const { refreshToken, userSessionId } = server.issue();
    storage.set(refreshToken);
    await openSession().signOut();
    expect(server.received.at(-1)).toMatchObject({ name: 'endSession', params: { userSessionId } });
    expect([storage.get(), server.sessionCount()]).toEqual([null, 0]);
  });

  it('waits five seconds for a server that does not answer', async () => {
    const session = openSession();
    await session.signIn(server.issue());
    const gaveUp = new AbortController();
    const timeout = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((ms) => (ms === 5000 ? gaveUp.signal : new AbortController().signal));
    server.answer('endSession', () => new Promise(() => {}));
    const leaving = session.signOut();
    await vi.waitFor(() => expect(server.count('endSession')).toBe(1));
    expect(storage.get()).not.toBeNull();
    gaveUp.abort(new DOMException('late', 'TimeoutError'));
    await leaving;
    timeout.mockRestore();
    expect(storage.get()).toBeNull();
  });

  it('ignores any failure of the server', async () => {
    const session = openSession();
    await session.signIn(server.issue());
    server.answer('endSession', ({ lose }) => lose());
    await session.signOut();
    expect(storage.get()).toBeNull();
    await session.signIn(server.issue());
    server.refuseWith('SessionInvalid');
    await session.signOut();
    expect(storage.get()).toBeNull();
    expect(session.getState()).toMatchObject({ user: null, hasAccessToken: false, error: null });
  });
});

describe('updating the user', () => {
  it('fetches the user, then the profile again', async () => {
    const session = openSession();
    const { userId, ...tokens } = server.issue();
    await session.signIn(tokens);
    server.answer('getUser', () => ({ ...userOf(userId), name: 'Grace' }));
    server.answer('getOwnProfile', () => ({ ...profileOf(userId), name: 'Grace' }));
    await session.updateUser();
    expect(session.getState()).toMatchObject({ user: { name: 'Grace' }, profile: { name: 'Grace' } });
    expect(server.received.slice(-2).map(({ name }) => name)).toEqual(['getUser', 'getOwnProfile']);
  });

  it.each(['NotSignedIn', 'UserBanned'] as const)('clears both when the answer is %s', async (name) => {
    const session = openSession();
    await session.signIn(server.issue());
    server.answer('getOwnProfile', () => {
      throw new ApiError(name);
    });
    await expect(session.updateUser()).rejects.toMatchObject({ errorName: name });
    expect(session.getState()).toMatchObject({ user: null, profile: null, error: { errorName: name } });
  });

  it('keeps both when the answer says nothing about the person: a server in trouble', async () => {
    const session = openSession();
    await session.signIn(server.issue());
    const before = session.getState();
    server.answer('getUser', () => {
      throw new ApiError('ServerError');
    });
    await expect(session.updateUser()).rejects.toMatchObject({ code: 7000 });
    const { user, profile, error } = session.getState();
    expect({ user, profile }).toEqual({ user: before.user, profile: before.profile });
    expect(user).not.toBeNull();
    expect(error).toMatchObject({ code: 7000 });
  });

  it('keeps both when no answer comes, and knows what was saved', async () => {
    let isLost = false;
    const session = openSession({
      fetch: (...args) => (isLost ? Promise.reject(new TypeError('lost')) : fetch(...args)),
    });
    const { userId, ...tokens } = server.issue();
    await session.signIn(tokens);
    isLost = true;
    await session.showSaved({ name: 'Grace', correctMe: 'never' });
    expect(session.getState()).toMatchObject({
      user: { userId, name: 'Grace', correctMe: 'never' },
      profile: { name: 'Grace', correctMe: 'never' },
      error: expect.any(NetworkError),
    });
    isLost = false;
    server.answer('getUser', () => ({ ...userOf(userId), name: 'Grace Hopper' }));
    await session.updateUser();
    expect(session.getState()).toMatchObject({ user: { name: 'Grace Hopper' }, error: null });
  });

  it('after a save, an answer that ends the session is still one', async () => {
    const session = openSession();
    await session.signIn(server.issue());
    server.answer('getUser', () => {
      throw new ApiError('SessionInvalid');
    });
    await expect(session.showSaved({ name: 'Grace' })).rejects.toMatchObject({ code: 2004 });
    expect(session.getState()).toMatchObject({ user: null, profile: null, hasAccessToken: false });
  });
});

describe('state', () => {
  it('is the same object until a change, and listeners are called on changes only', async () => {
    const session = openSession();
    const listener = vi.fn();
    const unsubscribe = session.subscribe(listener);
    expect(session.getState()).toBe(session.getState());
    await session.start();
    const settled = session.getState();
    listener.mockClear();
    session.tokens.clear();
    expect(session.getState()).toBe(settled);
    expect(listener).not.toHaveBeenCalled();
    unsubscribe();
    await session.signIn(server.issue());
    expect(listener).not.toHaveBeenCalled();
  });
});
