/** Storage of the refresh token, the only persisted part of a session. */
export interface TokenStorage {
  get(): string | null;
  set(refreshToken: string): void;
  remove(): void;
  /** Runs the listener when another tab changes the stored token; returns the unsubscribe function. */
  subscribe?(listener: () => void): () => void;
}

export const refreshTokenKey = 'parlance.refreshToken';

export const createMemoryStorage = (): TokenStorage => {
  let kept: string | null = null;
  return {
    get: () => kept,
    set: (refreshToken) => {
      kept = refreshToken;
    },
    remove: () => {
      kept = null;
    },
  };
};

/** Stores the token in the browser, shared by all tabs; in memory where the browser forbids storage. */
export const createBrowserStorage = (page: Window = window): TokenStorage => {
  let local: Storage;
  try {
    local = page.localStorage;
    local.getItem(refreshTokenKey);
  } catch {
    return createMemoryStorage();
  }
  return {
    get: () => local.getItem(refreshTokenKey),
    set: (refreshToken) => local.setItem(refreshTokenKey, refreshToken),
    remove: () => local.removeItem(refreshTokenKey),
    subscribe: (listener) => {
      // A null key means that the whole storage was cleared.
      const hear = ({ key }: StorageEvent) => {
        if (key === refreshTokenKey || key === null) listener();
      };
      page.addEventListener('storage', hear);
      return () => page.removeEventListener('storage', hear);
    },
  };
};
