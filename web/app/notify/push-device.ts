import type { Calls } from '@parlance/client/http';
import { pushKey } from './push-state';

/** Some browsers never answer, for example without a connection to their push service. */
const subscribeTimeoutMs = 20_000;
const unsubscribeTimeoutMs = 3000;
/** Registrations are limited, and a page may be reloaded often. */
const renewAfterMs = 12 * 60 * 60_000;

/** The registration of the service worker with push; null in development and in browsers without it. */
async function pushRegistration(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return null;
  return (await navigator.serviceWorker.getRegistration()) ?? null;
}

/** The registration of this device. */
function registered(): { userId: string; pushDeviceId: string; atMs: number; endpoint: string } | null {
  const [userId, pushDeviceId, atMs, endpoint = ''] = localStorage.getItem(pushKey)?.split(' ') ?? [];
  return userId && pushDeviceId ? { userId, pushDeviceId, atMs: Number(atMs), endpoint } : null;
}

/** Subscribes and registers this device; false where push is impossible. Needs the permission for notifications. */
export async function turnOnPush(calls: Calls, userId: string): Promise<boolean> {
  const registration = await pushRegistration();
  if (!registration) return false;
  const { publicKey } = await calls.getPush();
  if (publicKey === null) return false;
  const subscription = await withTimeout(subscribe(registration, publicKey), subscribeTimeoutMs);
  if (!subscription) return false;
  await register(calls, userId, subscription);
  return true;
}

/** A subscription for the key. One with an earlier key of the server has to be replaced. */
async function subscribe(
  registration: ServiceWorkerRegistration,
  publicKey: string,
): Promise<PushSubscription | null> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const { pushManager } = registration;
  const known = await pushManager.getSubscription();
  if (known && !hasKey(known, publicKey)) await known.unsubscribe();
  return pushManager.subscribe(options).catch(() => null);
}

function hasKey({ options }: PushSubscription, publicKey: string): boolean {
  const bytes = new Uint8Array(options?.applicationServerKey ?? new ArrayBuffer());
  const base64 = btoa(String.fromCharCode(...bytes));
  return (
    base64
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/={1,2}$/, '') === publicKey
  );
}

async function register(calls: Calls, userId: string, subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const { pushDeviceId } = await calls.addPushDevice({ endpoint, keys: { p256dh, auth } });
  localStorage.setItem(pushKey, `${userId} ${pushDeviceId} ${Date.now()} ${endpoint}`);
}

function withTimeout<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), timeoutMs));
  return Promise.race([work, late]);
}

/**
 * Registers the subscription again when the app starts: browsers replace it from time to time. Push is off without a subscription, and
 * if the server has removed this one: the member removed the device elsewhere, or its push service refused it.
 */
export async function renewPush(calls: Calls, userId: string): Promise<void> {
  const device = registered();
  if (device?.userId !== userId || Date.now() - device.atMs < renewAfterMs) return;
  const subscription = await (await pushRegistration())?.pushManager.getSubscription();
  const { devices } = await calls.getPush();
  const isKnown = devices.some(({ pushDeviceId }) => pushDeviceId === device.pushDeviceId);
  if (subscription && (isKnown || subscription.endpoint !== device.endpoint))
    await register(calls, userId, subscription);
  else await turnOffPush(calls);
}

/** Ends the subscription and removes the device. If the removal fails, the push service refuses the next message, which removes it, too. */
export async function turnOffPush(calls: Calls): Promise<void> {
  const device = registered();
  localStorage.removeItem(pushKey);
  if (device) await calls.removePushDevice({ pushDeviceId: device.pushDeviceId }).catch(() => undefined);
  await withTimeout(unsubscribe(), unsubscribeTimeoutMs);
}

async function unsubscribe(): Promise<void> {
  const subscription = await (await pushRegistration())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  await closePushes();
}

/** Shows a notification through the service worker; false without one. */
export async function showByWorker(title: string, options: NotificationOptions): Promise<boolean> {
  const registration = await pushRegistration();
  await registration?.showNotification(title, options);
  return registration !== null;
}

/** Closes the notifications of the service worker and the badge, when the member opens the app. */
export async function closePushes(): Promise<void> {
  const shown = (await (await pushRegistration())?.getNotifications()) ?? [];
  for (const notification of shown) notification.close();
  if ('clearAppBadge' in navigator) await navigator.clearAppBadge().catch(() => undefined);
}
