import type { AuthResult } from '@parlance/contract/access';
import { ApiError } from '@parlance/contract/errors';
import { NetworkError } from './network-error.ts';
import { endsSession } from './session-errors.ts';
import { userSessionIdOf } from './token-claims.ts';
import type { TokenStorage } from './token-storage.ts';

/** Maximum wait for a re-authentication that is under way, and the poll interval. */
export const reauthenticationWaitMs = { limit: 5000, poll: 100 } as const;
export const reauthenticationLock = 'parlance.reauthentication';

/** The subset of Web Locks in use: one holder of a name at a time, across tabs. */
export interface Locks {
  request<T>(name: string, task: () => Promise<T>): Promise<T>;
}

export interface ReauthenticationOptions {
  storage: TokenStorage;
  locks: Locks | null;
  /** Trades a refresh token for new tokens. */
  exchange: (refreshToken: string) => Promise<AuthResult>;
  onRenewed: (accessToken: string, refreshToken: string) => void;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Creates the function that renews the tokens: one exchange at a time in this tab and, with locks, across all tabs. */
export const createReauthentication = (options: ReauthenticationOptions): (() => Promise<string>) => {
  const { storage, locks, exchange, onRenewed } = options;
  let underWay: Promise<string> | null = null;

  const trade = async (): Promise<string> => {
    // Read inside the lock: another tab may have rotated the token during the wait.
    const sent = storage.get();
    if (sent === null) throw new ApiError('NotSignedIn');
    let renewed: AuthResult;
    try {
      renewed = await exchange(sent);
    } catch (error) {
      // Only a response ends a session. Without one the token stays: the server may have rotated it and
      // returns the same successor to the next attempt.
      if (!endsSession(error)) throw error;
      if (storage.get() === sent) storage.remove();
      return retrade(error);
    }
    const stored = storage.get();
    // A sign-out or a sign-in with another account during the exchange: the old session must not be restored.
    if (stored === null || userSessionIdOf(stored) !== userSessionIdOf(sent)) {
      return retrade(new ApiError('NotSignedIn'));
    }
    // Without locks another tab may hold a newer token; keep that one.
    if (stored === sent) storage.set(renewed.refreshToken);
    onRenewed(renewed.accessToken, renewed.refreshToken);
    return renewed.accessToken;
  };

  // Another tab has signed in meanwhile: continue with its session.
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
