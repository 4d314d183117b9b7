import type { Calls } from '@parlance/client/http';
import { t } from '@parlance/words/current';
import { isPushOn } from './push-state';

const storageKey = 'parlance.browserNotices';

/** State of browser notifications: not possible, blocked in the browser, off, on while a page is open, or on also when all are closed. */
export type BrowserNoticesState = 'unsupported' | 'blocked' | 'off' | 'on' | 'pushed';

/** Loaded on use: every page imports this module. */
const loadPush = () => import('./push-device');

const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

// Some browsers have the API but throw: on phones only a service worker can show a notification.
let isRefused = false;

/** The member's choice on this device; the browser permission can be revoked at any time. */
export function browserNoticesState(userId: string): BrowserNoticesState {
  if (isRefused || !('Notification' in window) || !window.isSecureContext) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  if (Notification.permission !== 'granted' || localStorage.getItem(storageKey) !== userId) return 'off';
  return isPushOn(userId) ? 'pushed' : 'on';
}

/** Listens to changes here, in other tabs and in the browser settings. */
export function subscribeToBrowserNotices(listener: () => void): () => void {
  const status =
    'permissions' in navigator
      ? navigator.permissions.query({ name: 'notifications' }).catch(() => null)
      : Promise.resolve(null);
  listeners.add(listener);
  window.addEventListener('storage', listener);
  void status.then((permission) => permission?.addEventListener('change', listener));
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
    void status.then((permission) => permission?.removeEventListener('change', listener));
  };
}

/**
 * Requests permission, which needs a click, registers the device for push where possible, and shows a first notification as a test.
 */
export async function turnOnBrowserNotices(calls: Calls, userId: string): Promise<BrowserNoticesState> {
  if ((await Notification.requestPermission()) === 'granted') {
    const { showByWorker, turnOnPush } = await loadPush();
    const isPushed = await turnOnPush(calls, userId).catch(() => false);
    try {
      const title = t('Notifications are on');
      const options = { body: t('New messages will look like this.'), tag: storageKey };
      if (!isPushed || !(await showByWorker(title, options))) new Notification(title, options);
      localStorage.setItem(storageKey, userId);
    } catch {
      isRefused = true;
    }
  }
  changed();
  return browserNoticesState(userId);
}

/** Turns them off on this device; the browser permission stays. */
export async function turnOffBrowserNotices(calls: Calls): Promise<void> {
  localStorage.removeItem(storageKey);
  await loadPush()
    .then(({ turnOffPush }) => turnOffPush(calls))
    .finally(changed);
}
