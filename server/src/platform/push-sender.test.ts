import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#config';
import { afterTest } from '#test/after-test';
import { newFolder } from '#test/folder';
import { startPushService } from '#test/push-service';
import { createPushSender } from './push-sender.ts';

const senderOf = (env: Record<string, string>) => createPushSender(readConfig(env));

describe('keys', () => {
  test('are generated once with the embedded database, readable for the owner only', async () => {
    const dataDir = await newFolder();
    const publicKey = await senderOf({ DATA_DIR: dataDir })?.publicKey();
    expect(Buffer.from(publicKey ?? '', 'base64url')).toHaveLength(65);
    expect(readdirSync(dataDir)).toEqual(['push-keys']);
    expect(statSync(join(dataDir, 'push-keys')).mode & 0o777).toBe(0o600);
    expect(await senderOf({ DATA_DIR: dataDir })?.publicKey()).toBe(publicKey);
  });

  test('are never generated with a shared database, where each node would have its own', () => {
    expect(senderOf({ DATABASE_URL: 'postgres://db.example.org/parlance' })).toBeNull();
  });
});

describe('push services', () => {
  const isAccepted = (endpoint: string, env: Record<string, string> = {}) =>
    senderOf(env)?.isAccepted(endpoint);

  test.each([
    ['https://fcm.googleapis.com/fcm/send/x', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/x', true],
    ['https://web.push.apple.com/x', true],
    ['https://wns2-par02p.notify.windows.com/w/?token=x', true],
    ['https://fcm.googleapis.com./fcm/send/x', true],
    ['https://FCM.googleapis.com/fcm/send/x', true],
    ['https://evilfcm.googleapis.com.example.org/x', false],
    ['https://notfcm.googleapis.com/x', false],
    ['http://fcm.googleapis.com/x', false],
    ['https://fcm.googleapis.com:8443/x', false],
    ['https://push.example.org/x', false],
  ])('%s is accepted: %s', (endpoint, expected) => {
    expect(isAccepted(endpoint)).toBe(expected);
  });

  test('are added by the operator, one by one or all public ones', () => {
    const endpoint = 'https://push.example.org/x';
    expect(isAccepted(endpoint, { PUSH_SERVICES: 'push.example.org' })).toBe(true);
    expect(isAccepted(endpoint, { PUSH_SERVICES: 'any' })).toBe(true);
    expect(isAccepted('https://10.0.0.1/x', { PUSH_SERVICES: 'any' })).toBe(false);
  });
});

test('a service gets 64 requests of a node at a time, and another one does not wait for it', async () => {
  const push = await startPushService();
  const config = readConfig({ ...push.env, DATA_DIR: await newFolder() });
  const sender = createPushSender(config, push.network);
  afterTest(async () => void (await sender?.close()));
  const send = ({ endpoint, keys }: ReturnType<typeof push.subscribe>) =>
    sender?.send({ endpoint, ...keys, payload: '{}', ttlSeconds: 60, topic: 'topic', urgency: 'normal' });
  const elsewhere = push.subscribe('other-push.test');
  // Starts the thread, which takes seconds on a busy machine.
  expect(await send(elsewhere)).toEqual({ result: 'sent' });

  const open = Promise.withResolvers<void>();
  afterTest(async () => void open.resolve());
  push.answerWith({ status: 201 }, elsewhere.endpoint);
  push.answerWith({ status: 201, after: open.promise });
  const sending = Array.from({ length: 65 }, () => send(push.subscribe()));
  await expect.poll(() => push.requests(), { timeout: 10_000 }).toBe(1 + 64);
  // Sent one after the other through the same thread: a further request to the first service would have arrived by then.
  for (let count = 0; count < 3; count += 1) expect(await send(elsewhere)).toEqual({ result: 'sent' });
  expect(push.requests()).toBe(1 + 64 + 3);
  open.resolve();
  expect(await Promise.all(sending)).toEqual(Array(65).fill({ result: 'sent' }));
});
