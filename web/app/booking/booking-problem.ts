import { ApiError } from '@parlance/contract/errors';
import { bookingMessages } from '@parlance/contract/schedule';
import { waitInWords } from '#lib/wait-in-words';

/** What the booking screen says where the server has no words for people (§5, §8). */
export const bookingWords = {
  missing: 'Missing required information for booking',
  gone: 'Availability slot not found or no longer available',
  loadFailed: 'Failed to load booking information',
  many: 'You have booked many sessions in a short time.',
  bookFailed: 'Failed to book the session. Please try again.',
} as const;

/** Why a booking did not come about. `isGone` says that only another slot can help. */
export interface BookingProblem {
  message: string;
  isGone: boolean;
}

/** What a refused or lost booking means for the person who wanted it. */
export function bookingProblem(error: unknown): BookingProblem {
  if (!(error instanceof ApiError)) return { message: bookingWords.bookFailed, isGone: false };
  if (error.is('ResourceNotFound', 'UserNotFound')) return { message: bookingWords.gone, isGone: true };
  if (error.is('NotAllowed'))
    return { message: error.message, isGone: error.message !== bookingMessages.ownSlot };
  if (error.is('TooManyRequests')) {
    const when = error.timeout === undefined ? 'later' : waitInWords(error.timeout);
    return { message: `${bookingWords.many} Please try again ${when}.`, isGone: false };
  }
  if (error.is('UserIsBlocked')) return { message: error.message, isGone: false };
  return { message: bookingWords.bookFailed, isGone: false };
}
