import { afterEach, describe, expect, it, vi } from 'vitest';
import { userSessionIdOf } from './token-claims.ts';
import { createBrowserStorage, createMemoryStorage } from './token-storage.ts';

const fakePage = () => {
  const items = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  };
  const page = Object.assign(new EventTarget(), { localStorage });
  const change = (key: string | null) => page.dispatchEvent(Object.assign(new Event('storage'), { key }));
  return { items, page: page as unknown as Window, change };
};

// Rules: docs/specification/access.md#auth-session-in-the-client
describe('browser storage', () => {
  afterEach(() => vi.restoreAllMocks());

  it('keeps one item, the refresh token, and removes it when empty', () => {
    const { items, page } = fakePage();
    const storage = createBrowserStorage(page);
    storage.set('token');
    expect([...items]).toEqual([['parlance.refreshToken', 'token']]);
    expect(storage.get()).toBe('token');
    storage.remove();
    expect(items.size).toBe(0);
    expect(storage.get()).toBeNull();
  });

  it('notices changes and clearing by other tabs until unsubscribed', () => {
    const { page, change } = fakePage();
    const listener = vi.fn();
    const unsubscribe = createBrowserStorage(page).subscribe?.(listener);
    change('theme');
    expect(listener).toHaveBeenCalledTimes(0);
    change('parlance.refreshToken');
    change(null);
    expect(listener).toHaveBeenCalledTimes(2);
    unsubscribe?.();
    change('parlance.refreshToken');
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('falls back to memory where the browser forbids storage', () => {
    const page = {
      get localStorage(): Storage {
        throw new DOMException('denied', 'SecurityError');
      },
    };
    const storage = createBrowserStorage(page as Window);
    storage.set('token');
    expect(storage.get()).toBe('token');
    expect(createMemoryStorage().get()).toBeNull();
  });
});

describe('claims of a refresh token', () => {
  it('names its session, whatever characters the claims hold', () => {
    const claims = { userSessionId: '018f0000-0000-7000-8000-000000000001', note: '>>>???ÿ語' };
    const token = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
    expect(userSessionIdOf(token)).toBe(claims.userSessionId);
  });

  it.each([null, '', 'opaque', 'a.b.c', 'e30.e30.x', 'e30.bnVsbA.x'])('answers null for %s', (token) => {
    expect(userSessionIdOf(token)).toBeNull();
  });
});
