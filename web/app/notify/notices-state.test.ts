import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { needsHomeScreen, subscribeToBrowserNotices } from './browser-notices';
import { browserNoticesState, noticesKey, personPaths } from './notices-state';
import { pushKey } from './push-state';

const items = new Map<string, string>();
let page: EventTarget & {
  isSecureContext: boolean;
  Notification?: object;
  matchMedia: () => { matches: boolean };
};
let isStandalone: boolean;
const allow = (permission: string) => {
  page.Notification = { permission };
  vi.stubGlobal('Notification', { permission });
};

beforeEach(() => {
  items.clear();
  isStandalone = false;
  page = Object.assign(new EventTarget(), {
    isSecureContext: true,
    matchMedia: () => ({ matches: isStandalone }),
  });
  vi.stubGlobal('window', page);
  vi.stubGlobal('localStorage', { getItem: (key: string) => items.get(key) ?? null });
  allow('granted');
});
afterEach(() => void vi.unstubAllGlobals());

describe('notifications of this device', () => {
  test('are on for the member who turned them on, while the browser allows them', () => {
    expect(browserNoticesState('ana')).toBe('off');
    items.set(noticesKey, 'ben');
    expect(browserNoticesState('ana')).toBe('off');
    items.set(noticesKey, 'ana');
    expect(browserNoticesState('ana')).toBe('on');
    allow('default');
    expect(browserNoticesState('ana')).toBe('off');
    allow('denied');
    expect(browserNoticesState('ana')).toBe('blocked');
  });

  test('are pushed where this member registered the device', () => {
    items.set(noticesKey, 'ana');
    items.set(pushKey, 'anabel device 0 https://push.test');
    expect(browserNoticesState('ana')).toBe('on');
    items.set(pushKey, 'ana device 0 https://push.test');
    expect(browserNoticesState('ana')).toBe('pushed');
    items.delete(noticesKey);
    expect(browserNoticesState('ana')).toBe('off');
  });

  test('are impossible without the API, and without TLS', () => {
    items.set(noticesKey, 'ana');
    page.isSecureContext = false;
    expect(browserNoticesState('ana')).toBe('unsupported');
    page.isSecureContext = true;
    delete page.Notification;
    expect(browserNoticesState('ana')).toBe('unsupported');
  });

  test('are watched in other tabs and in the settings of the browser, until nobody listens', async () => {
    const permission = new EventTarget();
    vi.stubGlobal('navigator', { permissions: { query: async () => permission } });
    const listener = vi.fn();
    const stop = subscribeToBrowserNotices(listener);
    await Promise.resolve();
    await Promise.resolve();
    page.dispatchEvent(new Event('storage'));
    permission.dispatchEvent(new Event('change'));
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
    await Promise.resolve();
    page.dispatchEvent(new Event('storage'));
    permission.dispatchEvent(new Event('change'));
    expect(listener).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', false, true],
    ['an iPad', 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)', false, true],
    ['an app on the home screen', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', true, false],
    ['another phone', 'Mozilla/5.0 (Linux; Android 15)', false, false],
  ])('need the home screen on %s', (_case, userAgent, standalone, isNeeded) => {
    vi.stubGlobal('navigator', { userAgent });
    isStandalone = standalone;
    expect(needsHomeScreen()).toBe(isNeeded);
  });
});

test.each([
  ['/chat/1', true],
  ['/profile/1', true],
  ['/booking/1/2', true],
  ['/chats', false],
  ['/chat', false],
  ['/settings/profile/', false],
])('%s is a screen of one person: %s', (path, isOne) => {
  expect(personPaths.test(path)).toBe(isOne);
});
