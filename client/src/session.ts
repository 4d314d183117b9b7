import type { AuthResult } from '@parlance/contract/access';
import type { User } from '@parlance/contract/account';
import { ApiError } from '@parlance/contract/errors';
import type { FullProfile } from '@parlance/contract/people';
import type { StaticData } from '@parlance/contract/static-data';
import { readTimeZone } from './client-time-zone.ts';
import { type Calls, type CallsOptions, createCalls } from './http.ts';
import type { Locks } from './reauthentication.ts';
import { createStore } from './store.ts';
import { createMemoryStorage, type TokenStorage } from './token-storage.ts';
import { createTokens, type TokenChange, type Tokens } from './tokens.ts';

/** State of the session. A snapshot keeps its identity until something changes. */
export interface SessionState {
  /** True until the start has resolved the stored session. */
  readonly loading: boolean;
  readonly staticData: StaticData | null;
  readonly user: User | null;
  readonly profile: FullProfile | null;
  readonly hasAccessToken: boolean;
  /** Cause of the last failed start, sign-in or refresh, or of the loss of the session. */
  readonly error: unknown;
}

export type SavedFields = Partial<
  Pick<
    User,
    | 'name'
    | 'description'
    | 'dailyGoal'
    | 'interests'
    | 'correctMe'
    | 'email'
    | 'phone'
    | 'googleUserId'
    | 'oidcSubject'
    | 'profileImageUrl'
    | 'locale'
    | 'showsActivity'
    | 'showsBookings'
    | 'writesToMe'
    | 'booksMe'
    | 'pausedUntil'
  >
>;

/** The saved fields that the own public profile repeats. */
const ofProfile = ({ name, description, profileImageUrl, correctMe }: User) => ({
  name,
  description,
  profileImageUrl,
  correctMe,
});

export interface SessionOptions {
  /** Scheme and host of the API without a trailing slash; empty for the page's own origin. */
  baseUrl: string;
  fetch?: typeof fetch | undefined;
  language?: string | undefined;
  /** Storage of the refresh token; in memory by default. */
  storage?: TokenStorage | undefined;
  /** Web Locks, shared by the tabs; none by default. */
  locks?: Locks | null | undefined;
  /** Whether an expired access token is renewed automatically; on by default. */
  autoReauthenticate?: boolean | undefined;
  /** Passes the user id to analytics. */
  identify?: ((userId: string) => void) | undefined;
}

/** The session: the signed-in user, and the calls that carry the user's token. */
export interface Session {
  readonly calls: Calls;
  readonly tokens: Tokens;
  getState(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Loads the static data and restores a stored session. A second call retries what failed. */
  start(): Promise<void>;
  /** Stops following other tabs. */
  stop(): void;
  /** Stores the tokens of a sign-in or sign-up and fetches user and profile; throws when that fails. */
  signIn(tokens: AuthResult): Promise<void>;
  /** Ends the session on the server, ignoring failures, and clears both tokens. */
  signOut(): Promise<void>;
  /**
   * Fetches user and profile again, and throws on failure. Both are cleared when the response concerns the member
   * (signed out, banned), but not after a lost response or a server error.
   */
  updateUser(): Promise<void>;
  /** Shows a saved change: as `updateUser`, but if only the refetch fails, the saved fields are applied locally. */
  showSaved(saved: SavedFields): Promise<void>;
}

// A stalled exchange would hold the lock of all tabs, and a stalled sign-out would block the member.
const exchangeTimeoutMs = 20_000;
const signOutTimeoutMs = 5000;

// A response of the API ends the session as specified. A lost response, a proxy's page or an overloaded server proves
// nothing about the member and keeps it.
const isVerdict = (error: unknown): boolean =>
  error instanceof ApiError && error.errorName !== null && error.statusCode !== 503;

const isAboutPerson = (error: unknown): boolean =>
  error instanceof ApiError && (error.statusCode === 401 || error.is('UserBanned'));

/** Creates a session. It is idle until `start`. */
export const createSession = (options: SessionOptions): Session => {
  const { baseUrl, fetch, identify, storage = createMemoryStorage(), autoReauthenticate = true } = options;
  const store = createStore<SessionState>({
    loading: true,
    staticData: null,
    user: null,
    profile: null,
    hasAccessToken: false,
    error: null,
  });
  const tokens = createTokens({
    storage,
    autoReauthenticate,
    locks: options.locks ?? null,
    exchange: (refreshToken) =>
      ownCalls.reauthenticate(
        { refreshToken, ...readTimeZone() },
        { signal: AbortSignal.timeout(exchangeTimeoutMs) },
      ),
  });
  const callsOptions: CallsOptions = {
    baseUrl,
    fetch,
    language: options.language,
    getAccessToken: tokens.getAccessTokenFor,
    onRefused: tokens.onRefused,
  };
  // Aborted during a sign-out: the server revokes the token at an unknown moment, so that no other call may carry it.
  let staying = new AbortController();
  const ownCalls = createCalls(callsOptions);
  const calls = createCalls({
    ...callsOptions,
    // A write that began before a sign-out may have been carried out, so that its response is awaited.
    until: (isRead) => (isRead || staying.signal.aborted ? staying.signal : undefined),
  });

  // Counts sessions, so that a stale response of an earlier session is discarded.
  let sessionNumber = 0;
  let arrival: Promise<void> = Promise.resolve();
  let unfollow: (() => void) | null = null;

  const fetchIdentity = async (): Promise<void> => {
    const mine = sessionNumber;
    const user = await calls.getUser();
    if (mine !== sessionNumber) return;
    identify?.(user.userId);
    const profile = await calls.getOwnProfile();
    if (mine !== sessionNumber) return;
    store.set({ user, profile: profile.userId === user.userId ? profile : null, error: null });
  };

  const arrive = async (): Promise<void> => {
    const mine = sessionNumber;
    try {
      await fetchIdentity();
    } catch (error) {
      if (mine === sessionNumber) {
        if (isVerdict(error)) tokens.clear();
        store.set({ error });
      }
      throw error;
    }
  };

  const onTokenChange = ({ accessToken, isNewSession, cause }: TokenChange): void => {
    if (accessToken === null) {
      sessionNumber += 1;
      // A refusal of the token that a sign-out revokes is no loss of the session.
      const error = staying.signal.aborted ? null : cause;
      store.set({ hasAccessToken: false, user: null, profile: null, error });
      return;
    }
    if (isNewSession) {
      sessionNumber += 1;
      store.set({ hasAccessToken: true, user: null, profile: null, error: null });
    }
    if (store.get().user === null) {
      arrival = arrive();
      // Awaiting callers receive the rejection; otherwise it is in the state. This avoids an unhandled rejection.
      arrival.catch(() => undefined);
    }
  };
  tokens.subscribe(onTokenChange);

  const updateUser = async (): Promise<void> => {
    try {
      await fetchIdentity();
    } catch (error) {
      store.set(isAboutPerson(error) ? { user: null, profile: null, error } : { error });
      throw error;
    }
  };

  const loadStaticData = async (): Promise<void> => {
    if (store.get().staticData === null) store.set({ staticData: await calls.getStaticData() });
  };

  const resume = async (): Promise<void> => {
    if (!tokens.hasRefreshToken()) return;
    if (tokens.getAccessToken() === null) await tokens.reauthenticate();
    else if (store.get().user === null) arrival = arrive();
    await arrival;
  };

  return {
    calls,
    tokens,
    getState: store.get,
    subscribe: store.subscribe,
    async start() {
      unfollow ??= tokens.followOtherTabs((error) => store.set({ error }));
      store.set({ loading: true, error: null });
      const outcomes = await Promise.allSettled([loadStaticData(), resume()]);
      const failure = outcomes.find((outcome) => outcome.status === 'rejected');
      store.set({ loading: false, ...(failure ? { error: failure.reason } : {}) });
    },
    stop() {
      unfollow?.();
      unfollow = null;
    },
    async signIn(authResult) {
      tokens.set(authResult);
      await arrival;
    },
    async signOut() {
      staying.abort();
      const userSessionId = tokens.getUserSessionId();
      if (userSessionId !== null) {
        await ownCalls
          .endSession({ userSessionId }, { signal: AbortSignal.timeout(signOutTimeoutMs) })
          .catch(() => undefined);
      }
      tokens.clear();
      store.set({ error: null });
      staying = new AbortController();
    },
    updateUser,
    async showSaved(saved) {
      try {
        await updateUser();
      } catch (error) {
        if (isAboutPerson(error)) throw error;
        const { user: known, profile } = store.get();
        if (known === null) return;
        const user = { ...known, ...saved };
        store.set({ user, profile: profile && { ...profile, ...ofProfile(user) } });
      }
    },
  };
};
