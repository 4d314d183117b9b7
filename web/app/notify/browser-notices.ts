import type { Calls } from '@parlance/client/http';
import { t } from '@parlance/words/current';
import { type BrowserNoticesState, browserNoticesState, noticesKey, refuseNotices } from './notices-state';

const loadPush = () => import('./push-device');

const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

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
      const options = { body: t('New messages will look like this.'), tag: noticesKey };
      if (!isPushed || !(await showByWorker(title, options))) new Notification(title, options);
      localStorage.setItem(noticesKey, userId);
    } catch {
      refuseNotices();
    }
  }
  changed();
  return browserNoticesState(userId);
}

/** Turns them off on this device; the browser permission stays. */
export async function turnOffBrowserNotices(calls: Calls): Promise<void> {
  localStorage.removeItem(noticesKey);
  await loadPush()
    .then(({ turnOffPush }) => turnOffPush(calls))
    .finally(changed);
}

/** Whether Safari shows notifications only after the app is added to the home screen. */
export const needsHomeScreen = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) && !window.matchMedia('(display-mode: standalone)').matches;
