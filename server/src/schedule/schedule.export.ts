import { sql } from 'kysely';
import { inCamelCase } from '#platform/database';
import type { Platform } from '#platform/platform';

/** Exports weekly hours, slots, sessions, requests to repeat them, busy times, and whether a private calendar address exists. */
export async function exportSchedule({ db }: Platform, userId: string): Promise<Record<string, unknown>> {
  const rows = inCamelCase(db);
  const slots = await rows
    .selectFrom('schedule_slots')
    .select([
      'schedule_slot_id',
      'user_id',
      'booked_by_user_id',
      'starts_at',
      'duration',
      'is_from_weekly_hours',
      'proposed_starts_at',
      'created_at',
      'updated_at',
    ])
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('booked_by_user_id', '=', userId)]))
    .orderBy('starts_at')
    .execute();
  const cancelledSessions = await rows
    .selectFrom('schedule_cancellations')
    .select(['schedule_slot_id', 'other_user_id', 'starts_at', 'ends_at', 'cancelled_at'])
    .where('user_id', '=', userId)
    .orderBy('starts_at')
    .execute();
  const feed = await rows
    .selectFrom('calendar_feeds')
    .select('created_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const askedAgain = await rows
    .selectFrom('session_agains')
    .select(['schedule_slot_id', 'partner_user_id', 'asked_at'])
    .where('user_id', '=', userId)
    .orderBy('asked_at')
    .execute();
  const askedWeekly = await rows
    .selectFrom('weekly_asks')
    .select(['schedule_slot_id', 'partner_user_id', 'asked_at'])
    .where('user_id', '=', userId)
    .orderBy('asked_at')
    .execute();
  const weeklySeries = await rows
    .selectFrom('session_series')
    .select(['user_id', 'partner_user_id', 'first_starts_at', 'time_zone', 'duration', 'agreed_at'])
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('partner_user_id', '=', userId)]))
    .orderBy('agreed_at')
    .execute();
  const weeklyHours = await rows
    .selectFrom('weekly_hours')
    .select(['time_zone', 'rules', 'min_notice_hours', 'buffer_minutes', 'weeks_ahead', 'updated_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const deletedWeeklyTimes = await rows
    .selectFrom('weekly_hours_exceptions')
    .select(['starts_at', 'ends_at'])
    .where('user_id', '=', userId)
    .orderBy('starts_at')
    .execute();
  // Without the address, which is a secret of another service.
  const busyCalendars = await rows
    .selectFrom('busy_calendars')
    .select(['busy_calendar_id', 'host', 'hides', 'time_zone', 'read_at', 'failing_since', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const busyTimes = await rows
    .selectFrom('busy_ranges')
    .select([
      'busy_calendar_id',
      sql<Date>`lower(during)`.as('starts_at'),
      sql<Date>`upper(during)`.as('ends_at'),
    ])
    .where('user_id', '=', userId)
    .orderBy('during')
    .execute();
  return {
    weeklyHours: weeklyHours ?? null,
    deletedWeeklyTimes,
    slots,
    cancelledSessions,
    askedAgain,
    askedWeekly,
    weeklySeries,
    calendarFeed: feed ?? null,
    busyCalendars,
    busyTimes,
  };
}
