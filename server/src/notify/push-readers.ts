import { type PushPreferenceName, pushPreferences } from '@parlance/contract/push';
import { sql } from 'kysely';
import type { Platform } from '#platform/platform';
import type { PushReader } from '#platform/push-queue';
import { wordsFor } from '#platform/reader-words';
import { zoneOf } from '#schedule/schedule';
import type { PushDeviceRow } from './push-devices.ts';

/** A recipient with devices and settings. */
export interface Recipient extends PushReader {
  devices: PushDeviceRow[];
  /** For Intl. */
  zone: string;
  /** The number on the icon of the installed app. */
  unread: number;
  preference(name: PushPreferenceName): unknown;
}

interface RecipientRow {
  user_id: string;
  locale: string | null;
  time_zone: string | null;
  local_tz_offset: number | null;
  choices: Record<string, unknown>;
  unread: number;
}

/** Reads recipients that are not banned, with the devices of live sessions. */
export async function readRecipients(platform: Platform, userIds: string[]): Promise<Map<string, Recipient>> {
  const { db, clock } = platform;
  const { rows } = await sql<RecipientRow>`
    SELECT reader.user_id, reader.locale, reader.time_zone, reader.local_tz_offset,
      coalesce((
        SELECT jsonb_object_agg(choice.name, choice.value) FROM user_preferences AS choice
        WHERE choice.user_id = reader.user_id AND choice.name = ANY(${Object.keys(pushPreferences)}::text[])
      ), '{}'::jsonb) AS choices,
      coalesce((
        SELECT sum(seat.unread_count) FROM conversation_members AS seat
        WHERE seat.user_id = reader.user_id AND seat.unread_count > 0 AND NOT seat.is_hidden AND NOT seat.is_request
      ), 0)::integer AS unread
    FROM users AS reader WHERE reader.user_id = ANY(${userIds}::uuid[]) AND reader.banned_at IS NULL`.execute(
    db,
  );
  const devices = await db
    .selectFrom('push_devices as device')
    .innerJoin('user_sessions as session', 'session.user_session_id', 'device.user_session_id')
    .select(['device.push_device_id', 'device.user_id', 'device.endpoint', 'device.p256dh', 'device.auth'])
    .where('device.user_id', 'in', userIds)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', clock.now())
    .execute();
  const devicesOf = Map.groupBy(devices, ({ user_id }) => user_id);
  return new Map(
    rows.map((row) => [row.user_id, toRecipient(platform, row, devicesOf.get(row.user_id) ?? [])]),
  );
}

function toRecipient(platform: Platform, row: RecipientRow, devices: PushDeviceRow[]): Recipient {
  const { user_id: userId, time_zone, local_tz_offset, unread } = row;
  const preference = (name: PushPreferenceName) => row.choices[name] ?? pushPreferences[name];
  return {
    userId,
    words: wordsFor(platform, row.locale),
    time_zone,
    local_tz_offset,
    zone: zoneOf(row).id,
    showsNames: preference('push-names') === true,
    devices,
    unread,
    preference,
  };
}
