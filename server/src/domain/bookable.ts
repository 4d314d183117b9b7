import { type RawBuilder, sql } from 'kysely';

/** The rows of the index `schedule_slots_bookable`; parameters cannot match the predicate of a partial index, so none are used. */
const isOpen = (slot: string) => `${slot}.booked_by_user_id IS NULL AND NOT ${slot}.is_buffered`;

/**
 * Whether members other than the owner can see and book a slot, for an alias of `schedule_slots`. The columns are filled by triggers
 * (migrations/0028-weekly-hours.sql). Blocks, bans and the caller's own sessions are separate conditions.
 */
export const isBookable = (slot: string, now: Date): RawBuilder<boolean> =>
  sql`(${sql.raw(isOpen(slot))} AND ${sql.ref(`${slot}.bookable_until`)} > ${now})`;

/** The same for a prepared statement, with the placeholder of the current time. */
export const isBookableText = (slot: string, now: `$${number}`): string =>
  `(${isOpen(slot)} AND ${slot}.bookable_until > ${now})`;
