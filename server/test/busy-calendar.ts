import { sql } from 'kysely';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import { sealAddress } from '#schedule/busy-address';

const dayMs = 86_400_000;

/** An external calendar with a busy time, as if it had been read. Its address is refused by the guard, so that nothing is requested. */
export async function insertBusyCalendar(
  platform: Platform,
  { userId, host }: { userId: string; host: string },
): Promise<string> {
  const now = platform.clock.now();
  const id = newId(platform.clock);
  await platform.db
    .insertInto('busy_calendars')
    .values({
      busy_calendar_id: id,
      user_id: userId,
      sealed_address: sealAddress(platform, id, 'https://127.0.0.1/secret.ics'),
      host,
      content_hash: 'none',
      time_zone: 'UTC',
      expanded_at: now,
      read_at: now,
      next_poll_at: null,
      created_at: now,
    })
    .execute();
  const [start, end] = [new Date(now.getTime() + 90 * dayMs), new Date(now.getTime() + 91 * dayMs)];
  await sql`
    INSERT INTO busy_ranges (busy_calendar_id, user_id, during)
    VALUES (${id}, ${userId}, tstzrange(${start}::timestamptz, ${end}::timestamptz))`.execute(platform.db);
  return id;
}
