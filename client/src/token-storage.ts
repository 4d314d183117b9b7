/** Where the refresh token is kept: the only thing of a session that is ever stored. */
export interface TokenStorage {
  get(): string | null;
  set(refreshToken: string): void;
  remove(): void;
  /** Hears when another tab changes the stored token; answers how to stop hearing. */
  subscribe?(listener: () => void): () => void;
}

/** The name under which browsers keep the refresh token. */
export const refreshTokenKey = 'parlance.refreshToken';

/** Keeps the token for the life of the process. */
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

/** Keeps the token in the browser, shared by all tabs; in memory where the browser forbids storage. */
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
      // A null key means that everything was cleared.
      const hear = ({ key }: StorageEvent) => {
        if (key === refreshTokenKey || key === null) listener();
      };
      page.addEventListener('storage', hear);
      return () => page.removeEventListener('storage', hear);
    },
  };
};
