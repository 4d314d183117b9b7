import type { AuthResult } from '@parlance/contract/access';
import type { User } from '@parlance/contract/account';
import { ApiError } from '@parlance/contract/errors';
import type { FullProfile } from '@parlance/contract/people';
import type { StaticData } from '@parlance/contract/static-data';
import { type Calls, createCalls } from './http.ts';
import type { Locks } from './reauthentication.ts';
import { createStore } from './store.ts';
import { createMemoryStorage, type TokenStorage } from './token-storage.ts';
import { createTokens, type TokenChange, type Tokens } from './tokens.ts';
import { whereabouts } from './whereabouts.ts';

/** What the app knows of its session. A snapshot stays the same object until something changes. */
export interface SessionState {
  /** True until the start has found out who is here. */
  readonly loading: boolean;
  readonly staticData: StaticData | null;
  readonly user: User | null;
  readonly profile: FullProfile | null;
  readonly hasAccessToken: boolean;
  /** Why the last start, sign-in, refresh or loss of the session failed. */
  readonly error: unknown;
}

/** What was saved of the user. */
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
    | 'profileImageUrl'
    | 'locale'
    | 'showsActivity'
    | 'showsBookings'
  >
>;

/** What a session needs from its surroundings. */
export interface SessionOptions {
  /** Scheme and host of the API without a trailing slash; empty for the page's own origin. */
  baseUrl: string;
  fetch?: typeof fetch | undefined;
  /** The language of the page. */
  language?: string | undefined;
  /** Where the refresh token is kept; in memory when nothing is said. */
  storage?: TokenStorage | undefined;
  /** Web Locks, shared by the tabs; none when nothing is said. */
  locks?: Locks | null | undefined;
  /** Whether an expired access token is renewed without asking; on when nothing is said. */
  autoReauthenticate?: boolean | undefined;
  /** Tells analytics who is here. */
  identify?: ((userId: string) => void) | undefined;
}

/** The session machine: who is signed in, and the calls that carry their token. */
export interface Session {
  readonly calls: Calls;
  readonly tokens: Tokens;
  getState(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Loads the static data and continues a stored session. Calling it again tries again what failed. */
  start(): Promise<void>;
  /** Stops following other tabs. */
  stop(): void;
  /** Takes the tokens of a sign-in or sign-up and fetches user and profile; throws when that fails. */
  signIn(tokens: AuthResult): Promise<void>;
  /** Ends the session on the server, whether or not that works, and forgets both tokens. */
  signOut(): Promise<void>;
  /**
   * Fetches the user, then the profile again, and throws when that fails. Both are forgotten when the answer is about the
   * person (signed out, banned); a lost answer or a server in trouble is no news of them.
   */
  updateUser(): Promise<void>;
  /** Shows a change that the server has taken: as `updateUser`, but where only the look at it fails, what was saved stands. */
  showSaved(saved: SavedFields): Promise<void>;
}

// A stalled exchange would hold the lock of all tabs, a stalled sign-out the person.
const exchangeTimeoutMs = 20_000;
const signOutTimeoutMs = 5000;

// An answer of our server ends the session as specified. A lost answer, a proxy's page or an overloaded server
// proves nothing about the person, and keeps it.
const isVerdict = (error: unknown): boolean =>
  error instanceof ApiError && error.errorName !== null && error.statusCode !== 503;

const isAboutPerson = (error: unknown): boolean =>
  error instanceof ApiError && (error.statusCode === 401 || error.is('UserBanned'));

/** Makes a session. Nothing happens before `start`. */
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
      calls.reauthenticate(
        { refreshToken, ...whereabouts() },
        { signal: AbortSignal.timeout(exchangeTimeoutMs) },
      ),
  });
  const calls = createCalls({
    baseUrl,
    fetch,
    language: options.language,
    getAccessToken: (needed) => tokens.getAccessTokenFor(needed),
    onRefused: (error, accessToken, isRetry) => tokens.onRefused(error, accessToken, isRetry),
  });

  // Counts sessions, so that an answer for an earlier one is never shown as the present one's.
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
      store.set({ hasAccessToken: false, user: null, profile: null, error: cause });
      return;
    }
    if (isNewSession) {
      sessionNumber += 1;
      store.set({ hasAccessToken: true, user: null, profile: null, error: null });
    }
    if (store.get().user === null) {
      arrival = arrive();
      // Whoever waits for the arrival hears of its failure; otherwise the state tells it.
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
      const userSessionId = tokens.getUserSessionId();
      if (userSessionId !== null) {
        await calls
          .endSession({ userSessionId }, { signal: AbortSignal.timeout(signOutTimeoutMs) })
          .catch(() => undefined);
      }
      tokens.clear();
      store.set({ error: null });
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
        const { name, description, profileImageUrl } = user;
        store.set({ user, profile: profile && { ...profile, name, description, profileImageUrl } });
      }
    },
  };
};
