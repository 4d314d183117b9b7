import { useLayoutEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { offerPush } from '#notify/push-offer';
import type { SessionRuntime } from '#session/session-runtime';
import { useSignedIn } from '#session/signed-in';
import { server } from '#test/browser/network';
import { ownUserId, render } from '#test/browser/render';
import { isNoticePlaceTaken } from '#ui/notice-place';
import { UpdateNotice } from './update-notice';

// Rules: docs/decisions/attention.md
const offer = () => page.getByText('Know when someone answers');
const update = () => page.getByText('A new version is ready');
const button = (name: string) => page.getByRole('button', { name });

let runtime: SessionRuntime;
/** Tells the page that another version waits. */
let announceVersion: () => void;

function Start() {
  const signedIn = useSignedIn();
  useLayoutEffect(() => {
    runtime = signedIn.runtime;
  }, [signedIn]);
  return <UpdateNotice />;
}

const asked: string[] = [];
const waiting = {
  postMessage(message: string, ports: MessagePort[] = []) {
    asked.push(message);
    ports[0]?.postMessage('a later version');
  },
} as unknown as ServiceWorker;

/** The offer was answered: it fades while the notice comes. */
let isAnswered: boolean;
let wereBothShown: boolean;
const observer = new MutationObserver(() => {
  wereBothShown ||= !isAnswered && update().elements().length > 0 && offer().elements().length > 0;
});

beforeEach(async () => {
  asked.length = 0;
  isAnswered = false;
  wereBothShown = false;
  observer.observe(document.body, { childList: true, subtree: true });
  vi.stubEnv('PROD', true);
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('default');
  const registration = new Promise<ServiceWorkerRegistration>((resolve) => {
    const found = { waiting, addEventListener: () => undefined };
    announceVersion = () => resolve(found as unknown as ServiceWorkerRegistration);
  });
  const register = vi.spyOn(navigator.serviceWorker, 'register').mockReturnValue(registration);
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue({} as ServiceWorkerRegistration);
  server.answer('getPush', () => ({ publicKey: 'key', devices: [] }));
  render(<Start />);
  await expect.poll(() => register.mock.calls).toHaveLength(1);
});

afterEach(() => {
  observer.disconnect();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('a new version waits for the answer to an offer, and then takes its place', async () => {
  await offerPush(runtime, ownUserId);
  await expect.element(offer()).toBeVisible();
  announceVersion();
  await expect.poll(() => asked).toEqual(['version']);
  isAnswered = true;
  await button('Not now').click();
  await expect.element(update()).toBeVisible();
  expect(wereBothShown).toBe(false);
  await button('Later').click();
  await expect.poll(isNoticePlaceTaken).toBe(false);
});

test('an offer is not made beside the notice of a new version, and is made at the next occasion', async () => {
  announceVersion();
  await expect.element(update()).toBeVisible();
  await offerPush(runtime, ownUserId);
  await button('Later').click();
  await expect.element(update()).not.toBeInTheDocument();
  await offerPush(runtime, ownUserId);
  await expect.element(offer()).toBeVisible();
  expect(wereBothShown).toBe(false);
  await button('Not now').click();
  await expect.poll(isNoticePlaceTaken).toBe(false);
});

test('a new version is taken over on request only', async () => {
  announceVersion();
  await expect.element(update()).toBeVisible();
  expect(asked).toEqual(['version']);
  await button('Reload').click();
  expect(asked).toEqual(['version', 'take-over']);
});
