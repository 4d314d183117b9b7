import { createHash, randomBytes } from 'node:crypto';
import { ApiError } from '@parlance/contract/errors';
import { sql } from 'kysely';
import { wordsOfPerson } from '#account/account';
import type { Http } from '#platform/http';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { type CalendarEntry, calendarFile } from './calendar-file.ts';
import { countFeed, countFeedRead } from './schedule-rates.ts';

const secretBytes = 32;
const refreshSeconds = 3600;
/** Calendar programs that poll weekly still receive a cancellation. */
const cancelledShownMs = 30 * 24 * 3_600_000;
const pastShownMs = 90 * 24 * 3_600_000;
const entriesMax = 2000;
const purgeEverySeconds = 3600;

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Creates a private calendar address and revokes the previous one. The secret is returned once and stored only as a hash. */
export async function createCalendarFeed(platform: Platform, { userId }: Caller): Promise<{ url: string }> {
  await countFeed(platform, userId);
  const secret = randomBytes(secretBytes).toString('base64url');
  const feed = { secret_hash: hashOf(secret), created_at: platform.clock.now() };
  await platform.db
    .insertInto('calendar_feeds')
    .values({ user_id: userId, ...feed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(feed))
    .execute();
  return { url: `${platform.config.publicUrl}/calendar/${secret}.ics` };
}

export async function deleteCalendarFeed(platform: Platform, { userId }: Caller): Promise<void> {
  await platform.db.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute();
}

/** One session as a file, for a party; after a cancellation, the file that removes it from a calendar. */
export async function getAppointmentIcs(
  platform: Platform,
  { userId }: Caller,
  { scheduleSlotId }: { scheduleSlotId: string },
): Promise<string> {
  const [entry] = await readEntries(platform, userId, scheduleSlotId);
  if (!entry) throw new ApiError('ResourceNotFound');
  const { publicUrl, mailFrom } = platform.config;
  const method = entry.isCancelled ? 'CANCEL' : 'PUBLISH';
  const words = await wordsOfPerson(platform, userId);
  return calendarFile({ words, method, publicUrl, mailFrom, reader: null, entries: [entry] });
}

/** Serves the private addresses. Calendar programs send no token, so the secret in the address authenticates. */
export function registerCalendarFeed(http: Http, platform: Platform): void {
  const config = { cost: 10 };
  http.get<{ Params: { file: string } }>('/calendar/:file', { config }, async (request, reply) => {
    const secret = /^([\w-]{43})\.ics$/.exec(request.params.file)?.[1];
    const userId = secret === undefined ? undefined : await findReader(platform, secret);
    if (userId === undefined) throw new ApiError('ResourceNotFound');
    await countFeedRead(platform, userId);
    const { publicUrl, mailFrom } = platform.config;
    const entries = await readEntries(platform, userId);
    void reply
      .header('cache-control', 'private, no-cache')
      .header('x-robots-tag', 'noindex')
      .header('content-disposition', 'attachment; filename="parlance.ics"')
      .type('text/calendar; charset=utf-8');
    const feed = { method: 'PUBLISH', publicUrl, mailFrom, reader: null, entries, refreshSeconds } as const;
    return calendarFile({ words: await wordsOfPerson(platform, userId), ...feed });
  });
}

async function findReader({ db }: Platform, secret: string): Promise<string | undefined> {
  const feed = await db
    .selectFrom('calendar_feeds')
    .innerJoin('users', 'users.user_id', 'calendar_feeds.user_id')
    .select('users.user_id')
    .where('secret_hash', '=', hashOf(secret))
    .where('banned_at', 'is', null)
    .executeTakeFirst();
  return feed?.user_id;
}

interface EntryRow {
  uid: string;
  starts_at: Date;
  ends_at: Date;
  sequence: number;
  changed_at: Date;
  is_cancelled: boolean;
  is_weekly: boolean;
  other_user_id: string | null;
  other_name: string | null;
}

const uidOf = (table: string) =>
  sql`coalesce(${sql.ref(`${table}.calendar_uid`)}, ${sql.ref(`${table}.schedule_slot_id`)})`;

/** A member's sessions and recent cancellations; an entry booked again counts as booked. */
async function readEntries(platform: Platform, userId: string, slotId?: string): Promise<CalendarEntry[]> {
  const ago = (ms: number) => new Date(platform.clock.now().getTime() - ms);
  const isWanted = (column: string) =>
    slotId === undefined ? sql`true` : sql`${sql.ref(column)} = ${slotId}`;
  const { rows } = await sql<EntryRow>`
    WITH entries AS (
      SELECT ${uidOf('slot')} AS uid, session.starts_at, session.ends_at, slot.sequence,
        slot.updated_at AS changed_at, false AS is_cancelled,
        EXISTS (SELECT FROM series_weeks AS week WHERE week.schedule_slot_id = slot.schedule_slot_id) AS is_weekly,
        CASE WHEN slot.user_id = session.user_id THEN slot.booked_by_user_id ELSE slot.user_id END AS other_user_id
      FROM schedule_sessions AS session JOIN schedule_slots AS slot USING (schedule_slot_id)
      WHERE session.user_id = ${userId} AND session.starts_at > ${ago(pastShownMs)}
        AND ${isWanted('session.schedule_slot_id')}
      UNION ALL
      SELECT ${uidOf('cancellation')}, starts_at, ends_at, sequence, cancelled_at, true, false, other_user_id
      FROM schedule_cancellations AS cancellation
      WHERE user_id = ${userId} AND cancelled_at > ${ago(cancelledShownMs)}
        AND ${isWanted('cancellation.schedule_slot_id')}
        AND NOT EXISTS (
          SELECT FROM schedule_sessions AS session JOIN schedule_slots AS slot USING (schedule_slot_id)
          WHERE session.schedule_slot_id = cancellation.schedule_slot_id AND session.user_id = ${userId}
            AND ${uidOf('slot')} = ${uidOf('cancellation')})
    )
    SELECT entries.*, users.name AS other_name
    FROM entries LEFT JOIN users ON users.user_id = entries.other_user_id
    ORDER BY starts_at DESC, is_cancelled, uid LIMIT ${entriesMax}
  `.execute(platform.db);
  return rows.map((row) => ({
    uid: row.uid,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    sequence: row.sequence,
    changedAt: row.changed_at,
    isCancelled: row.is_cancelled,
    isWeekly: row.is_weekly,
    other: row.other_user_id === null ? null : { userId: row.other_user_id, name: row.other_name ?? '' },
  }));
}

/** Deletes cancellations that calendar programs no longer need. */
export function scheduleJobs({ jobs, db, clock }: Platform): void {
  jobs.every(purgeEverySeconds, 'purge-schedule', async () => {
    const shownSince = new Date(clock.now().getTime() - cancelledShownMs);
    await db.deleteFrom('schedule_cancellations').where('cancelled_at', '<=', shownSince).execute();
  });
}
