import { ApiError, type ErrorName } from '@parlance/contract/errors';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type SessionServer, startSessionServer } from '#test/session-server';
import { createSharedStorage } from '#test/tabs';
import { NetworkError } from './network-error.ts';
import { createSession, type Session, type SessionOptions } from './session.ts';
import { createMemoryStorage, type TokenStorage } from './token-storage.ts';

let server: SessionServer;
let storage: TokenStorage;

beforeEach(async () => {
  server = await startSessionServer();
  storage = createMemoryStorage();
});
afterEach(() => server.close());

const signedIn = async (options: Partial<SessionOptions> = {}): Promise<Session> => {
  const session = createSession({ baseUrl: server.baseUrl, storage, ...options });
  await session.signIn(server.issue());
  return session;
};

/** Delays the server's answer to a re-authentication until it is released. */
const holdReauthentication = () => {
  const fetches: (() => void)[] = [];
  const holdingFetch: typeof fetch = async (input, init) => {
    if (String(input).endsWith('/reauth')) await new Promise<void>((resolve) => fetches.push(resolve));
    return fetch(input, init);
  };
  return {
    fetch: holdingFetch,
    started: () => vi.waitFor(() => expect(fetches.length).toBeGreaterThan(0)),
    release: () => {
      for (const go of fetches.splice(0)) go();
    },
  };
};

// Rules: docs/specification/errors.md#client-reactions
describe('an expired or invalid access token', () => {
  it('is renewed once for 20 calls at the same time, and all of them succeed', async () => {
    const session = await signedIn();
    server.expireAccessTokens();
    const stats = await Promise.all(Array.from({ length: 20 }, () => session.calls.getChatStat()));
    expect(stats).toEqual(Array.from({ length: 20 }, () => ({ unreadMessages: 3 })));
    expect(server.count('reauthenticate')).toBe(1);
  });

  it('is renewed once also when one of the refusals arrives after the renewal', async () => {
    const session = await signedIn();
    server.expireAccessTokens();
    const slow = server.received.length;
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.answer('listChats', async (request) => {
      if (server.received.length === slow + 1) await gate;
      server.authenticate(request);
      return { count: 0, chats: [] };
    });
    const late = session.calls.listChats();
    await vi.waitFor(() => expect(server.count('listChats')).toBe(1));
    await session.calls.getChatStat();
    release();
    expect(await late).toEqual({ count: 0, chats: [] });
    expect(server.count('reauthenticate')).toBe(1);
  });

  it.each(['AccessTokenExpired', 'AccessTokenInvalid'] as const)(
    'causes a single retry on %s',
    async (name) => {
      const session = await signedIn();
      server.answer('getChatStat', () => {
        throw new ApiError(name);
      });
      await expect(session.calls.getChatStat()).rejects.toMatchObject({ errorName: name });
      expect(server.count('getChatStat')).toBe(2);
      expect(server.count('reauthenticate')).toBe(1);
    },
  );

  it('is renewed for public calls too', async () => {
    const session = await signedIn();
    server.answer('searchUsers', (request) => {
      server.authenticate(request);
      return { count: 0, users: [] };
    });
    server.expireAccessTokens();
    expect(await session.calls.searchUsers()).toEqual({ count: 0, users: [] });
  });

  it('goes to the caller when renewing is turned off or there is no refresh token', async () => {
    const session = await signedIn({ autoReauthenticate: false });
    server.expireAccessTokens();
    await expect(session.calls.getChatStat()).rejects.toMatchObject({ code: 2001 });
    const other = await signedIn();
    storage.remove();
    server.expireAccessTokens();
    await expect(other.calls.getChatStat()).rejects.toMatchObject({ code: 2001 });
    expect(server.count('reauthenticate')).toBe(0);
  });

  it('is fetched before a call that needs one when only the refresh token is there', async () => {
    storage.set(server.issue().refreshToken);
    const session = createSession({ baseUrl: server.baseUrl, storage });
    expect(await session.calls.getChatStat()).toEqual({ unreadMessages: 3 });
  });
});

const ending: ErrorName[] = ['UserBanned', 'RefreshTokenInvalid', 'SessionInvalid'];

describe('other errors', () => {
  it.each(['NotAllowed', 'NotSignedIn', 'UserIsBlocked', 'ServerError'] as const)(
    '%s goes to the caller, once, and keeps the session',
    async (name) => {
      const session = await signedIn();
      server.refuseWith(name);
      await expect(session.calls.getChatStat()).rejects.toMatchObject({ errorName: name });
      expect(server.count('getChatStat')).toBe(1);
      expect(storage.get()).not.toBeNull();
      expect(session.getState().hasAccessToken).toBe(true);
    },
  );

  it.each(ending)('%s clears both tokens', async (name) => {
    const session = await signedIn();
    server.refuseWith(name);
    await expect(session.calls.getChatStat()).rejects.toMatchObject({ errorName: name });
    expect(storage.get()).toBeNull();
    expect(session.getState()).toMatchObject({ user: null, profile: null, hasAccessToken: false });
    expect(session.getState().error).toMatchObject({ errorName: name });
  });

  it.each(ending)('%s as the answer to the retry clears both tokens', async (name) => {
    const session = await signedIn();
    server.answer('getChatStat', () => {
      throw new ApiError(server.count('getChatStat') === 1 ? 'AccessTokenExpired' : name);
    });
    await expect(session.calls.getChatStat()).rejects.toMatchObject({ errorName: name });
    expect(storage.get()).toBeNull();
  });

  it.each(ending)('%s as the answer to re-authentication clears both tokens', async (name) => {
    const session = await signedIn();
    server.expireAccessTokens();
    server.answer('reauthenticate', () => {
      throw new ApiError(name);
    });
    await expect(session.calls.getChatStat()).rejects.toMatchObject({ errorName: name });
    expect(storage.get()).toBeNull();
    expect(session.getState()).toMatchObject({ user: null, hasAccessToken: false });
    expect(session.getState().error).toMatchObject({ errorName: name });
  });
});

describe('a refusal that comes late', () => {
  /** A call that stays in flight until the same tab has signed in with another account. */
  const refusedLate = async (name: ErrorName) => {
    const session = await signedIn();
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    server.answer('getChatStat', async () => {
      await gate;
      throw new ApiError(name);
    });
    const late = session.calls.getChatStat();
    await vi.waitFor(() => expect(server.count('getChatStat')).toBe(1));
    const next = server.issue();
    await session.signIn(next);
    release();
    await expect(late).rejects.toMatchObject({ errorName: name });
    return { session, next };
  };

  it.each(ending)('%s of the old token leaves the next session alone', async (name) => {
    const { session, next } = await refusedLate(name);
    expect(storage.get()).toBe(next.refreshToken);
    expect(session.tokens.getAccessToken()).toBe(next.accessToken);
    expect(session.getState()).toMatchObject({ user: { userId: next.userId }, error: null });
  });
});

// Rules: docs/specification/access.md#auth-session-in-the-client
describe('one re-authentication at a time', () => {
  afterEach(() => vi.useRealTimers());

  const withStalledExchange = async () => {
    const held = holdReauthentication();
    const session = await signedIn({ fetch: held.fetch });
    const first = session.tokens.reauthenticate();
    await held.started();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    return { session, first, held };
  };

  it('lets other callers wait up to 5000 ms and then fails without touching the tokens', async () => {
    const { session, first, held } = await withStalledExchange();
    const outcome = vi.fn();
    const waiting = session.tokens.reauthenticate().catch(outcome);
    await vi.advanceTimersByTimeAsync(4999);
    expect(outcome).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome.mock.calls[0]?.[0]).toBeInstanceOf(NetworkError);
    await waiting;
    expect(storage.get()).not.toBeNull();
    vi.useRealTimers();
    held.release();
    expect(await first).toBe(session.tokens.getAccessToken());
  });

  it('lets other callers look every 100 ms', async () => {
    const { session, first, held } = await withStalledExchange();
    const outcome = vi.fn();
    const waiting = session.tokens.reauthenticate().then(outcome);
    await vi.advanceTimersByTimeAsync(310);
    held.release();
    const renewed = await first;
    await vi.advanceTimersByTimeAsync(89);
    expect(outcome).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(outcome.mock.calls).toEqual([[renewed]]);
  });
});

// Rules: docs/specification/access.md#rotation
describe('a lost answer', () => {
  it('keeps the stored token, and the next attempt continues the same session', async () => {
    const session = await signedIn();
    server.expireAccessTokens();
    let lost = 0;
    const losingFetch: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (String(input).endsWith('/reauth') && lost++ === 0) throw new TypeError('connection reset');
      return response;
    };
    const reader = createSession({ baseUrl: server.baseUrl, storage, fetch: losingFetch });
    const before = storage.get();
    await expect(reader.calls.getChatStat()).rejects.toThrow(NetworkError);
    expect(server.count('reauthenticate')).toBe(1);
    expect(storage.get()).toBe(before);
    expect(await reader.calls.getChatStat()).toEqual({ unreadMessages: 3 });
    expect(await session.calls.getChatStat()).toEqual({ unreadMessages: 3 });
    expect(server.sessionCount()).toBe(1);
  });

  it('does not bring a session back that was signed out while the answer travelled', async () => {
    const held = holdReauthentication();
    const session = await signedIn({ fetch: held.fetch });
    const renewing = session.tokens.reauthenticate();
    await held.started();
    session.tokens.clear();
    held.release();
    await expect(renewing).rejects.toMatchObject({ errorName: 'NotSignedIn' });
    expect(storage.get()).toBeNull();
    expect(session.getState()).toMatchObject({ user: null, hasAccessToken: false });
  });
});

describe('tabs', () => {
  const locks = { request: <T>(name: string, task: () => Promise<T>) => navigator.locks.request(name, task) };

  const openTabs = (count: number, options: Partial<SessionOptions> = {}) => {
    const shared = createSharedStorage();
    const issued = server.issue();
    shared.cell.token = issued.refreshToken;
    const tabs = Array.from({ length: count }, () =>
      createSession({ baseUrl: server.baseUrl, storage: shared.openTab(), locks, ...options }),
    );
    return { shared, tabs, issued };
  };

  it.each([true, false])('renew side by side without ending the session (locks: %s)', async (withLocks) => {
    const { tabs } = openTabs(5, withLocks ? {} : { locks: null });
    await Promise.all(tabs.map((tab) => tab.start()));
    for (let round = 0; round < 5; round += 1) {
      server.expireAccessTokens();
      await Promise.all(tabs.flatMap((tab) => [tab.calls.getChatStat(), tab.calls.getChatStat()]));
    }
    for (const tab of tabs) tab.stop();
    expect(tabs.every((tab) => tab.getState().user !== null)).toBe(true);
    expect(server.sessionCount()).toBe(1);
  });

  it('exchange one after the other, each with the newest token', async () => {
    let exchanging = 0;
    let most = 0;
    const counted: typeof fetch = async (input, init) => {
      if (!String(input).endsWith('/reauth')) return fetch(input, init);
      exchanging += 1;
      most = Math.max(most, exchanging);
      return fetch(input, init).finally(() => {
        exchanging -= 1;
      });
    };
    const { tabs, issued } = openTabs(3, { fetch: counted });
    await Promise.all(tabs.map((tab) => tab.tokens.reauthenticate()));
    const sent = server.received
      .filter(({ name }) => name === 'reauthenticate')
      .map(({ payload }) => payload.refreshToken);
    expect(most).toBe(1);
    expect(sent[0]).toBe(issued.refreshToken);
    expect(new Set(sent).size).toBe(3);
  });

  it('keep the newest token when, without locks, an older answer comes late', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const lateFetch: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (String(input).endsWith('/reauth')) await released;
      return response;
    };
    const { shared, tabs } = openTabs(1, { locks: null });
    const [quick] = tabs as [Session];
    const late = createSession({ baseUrl: server.baseUrl, storage: shared.openTab(), fetch: lateFetch });
    const renewing = late.tokens.reauthenticate();
    await vi.waitFor(() => expect(server.count('reauthenticate')).toBe(1));
    await quick.tokens.reauthenticate();
    await quick.tokens.reauthenticate();
    const newest = shared.cell.token;
    release();
    await renewing;
    expect(shared.cell.token).toBe(newest);
    expect(await late.calls.getChatStat()).toEqual({ unreadMessages: 3 });
  });

  it('follow a sign-out and a sign-in in another tab', async () => {
    const { shared, tabs, issued } = openTabs(2);
    const [one, two] = tabs as [Session, Session];
    await Promise.all([one.start(), two.start()]);
    await one.signOut();
    await vi.waitFor(() => expect(two.getState()).toMatchObject({ user: null, hasAccessToken: false }));
    expect(shared.cell.token).toBeNull();

    const next = server.issue();
    await one.signIn(next);
    await vi.waitFor(() => expect(two.getState().user?.userId).toBe(next.userId));
    expect(next.userId).not.toBe(issued.userId);
    one.stop();
    two.stop();
  });

  it('take over a token that another tab has renewed without an exchange of their own', async () => {
    const { tabs } = openTabs(2);
    const [one, two] = tabs as [Session, Session];
    await Promise.all([one.start(), two.start()]);
    const before = server.count('reauthenticate');
    const accessToken = two.tokens.getAccessToken();
    await one.tokens.reauthenticate();
    expect(await two.calls.getChatStat()).toEqual({ unreadMessages: 3 });
    expect(server.count('reauthenticate')).toBe(before + 1);
    expect(two.tokens.getAccessToken()).toBe(accessToken);
    one.stop();
    two.stop();
  });

  it('follow each other until they are stopped, however often they were started', async () => {
    const { tabs } = openTabs(2);
    const [one, two] = tabs as [Session, Session];
    await Promise.all([one.start(), two.start()]);
    await two.start();
    two.stop();
    const before = two.getState();
    await one.signOut();
    await one.signIn(server.issue());
    await one.calls.getChatStat();
    expect(two.getState()).toBe(before);
    one.stop();
  });

  it('keep the token of another sign-in when one that has not noticed it signs out', async () => {
    const shared = createSharedStorage();
    const tab = createSession({ baseUrl: server.baseUrl, storage: shared.openTab() });
    const own = server.issue();
    await tab.signIn(own);
    const next = server.issue();
    shared.openTab().set(next.refreshToken);
    await tab.signOut();
    expect(server.received.at(-1)?.params).toEqual({ userSessionId: own.userSessionId });
    expect(tab.getState()).toMatchObject({ user: null, hasAccessToken: false });
    expect(shared.cell.token).toBe(next.refreshToken);
  });

  it('continue the session of a sign-in that came while the old one was being refused', async () => {
    const shared = createSharedStorage();
    const old = server.issue();
    shared.cell.token = old.refreshToken;
    const held = holdReauthentication();
    const tab = createSession({ baseUrl: server.baseUrl, storage: shared.openTab(), fetch: held.fetch });
    const starting = tab.start();
    await held.started();
    server.endSession(old.userSessionId);
    const next = server.issue();
    shared.openTab().set(next.refreshToken);
    held.release();
    await held.started();
    held.release();
    await starting;
    expect(tab.getState()).toMatchObject({ error: null, user: { userId: next.userId } });
    expect(server.sessionCount()).toBe(1);
    tab.stop();
  });
});
