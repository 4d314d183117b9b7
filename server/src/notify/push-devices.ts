import { createECDH, createHash } from 'node:crypto';
import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import {
  type addPushDevice as addCall,
  type getPush as getCall,
  pushDevicesMax,
} from '@parlance/contract/push';
import { type Selectable, sql } from 'kysely';
import type { PushDevices } from '#domain/tables.generated';
import type { Tx } from '#platform/effects';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import type { PushOutcome } from '#platform/push-sender';
import { refuseOver } from '#platform/rate-limit';
import type { Caller } from '#platform/serve';

const hourMs = 3_600_000;
const registrationsAnHour = 20;
/** Refusals in a row after which the subscription is invalid for good. */
const failuresMax = 3;

export type PushDeviceRow = Pick<
  Selectable<PushDevices>,
  'push_device_id' | 'user_id' | 'endpoint' | 'p256dh' | 'auth'
>;

export async function getPush(platform: Platform, caller: Caller): Promise<ResultOf<typeof getCall>> {
  const rows = await platform.db
    .selectFrom('push_devices as device')
    .innerJoin('user_sessions as session', 'session.user_session_id', 'device.user_session_id')
    .select(['device.push_device_id', 'device.endpoint', 'device.created_at', 'device.last_sent_at'])
    .select(['session.user_agent', 'session.user_session_id'])
    .where('device.user_id', '=', caller.userId)
    .orderBy('device.created_at', 'desc')
    .orderBy('device.push_device_id', 'desc')
    .limit(pushDevicesMax)
    .execute();
  const devices = rows.map((row) => ({
    pushDeviceId: row.push_device_id,
    service: new URL(row.endpoint).hostname,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastSentAt: row.last_sent_at,
    current: row.user_session_id === caller.userSessionId,
  }));
  return { publicKey: (await platform.push?.publicKey()) ?? null, devices };
}

/** Registers a device for the session of the caller. A known endpoint keeps its id and moves to this account. */
export async function addPushDevice(
  platform: Platform,
  { userId, userSessionId }: Caller,
  { endpoint, keys }: PayloadOf<typeof addCall>,
): Promise<{ pushDeviceId: string }> {
  const { db, clock, push, limits } = platform;
  if (!push) throw new ApiError('ResourceNotFound');
  refuseOver(
    await limits.take([{ key: `push-device:${userId}`, limit: registrationsAnHour, windowMs: hourMs }]),
  );
  if (!push.isAccepted(endpoint))
    throw new ApiError('RequestDataInvalid', { fields: { endpoint: 'Is not an accepted push service' } });
  const p256dh = Buffer.from(keys.p256dh, 'base64url');
  if (!isOnCurve(p256dh))
    throw new ApiError('RequestDataInvalid', { fields: { keys: 'Must be a public key of P-256' } });
  const values = {
    user_id: userId,
    user_session_id: userSessionId,
    endpoint,
    p256dh,
    auth: Buffer.from(keys.auth, 'base64url'),
    failures: 0,
  };
  return db.transaction().execute(async (tx) => {
    const { push_device_id } = await tx
      .insertInto('push_devices')
      .values({
        push_device_id: newId(clock),
        endpoint_hash: createHash('sha256').update(endpoint).digest(),
        created_at: clock.now(),
        ...values,
      })
      .onConflict((conflict) =>
        conflict.column('endpoint_hash').doUpdateSet({
          ...values,
          // What an earlier account received does not delay mails to this one.
          last_sent_at: sql`CASE WHEN push_devices.user_id = excluded.user_id THEN push_devices.last_sent_at END`,
        }),
      )
      .returning('push_device_id')
      .executeTakeFirstOrThrow();
    await evictOldest(tx, userId, push_device_id);
    return { pushDeviceId: push_device_id };
  });
}

function isOnCurve(point: Buffer): boolean {
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(point);
    return point[0] === 4;
  } catch {
    return false;
  }
}

async function evictOldest(tx: Tx, userId: string, added: string): Promise<void> {
  await sql`
    DELETE FROM push_devices WHERE push_device_id IN (
      SELECT push_device_id FROM push_devices WHERE user_id = ${userId}
      ORDER BY push_device_id = ${added} DESC, created_at DESC, push_device_id DESC OFFSET ${pushDevicesMax}
    )`.execute(tx);
}

export async function removePushDevice(
  { db }: Platform,
  { userId }: Caller,
  pushDeviceId: string,
): Promise<void> {
  await db
    .deleteFrom('push_devices')
    .where('push_device_id', '=', pushDeviceId)
    .where('user_id', '=', userId)
    .returning('push_device_id')
    .executeTakeFirstOrThrow(() => new ApiError('ResourceNotFound'));
}

/** Records the response of the push service, unless the device has been registered anew or for another account meanwhile. */
export async function noteOutcome(
  { db, clock }: Platform,
  device: PushDeviceRow,
  { result }: PushOutcome,
): Promise<void> {
  const same = sql<boolean>`push_device_id = ${device.push_device_id} AND user_id = ${device.user_id}
    AND p256dh = ${device.p256dh}`;
  if (result === 'sent')
    await db
      .updateTable('push_devices')
      .set({ last_sent_at: clock.now(), failures: 0 })
      .where(same)
      .execute();
  if (result === 'gone') await db.deleteFrom('push_devices').where(same).execute();
  if (result !== 'refused') return;
  await db.updateTable('push_devices').set({ failures: sql`failures + 1` }).where(same).execute();
  await db.deleteFrom('push_devices').where(same).where('failures', '>=', failuresMax).execute();
}
