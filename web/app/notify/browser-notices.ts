import { t } from '@parlance/words/current';

const storageKey = 'parlance.browserNotices';

/** State of browser notifications: not possible, blocked in the browser, off or on. */
export type BrowserNoticesState = 'unsupported' | 'blocked' | 'off' | 'on';

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
  return Notification.permission === 'granted' && localStorage.getItem(storageKey) === userId ? 'on' : 'off';
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

/** Requests permission, which needs a click, and shows a first notification as a test. */
export async function turnOnBrowserNotices(userId: string): Promise<BrowserNoticesState> {
  if ((await Notification.requestPermission()) === 'granted') {
    try {
      new Notification(t('Notifications are on'), {
        body: t('New messages will look like this.'),
        tag: storageKey,
      });
      localStorage.setItem(storageKey, userId);
    } catch {
      isRefused = true;
    }
  }
  changed();
  return browserNoticesState(userId);
}

/** Turns them off on this device; the browser permission stays. */
export function turnOffBrowserNotices(): void {
  localStorage.removeItem(storageKey);
  changed();
}
