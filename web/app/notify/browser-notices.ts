import { t } from '@parlance/words/current';

const storageKey = 'parlance.browserNotices';

/** What notifications of this browser are like for a person: not possible, refused in the browser, off or on. */
export type BrowserNoticesState = 'unsupported' | 'blocked' | 'off' | 'on';

const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

// Some browsers have the word and refuse the deed: on phones only a background worker may show one.
let isRefused = false;

/** The choice of this person on this device; the browser's own permission can take it back at any time. */
export function browserNoticesState(userId: string): BrowserNoticesState {
  if (isRefused || !('Notification' in window) || !window.isSecureContext) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && localStorage.getItem(storageKey) === userId ? 'on' : 'off';
}

/** Hears of changes here, in other tabs and in the browser's own settings. */
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

/** Asks the browser for permission, which it only grants after a click, and shows a first one to see that it can. */
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

/** No more of them on this device; the browser's permission stays as it is. */
export function turnOffBrowserNotices(): void {
  localStorage.removeItem(storageKey);
  changed();
}
