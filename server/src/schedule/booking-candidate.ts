import { ApiError } from '@parlance/contract/errors';
import { bookingMessages } from '@parlance/contract/schedule';
import type { SlotRow } from './slot-row.ts';

/** A slot that somebody wants, with everything that decides about it. */
export interface Candidate extends SlotRow {
  is_past: boolean;
  is_blocked: boolean;
  is_caller_busy: boolean;
  is_owner_busy: boolean;
}

/** $1 the caller, $2 the owner, $3 the slot, $4 now. No row when there is no such slot to be seen. One snapshot. */
export const candidateText = `
  SELECT slot.*, slot.starts_at <= $4 AS is_past,
    EXISTS (SELECT FROM blocks_between($1, $2)) AS is_blocked,
    EXISTS (SELECT FROM schedule_sessions AS other WHERE other.user_id = $1
      AND tstzrange(other.starts_at, other.ends_at) && tstzrange(slot.starts_at, slot.ends_at)) AS is_caller_busy,
    EXISTS (SELECT FROM schedule_sessions AS other WHERE other.user_id = $2
      AND tstzrange(other.starts_at, other.ends_at) && tstzrange(slot.starts_at, slot.ends_at)) AS is_owner_busy
  FROM schedule_slots AS slot
  WHERE schedule_slot_id = $3 AND slot.user_id = $2
    AND EXISTS (SELECT FROM users WHERE user_id = $1 AND banned_at IS NULL)
    AND EXISTS (SELECT FROM users WHERE user_id = $2 AND banned_at IS NULL)`;

/** Throws why the caller cannot have it; answers the slot when it is theirs already, null when they may go on. */
export function judge(candidate: Candidate | undefined, userId: string): SlotRow | null {
  const refuse = (message: string) => new ApiError('NotAllowed', { message });
  if (!candidate) throw new ApiError('ResourceNotFound');
  if (candidate.user_id === userId) throw refuse(bookingMessages.ownSlot);
  if (candidate.is_blocked) throw new ApiError('UserIsBlocked');
  if (candidate.booked_by_user_id === userId) return candidate;
  if (candidate.booked_by_user_id !== null || candidate.is_past) throw refuse(bookingMessages.taken);
  if (candidate.is_caller_busy) throw refuse(bookingMessages.overlap);
  // The owner has booked somebody else's time meanwhile.
  if (candidate.is_owner_busy) throw refuse(bookingMessages.taken);
  return null;
}
