import { ApiError } from '@parlance/contract/errors';
import { bookingMessages } from '@parlance/contract/schedule';
import { t, translate } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { waitInWords } from '#lib/wait-in-words';

/** Messages of the booking screen for errors without a user-facing one (docs/specification/errors.md#screen-messages). */
export const bookingWords = {
  missing: word('Missing required information for booking'),
  gone: word('Availability slot not found or no longer available'),
  loadFailed: word('Failed to load booking information'),
  bookFailed: word('Failed to book the session. Please try again.'),
};

/** Why a booking failed. `isGone` means that the slot is no longer available. */
export interface BookingProblem {
  message: string;
  isGone: boolean;
}

/** Maps a refused or lost booking to a message. */
export function bookingProblem(error: unknown): BookingProblem {
  const failed = { message: t(bookingWords.bookFailed), isGone: false };
  if (!(error instanceof ApiError)) return failed;
  if (error.is('ResourceNotFound', 'UserNotFound')) return { message: t(bookingWords.gone), isGone: true };
  const message = translate(error);
  if (error.is('NotAllowed')) return { message, isGone: error.key !== bookingMessages.ownSlot };
  if (error.is('TooManyRequests')) return { message: manyBookings(error.timeout), isGone: false };
  return error.is('UserIsBlocked') ? { message, isGone: false } : failed;
}

const manyBookings = (seconds: number | undefined): string =>
  seconds === undefined
    ? t('You have booked many sessions in a short time. Please try again later.')
    : t('You have booked many sessions in a short time. Please try again {when}.', {
        when: waitInWords(seconds),
      });
