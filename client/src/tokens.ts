import type { AuthResult } from '@parlance/contract/access';
import type { ApiError } from '@parlance/contract/errors';
import { createReauthentication, type ReauthenticationOptions } from './reauthentication.ts';
import { endsSession, isRenewable } from './session-errors.ts';
import { userSessionIdOf } from './token-claims.ts';
import type { TokenStorage } from './token-storage.ts';

/** A change of the access token: the new one, and why it went when it went by an error. */
export interface TokenChange {
  accessToken: string | null;
  /** False when the session stays and only its token was renewed. */
  isNewSession: boolean;
  cause: ApiError | null;
}

/** Holds the access token in memory and the refresh token in storage. */
export interface Tokens {
  getAccessToken(): string | null;
  /** The token for a call; renews first when the call needs one and only the refresh token is there. */
  getAccessTokenFor(needed: boolean): Promise<string | null>;
  hasRefreshToken(): boolean;
  /** The session of this tab, or the stored one while there is no access token. */
  getUserSessionId(): string | null;
  set(tokens: AuthResult): void;
  /** Forgets both tokens; the cause, if any, is what the listeners hear. */
  clear(cause?: ApiError): void;
  /** Trades the stored refresh token for new tokens, once at a time. */
  reauthenticate(): Promise<string>;
  /** The reactions of the error catalogue: a token means that the call is worth one more attempt. */
  onRefused(error: ApiError, accessToken: string, isRetry: boolean): Promise<string | null>;
  subscribe(listener: (change: TokenChange) => void): () => void;
  /** Follows sign-in and sign-out in other tabs until the answered function is called. */
  followOtherTabs(onFailure: (error: unknown) => void): () => void;
}

/** What the tokens need from their surroundings. */
export interface TokensOptions extends Omit<ReauthenticationOptions, 'onRenewed'> {
  storage: TokenStorage;
  autoReauthenticate: boolean;
}

/** Makes the holder of both tokens. */
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

  // Another tab may have signed in meanwhile: its token is not ours to remove.
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
