import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '#test/browser/network';
import { leave, ownUserId, render } from '#test/browser/render';
import { pass, stopClock } from '#test/browser/surroundings';
import { NoticesBrowser } from './notices-browser';
import { SettingsBannersProvider } from './section/settings-banners';

const deviceId = '00000000-0000-7000-8000-0000000000d1';
const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) };
const endpoint = 'https://push.example.org/device';

let isSubscribed: boolean;
let asked: PushSubscriptionOptionsInit[];
let samples: string[];
let publicKey: string | null;
let isRegistered: boolean;
/** The browser answers a request for a subscription after this. */
let answer: Promise<void>;

const subscription = {
  endpoint,
  toJSON: () => ({ endpoint, keys }),
  unsubscribe: async () => {
    isSubscribed = false;
    return true;
  },
} as unknown as PushSubscription;

/** A headless browser cannot subscribe. */
const registration = {
  pushManager: {
    getSubscription: async () => (isSubscribed ? subscription : null),
    subscribe: async (options: PushSubscriptionOptionsInit) => {
      asked.push(options);
      await answer;
      isSubscribed = true;
      return subscription;
    },
  },
  showNotification: async (title: string) => void samples.push(title),
  getNotifications: async () => samples.map((title) => ({ title, close: () => void samples.splice(0, 1) })),
} as unknown as ServiceWorkerRegistration;

beforeEach(() => {
  [isSubscribed, asked, samples, publicKey, isRegistered] = [false, [], [], 'server-key', false];
  answer = Promise.resolve();
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('granted');
  vi.spyOn(Notification, 'requestPermission').mockResolvedValue('granted');
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockImplementation(async () => registration);
  server.answer('getPreference', ({ params: { name = '' } }) => ({
    name,
    value: name === 'push-quiet' ? '' : true,
  }));
  server.answer('getPush', () => ({
    publicKey,
    devices: isRegistered
      ? [
          {
            pushDeviceId: deviceId,
            service: 'push.example.org',
            userAgent: 'Tests',
            createdAt: new Date('2026-01-02T03:04:05.000Z'),
            lastSentAt: null,
            current: true,
          },
        ]
      : [],
  }));
  server.answer('addPushDevice', () => {
    isRegistered = true;
    return { pushDeviceId: deviceId };
  });
  server.answer('removePushDevice', () => {
    isRegistered = false;
    return {};
  });
  render(
    <SettingsBannersProvider>
      <NoticesBrowser userId={ownUserId} />
    </SettingsBannersProvider>,
  );
});

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.removeItem('parlance.push');
  localStorage.removeItem('parlance.browserNotices');
});

const turnOn = () => page.getByRole('button', { name: 'Turn on notifications' });
const turnOff = () => page.getByRole('button', { name: 'Turn off notifications' });

test('turning on registers the device with the key of the server; turning off removes it', async () => {
  await expect.element(turnOn()).toBeVisible();
  expect(asked).toEqual([]);
  expect(page.getByText(/^Your browser can tell you/).element().ariaLive).toBe(null);
  await turnOn().click();
  const explanation = page.getByText(/^This device tells you/);
  await expect.element(explanation).toBeVisible();
  await expect.element(explanation).toHaveAttribute('aria-live', 'polite');
  await expect.element(turnOff()).toHaveFocus();
  expect(asked).toEqual([{ userVisibleOnly: true, applicationServerKey: 'server-key' }]);
  expect(samples).toEqual(['Notifications are on']);
  await expect.element(page.getByRole('button', { name: 'Try it' })).toBeVisible();

  await turnOff().click();
  await expect.element(turnOn()).toHaveFocus();
  await expect.poll(() => [isSubscribed, samples]).toEqual([false, []]);
  await expect.poll(() => server.params('removePushDevice')).toEqual([{ pushDeviceId: deviceId }]);
  await expect.element(page.getByRole('button', { name: 'Try it' })).not.toBeInTheDocument();
  await expect.element(turnOn()).not.toHaveAttribute('aria-busy');
});

test('without keys on the server an open page tells', async () => {
  publicKey = null;
  await turnOn().click();
  await expect.element(page.getByText(/^While Parlance is open in a tab/)).toBeVisible();
  await expect.element(turnOff()).not.toHaveAttribute('aria-busy');
  expect([asked, isRegistered]).toEqual([[], false]);
});

test('a browser that does not answer within twenty seconds is not waited for: an open page tells', async () => {
  answer = new Promise(() => {});
  await expect.element(turnOn()).toBeVisible();
  stopClock('2026-05-06T07:08:40Z');
  await turnOn().click();
  await expect.poll(() => asked).toHaveLength(1);
  // Not to the end: polling has advanced the clock by some milliseconds, and would do so again.
  await pass(15_000);
  expect(turnOn().element().getAttribute('aria-busy')).toBe('true');
  await pass(5000);
  await expect.element(page.getByText(/^While Parlance is open in a tab/)).toBeVisible();
  await expect.element(turnOff()).not.toHaveAttribute('aria-busy');
  expect([isRegistered, localStorage.getItem('parlance.push')]).toEqual([false, null]);
});

test('a browser that blocks notifications is explained, without asking', async () => {
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('denied');
  leave();
  render(
    <SettingsBannersProvider>
      <NoticesBrowser userId={ownUserId} />
    </SettingsBannersProvider>,
  );
  await expect.element(page.getByText(/^Your browser blocks notifications of this site/)).toBeVisible();
  await expect.element(turnOn()).not.toBeInTheDocument();
  expect(Notification.requestPermission).not.toHaveBeenCalled();
});
