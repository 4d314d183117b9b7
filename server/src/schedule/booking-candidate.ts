import { ApiError } from '@parlance/contract/errors';
import { bookingMessages } from '@parlance/contract/schedule';
import { isBookableText } from '#domain/bookable';
import type { SlotRow } from './slot-row.ts';

/** A slot with everything that decides whether it can be booked. */
export interface Candidate extends SlotRow {
  is_past: boolean;
  /** Free, outside the owner's minimum notice and buffer. */
  is_bookable: boolean;
  is_blocked: boolean;
  is_caller_busy: boolean;
  is_owner_busy: boolean;
}

/** Parameters: $1 caller, $2 owner, $3 slot, $4 now. No row if the slot is not visible. One snapshot. */
export const candidateText = `
  SELECT slot.*, slot.starts_at <= $4 AS is_past, ${isBookableText('slot', '$4')} AS is_bookable,
    EXISTS (SELECT FROM blocks_between($1, $2)) AS is_blocked,
    EXISTS (SELECT FROM schedule_sessions AS other WHERE other.user_id = $1
      AND tstzrange(other.starts_at, other.ends_at) && tstzrange(slot.starts_at, slot.ends_at)) AS is_caller_busy,
    EXISTS (SELECT FROM schedule_sessions AS other WHERE other.user_id = $2
      AND tstzrange(other.starts_at, other.ends_at) && tstzrange(slot.starts_at, slot.ends_at)) AS is_owner_busy
  FROM schedule_slots AS slot
  WHERE schedule_slot_id = $3 AND slot.user_id = $2
    AND EXISTS (SELECT FROM users WHERE user_id = $1 AND banned_at IS NULL)
    AND EXISTS (SELECT FROM users WHERE user_id = $2 AND banned_at IS NULL)`;

/**
 * Throws the reason for a refusal; returns the slot if it is already the caller's, null if booking can proceed. Notice and buffer do not
 * apply to a time on which both members agreed (a weekly series, the same time again).
 */
export function judge(
  candidate: Candidate | undefined,
  userId: string,
  { isAgreed = false } = {},
): SlotRow | null {
  const refuse = (message: string) => new ApiError('NotAllowed', { message });
  if (!candidate) throw new ApiError('ResourceNotFound');
  if (candidate.user_id === userId) throw refuse(bookingMessages.ownSlot);
  if (candidate.is_blocked) throw new ApiError('UserIsBlocked');
  if (candidate.booked_by_user_id === userId) return candidate;
  if (candidate.booked_by_user_id !== null || candidate.is_past) throw refuse(bookingMessages.taken);
  if (candidate.is_caller_busy) throw refuse(bookingMessages.overlap);
  // The owner has booked another member's slot meanwhile.
  if (candidate.is_owner_busy || !(isAgreed || candidate.is_bookable)) throw refuse(bookingMessages.taken);
  return null;
}
