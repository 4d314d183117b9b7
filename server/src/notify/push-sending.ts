import { createHmac } from 'node:crypto';
import { nodeState } from '#platform/node-state';
import type { Platform } from '#platform/platform';
import type { PushContent, WaitingPush } from '#platform/push-queue';
import type { PushOutcome } from '#platform/push-sender';
import { noteOutcome, type PushDeviceRow } from './push-devices.ts';
import type { Recipient } from './push-readers.ts';

const longestTtlSeconds = 24 * 3600;
const pausedMax = 1000;

/** Push services that asked for a pause, by host. Each node learns it by itself, from its first refusal. */
const pausedServices = nodeState<Map<string, Date>>(() => new Map());

/** Sends a notification to one device, unless its push service has asked for a pause. */
export async function sendTo(
  platform: Platform,
  push: WaitingPush,
  { words, unread }: Recipient,
  { title, body, tag, path, urgency }: PushContent,
  device: PushDeviceRow,
): Promise<PushOutcome> {
  const { clock } = platform;
  const paused = pausedServices(platform);
  const { host } = new URL(device.endpoint);
  const aheadMs = (paused.get(host)?.getTime() ?? 0) - clock.now().getTime();
  if (aheadMs > 0) return { result: 'wait', seconds: Math.ceil(aheadMs / 1000) };
  paused.delete(host);
  const outcome = await sendToDevice(platform, device, {
    payload: JSON.stringify({ title, body, tag, path, unread, lang: words.locale }),
    ttlSeconds: ttlOf(push, clock.now()),
    tag,
    urgency,
  });
  if (outcome.result !== 'wait') return outcome;
  if (paused.size >= pausedMax) paused.clear();
  paused.set(host, new Date(clock.now().getTime() + outcome.seconds * 1000));
  return outcome;
}

const ttlOf = ({ expires_at }: WaitingPush, now: Date): number =>
  Math.min(longestTtlSeconds, Math.ceil((expires_at.getTime() - now.getTime()) / 1000));

/** Sends one notification and records the response. The topic is a keyed hash, because the push service reads it. */
export async function sendToDevice(
  platform: Platform,
  device: PushDeviceRow,
  message: { payload: string; ttlSeconds: number; tag: string; urgency: 'normal' | 'high' },
): Promise<PushOutcome> {
  const { push, secret, log } = platform;
  if (!push) return { result: 'failed' };
  const { tag, ...rest } = message;
  const topic = createHmac('sha256', secret)
    .update(`push-topic:${device.user_id}:${tag}`)
    .digest('base64url');
  const outcome = await push
    .send({
      endpoint: device.endpoint,
      p256dh: device.p256dh.toString('base64url'),
      auth: device.auth.toString('base64url'),
      topic: topic.slice(0, 22),
      ...rest,
    })
    // A full or dead thread: the other devices of the notification are not concerned.
    .catch((error: unknown): PushOutcome => {
      log.warn({ error }, 'a push notification could not be sent');
      return { result: 'failed' };
    });
  await noteOutcome(platform, device, outcome);
  return outcome;
}
