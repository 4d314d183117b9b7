import { contactRefusals } from '@parlance/contract/contact';
import { ApiError, clientMessages } from '@parlance/contract/errors';
import { bookingMessages } from '@parlance/contract/schedule';
import { t, translate } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { failureMessage } from '#lib/failure-message';
import { waitInWords } from '#lib/wait-in-words';

/** Messages of the booking screen for errors without a user-facing one (docs/specification/errors.md#screen-messages). */
export const bookingWords = {
  missing: word('Missing required information for booking'),
  gone: word('Availability slot not found or no longer available'),
  loadFailed: word('Failed to load booking information'),
  bookFailed: word('Failed to book the session. Please try again.'),
};

/** Why a booking failed, and what can help: another slot if this one is no longer available, or a message to a stranger. */
export interface BookingProblem {
  message: string;
  isGone: boolean;
  asksToWrite?: boolean;
}

const goneKeys: string[] = [bookingMessages.taken, bookingMessages.overlap];

/** Maps a refused or lost booking to a message. */
export function bookingProblem(error: unknown): BookingProblem {
  const failed = { message: t(bookingWords.bookFailed), isGone: false };
  if (!(error instanceof ApiError)) return failed;
  if (error.is('ResourceNotFound', 'UserNotFound')) return { message: t(bookingWords.gone), isGone: true };
  const message = translate(error);
  if (error.key === contactRefusals.bookLater) return { message, isGone: false, asksToWrite: true };
  if (error.is('NotAllowed')) return { message, isGone: goneKeys.includes(error.key) };
  if (error.is('TooManyRequests')) {
    // A limit of first contacts has its own message.
    const isOwn = error.key !== clientMessages.TooManyRequests;
    return { message: isOwn ? failureMessage(error, message) : manyBookings(error.timeout), isGone: false };
  }
  return error.is('UserIsBlocked') ? { message, isGone: false } : failed;
}

const manyBookings = (seconds: number | undefined): string =>
  seconds === undefined
    ? t('You have booked many sessions in a short time. Please try again later.')
    : t('You have booked many sessions in a short time. Please try again {when}.', {
        when: waitInWords(seconds),
      });
