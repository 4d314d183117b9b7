import { isPushOn } from './push-state';

/** The member who turned notifications on, on this device. */
export const noticesKey = 'parlance.browserNotices';

/** State of browser notifications: not possible, blocked in the browser, off, on while a page is open, or on also when all are closed. */
export type BrowserNoticesState = 'unsupported' | 'blocked' | 'off' | 'on' | 'pushed';

// Some browsers have the API but throw: on phones only a service worker can show a notification.
let isRefused = false;
export const refuseNotices = (): void => {
  isRefused = true;
};

/** The member's choice on this device; the browser permission can be revoked at any time. */
export function browserNoticesState(userId: string): BrowserNoticesState {
  if (isRefused || !('Notification' in window) || !window.isSecureContext) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  if (Notification.permission !== 'granted' || localStorage.getItem(noticesKey) !== userId) return 'off';
  return isPushOn(userId) ? 'pushed' : 'on';
}

/** Screens of one person. On a phone an offer would cover the newest messages there, and the buttons that book. */
export const personPaths = /^\/(chat|profile|booking)\//;
