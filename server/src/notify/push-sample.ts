import { ApiError } from '@parlance/contract/errors';
import { wordsOfPerson } from '#account/account';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import type { Caller } from '#platform/serve';
import { sendToDevice } from './push-sending.ts';

const hourMs = 3_600_000;
const triesAnHour = 3;
const ttlSeconds = 60;

/** Sends a sample at once, also in quiet hours. An invalid subscription is deleted and not found. */
export async function tryPush(platform: Platform, { userId }: Caller, pushDeviceId: string): Promise<void> {
  const device = await platform.db
    .selectFrom('push_devices')
    .select(['push_device_id', 'user_id', 'endpoint', 'p256dh', 'auth'])
    .where('push_device_id', '=', pushDeviceId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow(() => new ApiError('ResourceNotFound'));
  refuseOver(
    await platform.limits.take([{ key: `push-try:${userId}`, limit: triesAnHour, windowMs: hourMs }]),
  );
  const { t, locale } = await wordsOfPerson(platform, userId);
  const title = t('Notifications are on');
  const body = t('New messages will look like this.');
  const payload = JSON.stringify({
    title,
    body,
    tag: 'parlance-try',
    path: '/settings#notices',
    unread: null,
    lang: locale,
  });
  const outcome = await sendToDevice(platform, device, {
    payload,
    ttlSeconds,
    tag: 'parlance-try',
    urgency: 'high',
  });
  if (outcome.result === 'gone' || outcome.result === 'refused') throw new ApiError('ResourceNotFound');
  if (outcome.result !== 'sent')
    throw new ApiError('TooManyRequests', {
      timeout: outcome.result === 'wait' ? outcome.seconds : ttlSeconds,
    });
}
