import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SessionRuntime } from '#session/session-runtime';
import { useSignedIn } from '#session/signed-in';
import { server, sockets } from '#test/browser/network';
import { leave, ownUserId, render } from '#test/browser/render';
import { ben } from '#test/browser/samples';
import { sampleMessage } from '#test/chat-samples';
import { turnOnBrowserNotices } from './browser-notices';
import { renewPush, turnOffPush, turnOnPush } from './push-device';
import { offerPush } from './push-offer';
import { useMessageNotices } from './use-message-notices';

const deviceId = '00000000-0000-7000-8000-0000000000d1';
const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) };
const endpoint = 'https://push.example.org/first';
const offer = () => page.getByText('Know when someone answers');

let subscribedAt: string | null;
let known: string[];
let publicKey: string | null;
/** What the browser answers to a request for a subscription. */
let subscribe: () => Promise<unknown>;
/** Resolves when the push service has ended a subscription. */
let ended: () => Promise<void>;
let runtime: SessionRuntime;
let router: ReturnType<typeof render>['router'];

/** The key of the server as the browser kept it. */
let applicationServerKey: ArrayBuffer | undefined;
let closed: string[];

const subscriptionOf = (current: string) => ({
  endpoint: current,
  options: { applicationServerKey },
  toJSON: () => ({ endpoint: current, keys }),
  unsubscribe: async () => {
    await ended();
    subscribedAt = null;
    return true;
  },
});

function Start() {
  const signedIn = useSignedIn();
  useLayoutEffect(() => {
    runtime = signedIn.runtime;
  }, [signedIn]);
  useMessageNotices(signedIn.runtime, ownUserId);
  return (
    <>
      <p>Started</p>
      <p>{useLocation().pathname}</p>
    </>
  );
}

beforeEach(async () => {
  [subscribedAt, known, publicKey] = [endpoint, [deviceId], 'key'];
  ended = () => Promise.resolve();
  [applicationServerKey, closed] = [undefined, []];
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('default');
  // A headless browser cannot subscribe.
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockImplementation(
    async () =>
      ({
        getNotifications: async () => [{ close: () => closed.push('notification') }],
        pushManager: {
          getSubscription: async () => subscribedAt && subscriptionOf(subscribedAt),
          subscribe: () => subscribe(),
        },
      }) as unknown as ServiceWorkerRegistration,
  );
  server.answer('getPush', () => ({
    publicKey,
    devices: known.map((pushDeviceId) => ({
      pushDeviceId,
      service: 'push.example.org',
      userAgent: 'Tests',
      createdAt: new Date('2026-01-02T03:04:05.000Z'),
      lastSentAt: null,
      current: true,
    })),
  }));
  server.answer('addPushDevice', () => ({ pushDeviceId: deviceId }));
  server.answer('removePushDevice', () => ({}));
  ({ router } = render(<Start />));
  await expect.element(page.getByText('Started')).toBeVisible();
});

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.removeItem('parlance.push');
  localStorage.removeItem('parlance.pushOffer');
  localStorage.removeItem('parlance.browserNotices');
  vi.unstubAllGlobals();
});

const hoursAgo = (hours: number) => Date.now() - hours * 3_600_000;
const keep = (atMs: number) =>
  localStorage.setItem('parlance.push', `${ownUserId} ${deviceId} ${atMs} ${endpoint}`);
const renew = () => renewPush(runtime.calls, ownUserId);

test('a browser that refuses is not registered, one that agrees is', async () => {
  subscribe = () => Promise.reject(new DOMException('permission denied', 'AbortError'));
  expect(await turnOnPush(runtime.calls, ownUserId)).toBe(false);
  subscribe = async () => subscriptionOf(endpoint);
  expect(await turnOnPush(runtime.calls, ownUserId)).toBe(true);
  await expect.poll(() => server.payloads('addPushDevice')).toEqual([{ endpoint, keys }]);
  expect(localStorage.getItem('parlance.push')).toContain(deviceId);
});

test('a subscription for an earlier key of the server has ended before another is made', async () => {
  ended = () => new Promise((resolve) => setTimeout(resolve));
  // As a browser that still has a subscription with another key.
  subscribe = async () => {
    if (subscribedAt !== null) throw new DOMException('another key', 'InvalidStateError');
    return subscriptionOf('https://push.example.org/second');
  };
  expect(await turnOnPush(runtime.calls, ownUserId)).toBe(true);
  await expect
    .poll(() => server.payloads('addPushDevice'))
    .toEqual([{ endpoint: 'https://push.example.org/second', keys }]);
});

test('a subscription for the present key stays', async () => {
  // Bytes that base64 writes with other signs than base64url, and with padding.
  applicationServerKey = Uint8Array.from([0xfb, 0xff, 0xfe, 0xff]).buffer;
  publicKey = '-__-_w';
  ended = () => Promise.reject(new Error('It was ended.'));
  subscribe = async () => subscriptionOf(endpoint);
  expect(await turnOnPush(runtime.calls, ownUserId)).toBe(true);
  await expect.poll(() => server.payloads('addPushDevice')).toEqual([{ endpoint, keys }]);
});

test('turning off ends the subscription also where the server cannot be told, or the push service does not answer', async () => {
  keep(hoursAgo(1));
  server.answer('removePushDevice', () => {
    throw new TypeError('lost');
  });
  await turnOffPush(runtime.calls);
  await expect.poll(() => server.params('removePushDevice')).toEqual([{ pushDeviceId: deviceId }]);
  expect([subscribedAt, localStorage.getItem('parlance.push'), closed]).toEqual([
    null,
    null,
    ['notification'],
  ]);
  subscribedAt = endpoint;
  ended = () => new Promise(() => {});
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const done = vi.fn();
  const turning = turnOffPush(runtime.calls).then(done);
  await vi.advanceTimersByTimeAsync(2999);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await turning;
  await expect.poll(() => server.params('removePushDevice')).toHaveLength(1);
});

test('a refusal of the member turns nothing on', async () => {
  vi.spyOn(Notification, 'requestPermission').mockResolvedValue('denied');
  expect(await turnOnBrowserNotices(runtime.calls, ownUserId)).toBe('off');
  expect([localStorage.getItem('parlance.browserNotices'), server.params('getPush')]).toEqual([null, []]);
});

test('a registration of another member is left alone', async () => {
  localStorage.setItem('parlance.push', `${deviceId} ${deviceId} ${hoursAgo(48)} ${endpoint}`);
  await renew();
  expect([server.params('getPush'), server.payloads('addPushDevice'), subscribedAt]).toEqual([
    [],
    [],
    endpoint,
  ]);
});

test('a registration is renewed after twelve hours, not before', async () => {
  keep(hoursAgo(11));
  await renew();
  expect(server.payloads('addPushDevice')).toEqual([]);
  keep(hoursAgo(13));
  await renew();
  await expect.poll(() => server.payloads('addPushDevice')).toEqual([{ endpoint, keys }]);
});

test('a device that was removed elsewhere is not registered again', async () => {
  keep(hoursAgo(13));
  known = [];
  await renew();
  expect(server.payloads('addPushDevice')).toEqual([]);
  expect([subscribedAt, localStorage.getItem('parlance.push')]).toEqual([null, null]);
});

test('a subscription that the browser replaced is registered, also if the earlier one is gone', async () => {
  keep(hoursAgo(13));
  known = [];
  subscribedAt = 'https://push.example.org/second';
  await renew();
  await expect.poll(() => server.payloads('addPushDevice')).toEqual([{ endpoint: subscribedAt, keys }]);
});

test('without a subscription push is off', async () => {
  keep(hoursAgo(13));
  subscribedAt = null;
  await renew();
  await expect.poll(() => server.params('removePushDevice')).toEqual([{ pushDeviceId: deviceId }]);
  expect(localStorage.getItem('parlance.push')).toBeNull();
});

test('the offer comes once, and only to the tab with the focus', async () => {
  const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  await offerPush(runtime, ownUserId);
  await expect.element(offer()).not.toBeInTheDocument();
  focus.mockReturnValue(true);
  await offerPush(runtime, ownUserId);
  await expect.element(offer()).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect.element(offer()).not.toBeInTheDocument();
  await offerPush(runtime, ownUserId);
  await expect.element(offer()).not.toBeInTheDocument();
});

test('the offer follows a message that the member sends, once the screens of the person are left', async () => {
  const offeredAt: string[] = [];
  vi.spyOn(document, 'hasFocus').mockImplementation(() => {
    offeredAt.push(router.state.location.pathname);
    return true;
  });
  await userEvent.keyboard('{Shift}');
  await expect.poll(sockets.isConnected).toBe(true);
  await router.navigate(`/chat/${deviceId}`);
  await expect.element(page.getByText(`/chat/${deviceId}`)).toBeVisible();
  sockets.emit('chat:message', sampleMessage(1, { fromUserId: ownUserId, toUserId: deviceId }), 1);
  await expect.poll(() => sockets.acknowledged).toContain(1);
  for (const path of [`/profile/${deviceId}`, `/booking/${deviceId}/${deviceId}`]) {
    await router.navigate(path);
    await expect.element(page.getByText(path, { exact: true })).toBeVisible();
  }
  await router.navigate('/chats');
  await expect.element(offer()).toBeVisible();
  expect(offeredAt).toEqual(['/chats']);
  for (const path of [`/chat/${deviceId}`, `/profile/${deviceId}`, `/booking/${deviceId}/${deviceId}`]) {
    await router.navigate(path);
    await expect.element(offer()).not.toBeVisible();
    await router.navigate('/chats');
    await expect.element(offer()).toBeVisible();
    // Shown again, it is not announced again.
    await expect
      .element(page.getByRole('dialog', { name: 'Know when someone answers' }))
      .toHaveAttribute('aria-live', 'off');
  }
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect.element(offer()).not.toBeInTheDocument();
});

test.each(['denied', 'granted'] as const)(
  'nothing is offered where notifications are %s',
  async (permission) => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    vi.spyOn(Notification, 'permission', 'get').mockReturnValue(permission);
    if (permission === 'granted') localStorage.setItem('parlance.browserNotices', ownUserId);
    await offerPush(runtime, ownUserId);
    expect(server.params('getPush')).toEqual([]);
    expect(localStorage.getItem('parlance.pushOffer')).toBeNull();
  },
);

test('a server without keys is asked once a day', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  publicKey = null;
  await offerPush(runtime, ownUserId);
  await offerPush(runtime, ownUserId);
  await expect.poll(() => server.params('getPush')).toHaveLength(1);
  await expect.element(offer()).not.toBeInTheDocument();
});

test('after a refusal of the server the next question comes a day later, after an offer 90 days later', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  const begin = Date.now();
  const hoursLater = (hours: number) => vi.spyOn(Date, 'now').mockReturnValue(begin + hours * 3_600_000);
  hoursLater(0);
  publicKey = null;
  await offerPush(runtime, ownUserId);
  publicKey = 'key';
  hoursLater(23);
  await offerPush(runtime, ownUserId);
  await expect.element(offer()).not.toBeInTheDocument();
  hoursLater(24);
  await offerPush(runtime, ownUserId);
  await expect.element(offer()).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect.element(offer()).not.toBeInTheDocument();
  hoursLater(24 * 90);
  await offerPush(runtime, ownUserId);
  await expect.element(offer()).not.toBeInTheDocument();
  hoursLater(24 * 91);
  await offerPush(runtime, ownUserId);
  await expect.element(offer()).toBeVisible();
  // An open offer would keep the place of notices in later tests.
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect.element(offer()).not.toBeInTheDocument();
});

describe('the service worker asks an open page', () => {
  const worker = navigator.serviceWorker;
  const ask = (data: object) => {
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise((resolve) => {
      port1.onmessage = (event) => resolve(event.data);
    });
    worker.dispatchEvent(new MessageEvent('message', { data, ports: [port2] }));
    return answer;
  };

  test('to open a screen, and it does', async () => {
    expect(await ask({ open: '/chats' })).toBe(true);
    await expect.poll(() => router.state.location.pathname).toBe('/chats');
  });

  test('whether it shows a screen, and it answers for its own only, until it is left', async () => {
    const answers: string[] = [];
    const asking = (isAt: string) => void ask({ isAt }).then(() => answers.push(isAt));
    asking('/elsewhere');
    expect(await ask({ isAt: window.location.pathname })).toBe(true);
    leave();
    asking(window.location.pathname);
    await new Promise((resolve) => setTimeout(resolve));
    expect(answers).toEqual([]);
  });
});

describe('a message to a hidden page', () => {
  const made: { title: string; options: NotificationOptions; notification: { onclick: () => void } }[] = [];
  const chats = () => router.state.location.pathname;
  const look = (visibilityState: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const arrive = async (serial: number) => {
    sockets.emit(
      'chat:message',
      sampleMessage(serial, { fromUserId: ben.userId, toUserId: ownUserId }),
      serial,
    );
    await expect.poll(() => sockets.acknowledged).toContain(serial);
  };

  beforeEach(async () => {
    made.length = 0;
    class FakeNotification {
      static permission = 'granted';
      onclick = () => {};
      constructor(title: string, options: NotificationOptions) {
        made.push({ title, options, notification: this });
      }
      close() {
        closed.push('own');
      }
    }
    vi.stubGlobal('Notification', FakeNotification);
    localStorage.setItem('parlance.browserNotices', ownUserId);
    server.answer('getProfile', () => ({ ...ben, languages: [] }));
    await userEvent.keyboard('{Shift}');
    await expect.poll(sockets.isConnected).toBe(true);
  });

  test('is told by the name of its sender, and leads to the conversation', async () => {
    look('hidden');
    await arrive(201);
    await expect.poll(() => made).toHaveLength(1);
    expect(made[0]).toMatchObject({
      title: 'Ben',
      options: { body: 'New message', tag: `parlance-chat-${ben.userId}` },
    });
    made[0]?.notification.onclick();
    await expect.poll(chats).toBe(`/chat/${ben.userId}`);
    expect(closed).toEqual(['own']);
  });

  test('of a sender whose name cannot be read is from someone, and closes when the page is seen', async () => {
    server.answer('getProfile', () => {
      throw new TypeError('lost');
    });
    look('hidden');
    await arrive(202);
    await expect.poll(() => made.map(({ title }) => title)).toEqual(['Someone']);
    look('visible');
    expect(closed).toEqual(['own']);
    await arrive(203);
    expect(made).toHaveLength(1);
  });

  test('is left to the service worker where it pushes; its notifications and its badge go when the page is seen', async () => {
    const clearAppBadge = vi.fn(() => Promise.resolve());
    Object.defineProperty(navigator, 'clearAppBadge', { value: clearAppBadge, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'clearAppBadge'));
    keep(hoursAgo(1));
    look('hidden');
    await arrive(204);
    expect(clearAppBadge).not.toHaveBeenCalled();
    look('visible');
    await expect.poll(() => closed).toEqual(['notification']);
    await expect.poll(() => clearAppBadge.mock.calls.length).toBe(1);
    expect(made).toEqual([]);
  });
});
