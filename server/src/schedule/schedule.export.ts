import type { Platform } from '#platform/platform';

/** What this slice keeps about a person: published times, sessions on either side, those they would like again or every week, and whether there is a private address. */
export async function exportSchedule({ db }: Platform, userId: string): Promise<Record<string, unknown>> {
  const slots = await db
    .selectFrom('schedule_slots')
    .select([
      'schedule_slot_id as scheduleSlotId',
      'user_id as userId',
      'booked_by_user_id as bookedByUserId',
      'starts_at as startsAt',
      'duration',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('booked_by_user_id', '=', userId)]))
    .orderBy('starts_at')
    .execute();
  const cancelledSessions = await db
    .selectFrom('schedule_cancellations')
    .select([
      'schedule_slot_id as scheduleSlotId',
      'other_user_id as otherUserId',
      'starts_at as startsAt',
      'ends_at as endsAt',
      'cancelled_at as cancelledAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('starts_at')
    .execute();
  const feed = await db
    .selectFrom('calendar_feeds')
    .select('created_at as createdAt')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const askedAgain = await db
    .selectFrom('session_agains')
    .select(['schedule_slot_id as scheduleSlotId', 'partner_user_id as partnerUserId', 'asked_at as askedAt'])
    .where('user_id', '=', userId)
    .orderBy('asked_at')
    .execute();
  const askedWeekly = await db
    .selectFrom('weekly_asks')
    .select(['schedule_slot_id as scheduleSlotId', 'partner_user_id as partnerUserId', 'asked_at as askedAt'])
    .where('user_id', '=', userId)
    .orderBy('asked_at')
    .execute();
  const weeklySeries = await db
    .selectFrom('session_series')
    .select([
      'user_id as userId',
      'partner_user_id as partnerUserId',
      'first_starts_at as firstStartsAt',
      'time_zone as timeZone',
      'duration',
      'agreed_at as agreedAt',
    ])
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('partner_user_id', '=', userId)]))
    .orderBy('agreed_at')
    .execute();
  return { slots, cancelledSessions, askedAgain, askedWeekly, weeklySeries, calendarFeed: feed ?? null };
}
