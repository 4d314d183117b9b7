import type { AuthResult } from '@parlance/contract/access';
import { ApiError } from '@parlance/contract/errors';
import { NetworkError } from './network-error.ts';
import { endsSession } from './session-errors.ts';
import { userSessionIdOf } from './token-claims.ts';
import type { TokenStorage } from './token-storage.ts';

/** How long a caller waits for a re-authentication that is under way, and how often it looks. */
export const reauthenticationWaitMs = { limit: 5000, poll: 100 } as const;
/** The name of the lock that tabs share around re-authentication. */
export const reauthenticationLock = 'parlance.reauthentication';

/** The part of Web Locks that is used: one holder of a name at a time, over all tabs. */
export interface Locks {
  request<T>(name: string, task: () => Promise<T>): Promise<T>;
}

/** What re-authentication needs from its surroundings. */
export interface ReauthenticationOptions {
  storage: TokenStorage;
  locks: Locks | null;
  /** Trades a refresh token for new tokens. */
  exchange: (refreshToken: string) => Promise<AuthResult>;
  onRenewed: (accessToken: string, refreshToken: string) => void;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Makes the function that renews the tokens: one exchange at a time in this tab and, with locks, over all tabs. */
export const createReauthentication = (options: ReauthenticationOptions): (() => Promise<string>) => {
  const { storage, locks, exchange, onRenewed } = options;
  let underWay: Promise<string> | null = null;

  const trade = async (): Promise<string> => {
    // Read inside the lock: another tab may have rotated the token while this one waited.
    const sent = storage.get();
    if (sent === null) throw new ApiError('NotSignedIn');
    let renewed: AuthResult;
    try {
      renewed = await exchange(sent);
    } catch (error) {
      // Only an answer ends a session. When none came the token stays: the server may have rotated it and
      // answers the same successor to the next attempt.
      if (!endsSession(error)) throw error;
      if (storage.get() === sent) storage.remove();
      return retrade(error);
    }
    const stored = storage.get();
    // A sign-out, or a sign-in as somebody else, while the answer travelled: the old session must not come back.
    if (stored === null || userSessionIdOf(stored) !== userSessionIdOf(sent)) {
      return retrade(new ApiError('NotSignedIn'));
    }
    // Without locks another tab can be further already; its newer token stays.
    if (stored === sent) storage.set(renewed.refreshToken);
    onRenewed(renewed.accessToken, renewed.refreshToken);
    return renewed.accessToken;
  };

  // Another tab has signed in meanwhile: its session is the one to continue.
  const retrade = async (error: unknown): Promise<string> => {
    if (storage.get() === null) throw error;
    return trade();
  };

  const start = async (): Promise<string> => {
    try {
      return await (locks ? locks.request(reauthenticationLock, trade) : trade());
    } finally {
      underWay = null;
    }
  };

  const waitFor = async (other: Promise<string>): Promise<string> => {
    for (let waitedMs = 0; underWay === other; waitedMs += reauthenticationWaitMs.poll) {
      if (waitedMs >= reauthenticationWaitMs.limit) throw new NetworkError();
      await sleep(reauthenticationWaitMs.poll);
    }
    return other;
  };

  return () => {
    if (underWay !== null) return waitFor(underWay);
    underWay = start();
    return underWay;
  };
};
