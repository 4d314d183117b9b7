import { contactRefusals } from '@parlance/contract/contact';
import { ApiError } from '@parlance/contract/errors';
import { sql } from 'kysely';
import { countContact } from '#chat/chat';
import { contactRules } from '#platform/contact-rules';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';

export { listCases } from './cases.ts';
export {
  type CaseOutcome,
  type ClosedCase,
  closeCase,
  closeCaseOf,
  holdMember,
  measureCases,
} from './holds.ts';
export { countHold } from './penalties.ts';
export { reasonWords } from './reason-words.ts';

interface PlacedBooking {
  place: 'notified' | 'silent' | 'held' | 'too-many';
  note: string | null;
  free_at: Date | null;
}

/**
 * Refuses a booking of a stranger where a message would arrive without a notification, and counts it as a first contact. In the
 * transaction of the booking, after the locks of pair and schedules.
 */
export async function placeBooking(
  platform: Platform,
  tx: Tx,
  { guestId, ownerId }: { guestId: string; ownerId: string },
): Promise<void> {
  const now = platform.clock.now();
  const { rows } = await sql<PlacedBooking>`
    SELECT place, note, free_at
    FROM place_booking(${guestId}, ${ownerId}, ${now}, ${contactRules(platform)}::jsonb)`.execute(tx);
  const { place, note, free_at } = rows[0] ?? { place: 'silent', note: null, free_at: null };
  if (place === 'held') throw new ApiError('NotAllowed', { message: contactRefusals.held });
  if (place === 'silent') throw new ApiError('NotAllowed', { message: contactRefusals.bookLater });
  if (place === 'too-many') {
    const timeout = free_at ? Math.max(1, Math.ceil((free_at.getTime() - now.getTime()) / 1000)) : 0;
    throw new ApiError('TooManyRequests', { message: contactRefusals.tooMany, timeout });
  }
  countContact(platform, note);
}
