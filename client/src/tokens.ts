import type { AuthResult } from '@parlance/contract/access';
import type { ApiError } from '@parlance/contract/errors';
import { createReauthentication, type ReauthenticationOptions } from './reauthentication.ts';
import { endsSession, isRenewable } from './session-errors.ts';
import { userSessionIdOf } from './token-claims.ts';
import type { TokenStorage } from './token-storage.ts';

/** A change of the access token, with the error that removed it, if any. */
export interface TokenChange {
  accessToken: string | null;
  /** False when only the token of the same session was renewed. */
  isNewSession: boolean;
  cause: ApiError | null;
}

/** Holds the access token in memory and the refresh token in storage. */
export interface Tokens {
  getAccessToken(): string | null;
  /** The token for a call; renewed first when the call requires one and only the refresh token exists. */
  getAccessTokenFor(needed: boolean): Promise<string | null>;
  hasRefreshToken(): boolean;
  /** The session id of this tab, or of the stored token while there is no access token. */
  getUserSessionId(): string | null;
  set(tokens: AuthResult): void;
  /** Clears both tokens; the cause, if any, is passed to the listeners. */
  clear(cause?: ApiError): void;
  /** Exchanges the stored refresh token for new tokens, one exchange at a time. */
  reauthenticate(): Promise<string>;
  /** Implements the reactions of the error catalogue: a returned token means that the call should be retried once. */
  onRefused(error: ApiError, accessToken: string, isRetry: boolean): Promise<string | null>;
  subscribe(listener: (change: TokenChange) => void): () => void;
  /** Follows sign-in and sign-out in other tabs; returns the unsubscribe function. */
  followOtherTabs(onFailure: (error: unknown) => void): () => void;
}

export interface TokensOptions extends Omit<ReauthenticationOptions, 'onRenewed'> {
  storage: TokenStorage;
  autoReauthenticate: boolean;
}

export const createTokens = (options: TokensOptions): Tokens => {
  const { storage, autoReauthenticate } = options;
  const listeners = new Set<(change: TokenChange) => void>();
  let accessToken: string | null = null;
  let userSessionId: string | null = null;

  const announce = (change: TokenChange) => {
    for (const listener of [...listeners]) listener(change);
  };

  const take = (next: string, nextSessionId: string | null, isSignIn: boolean) => {
    const isNewSession = isSignIn || accessToken === null || nextSessionId !== userSessionId;
    accessToken = next;
    userSessionId = nextSessionId;
    announce({ accessToken, isNewSession, cause: null });
  };

  const drop = (cause: ApiError | null) => {
    if (accessToken === null) return;
    accessToken = null;
    userSessionId = null;
    announce({ accessToken, isNewSession: false, cause });
  };

  // Another tab may have signed in meanwhile: keep its token.
  const clear = (cause: ApiError | null = null) => {
    const stored = storage.get();
    if (accessToken === null || userSessionIdOf(stored) === userSessionId) storage.remove();
    drop(cause);
  };

  const renew = createReauthentication({
    ...options,
    onRenewed: (renewed, refreshToken) => take(renewed, userSessionIdOf(refreshToken), false),
  });

  const reauthenticate = async (): Promise<string> => {
    try {
      return await renew();
    } catch (error) {
      if (endsSession(error)) drop(error as ApiError);
      throw error;
    }
  };

  const followStorage = async (): Promise<void> => {
    const stored = storage.get();
    if (stored === null) drop(null);
    else if (accessToken === null || userSessionIdOf(stored) !== userSessionId) await reauthenticate();
  };

  return {
    getAccessToken: () => accessToken,
    async getAccessTokenFor(needed) {
      const canRenew = needed && autoReauthenticate && accessToken === null && storage.get() !== null;
      return canRenew ? reauthenticate() : accessToken;
    },
    hasRefreshToken: () => storage.get() !== null,
    getUserSessionId: () => (accessToken === null ? userSessionIdOf(storage.get()) : userSessionId),
    set({ accessToken: next, refreshToken }) {
      storage.set(refreshToken);
      take(next, userSessionIdOf(refreshToken), true);
    },
    clear,
    reauthenticate,
    async onRefused(error, refused, isRetry) {
      if (endsSession(error)) {
        if (refused === accessToken) clear(error);
        return null;
      }
      if (isRetry || !autoReauthenticate || !isRenewable(error)) return null;
      if (accessToken !== null && accessToken !== refused) return accessToken;
      return storage.get() === null ? null : reauthenticate();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    followOtherTabs: (onFailure) =>
      storage.subscribe?.(() => void followStorage().catch(onFailure)) ?? (() => undefined),
  };
};
