import { sql } from 'kysely';
import type { Platform } from '#platform/platform';
import { forgetSeries, leaveWeek, moveWeek } from './series-end.ts';

/** Registered after the effects that still need the slots for their notices. */
export function seriesEffects(effects: Platform['effects']): void {
  effects.on('sessionCancelled', (_platform, tx, { scheduleSlotId }) => leaveWeek(tx, scheduleSlotId));
  effects.on('sessionMoved', (_platform, tx, { scheduleSlotId, toScheduleSlotId }) =>
    moveWeek(tx, scheduleSlotId, toScheduleSlotId),
  );
  effects.on('userBlocked', ({ clock }, tx, { userId, blockedUserId }) =>
    forgetSeries(
      tx,
      clock.now(),
      sql<boolean>`(user_id, partner_user_id) IN ((${userId}::uuid, ${blockedUserId}::uuid), (${blockedUserId}::uuid, ${userId}::uuid))`,
    ),
  );
  for (const name of ['userBanned', 'userDeleted'] as const) {
    effects.on(name, ({ clock }, tx, { userId }) =>
      forgetSeries(tx, clock.now(), sql<boolean>`${userId}::uuid IN (user_id, partner_user_id)`),
    );
  }
}
