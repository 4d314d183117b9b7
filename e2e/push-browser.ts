import { createECDH, randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';

/** At a push service that no journey reaches. */
function createSubscription() {
  const pair = createECDH('prime256v1');
  const keys = { p256dh: pair.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  return { endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(8).toString('hex')}`, keys };
}

/** A headless browser cannot subscribe, so the subscription is replaced; it exists while the app has registered it. */
export async function replaceSubscription(
  page: Page,
  { endpoint, keys } = createSubscription(),
): Promise<void> {
  await page.addInitScript(
    (given) => {
      let isSubscribed = localStorage.getItem('parlance.push') !== null;
      const subscription = {
        ...given,
        options: { applicationServerKey: null },
        toJSON: () => given,
        unsubscribe: async () => {
          isSubscribed = false;
          Object.assign(window, { unsubscribed: true });
          return true;
        },
      } as unknown as PushSubscription;
      PushManager.prototype.subscribe = async () => {
        isSubscribed = true;
        return subscription;
      };
      PushManager.prototype.getSubscription = async () => (isSubscribed ? subscription : null);
    },
    { endpoint, keys },
  );
}

/** Hands a payload to the service worker, as a push service would through the browser. */
export async function deliver(
  context: BrowserContext,
  page: Page,
  payload: object,
  { origin } = new URL(page.url()),
): Promise<void> {
  const session = await context.newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (found) resolve(found.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const data = JSON.stringify(payload);
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registrationId,
    data,
  });
}

/** The notifications of the service worker. */
export const shownPushes = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** There is no protocol call for a click; an event of ours has no lifetime to extend. */
export async function clickNotification(context: BrowserContext, tag?: string): Promise<void> {
  const [worker] = context.serviceWorkers();
  // As text: the types of service workers are not those of pages.
  await worker?.evaluate(`(async () => {
    const [notification] = await self.registration.getNotifications(${JSON.stringify({ tag })});
    const event = new NotificationEvent('notificationclick', { notification });
    event.waitUntil = () => undefined;
    self.dispatchEvent(event);
  })()`);
}
