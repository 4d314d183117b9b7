import { NetworkError } from '@parlance/client/network-error';
import { contactRefusals } from '@parlance/contract/contact';
import { bookingMessages } from '@parlance/contract/schedule';
import { createWords } from '@parlance/words/create-words';
import { speaking } from '@parlance/words/current';
import { describe, expect, test } from 'vitest';
import { receivedError } from '#test/received-error';
import { bookingProblem } from './booking-problem';

// Rules: docs/specification/errors.md#screen-messages
describe('Why a booking did not come about', () => {
  const failed = 'Failed to book the session. Please try again.';
  const gone = 'Availability slot not found or no longer available';
  const many = 'You have booked many sessions in a short time. Please try again in 25 minutes.';
  const refused = (message: string) => receivedError('NotAllowed', { message });
  test.each([
    ['a slot taken meanwhile', refused(bookingMessages.taken), bookingMessages.taken, true],
    ['another session at the time', refused(bookingMessages.overlap), bookingMessages.overlap, true],
    ['the own slot', refused(bookingMessages.ownSlot), bookingMessages.ownSlot, false],
    ['a slot that was removed', receivedError('ResourceNotFound'), gone, true],
    ['a person who left', receivedError('UserNotFound'), gone, true],
    ['a block', receivedError('UserIsBlocked'), 'One of you has blocked the other.', false],
    ['many bookings in an hour', receivedError('TooManyRequests', { timeout: 1500 }), many, false],
    ['a hold', refused(contactRefusals.held), contactRefusals.held, false],
    [
      'many new people in a day',
      receivedError('TooManyRequests', { message: contactRefusals.tooMany, timeout: 1500 }),
      contactRefusals.tooMany,
      false,
    ],
    ['a fault of the server', receivedError('ServerError'), failed, false],
    ['a lost connection', new NetworkError(), failed, false],
    ['anything else', new TypeError('x'), failed, false],
  ])('%s', (_case, error, message, isGone) => {
    expect(bookingProblem(error)).toEqual({ message, isGone });
  });

  test('a member who has to be written to first is offered a message', () => {
    const message = contactRefusals.bookLater;
    expect(bookingProblem(refused(message))).toEqual({ message, isGone: false, asksToWrite: true });
  });

  test('it is said in the language of the reader, and what can help is the same', () => {
    const german = createWords('de', {
      words: { [bookingMessages.ownSlot]: 'Das bist du.', [bookingMessages.taken]: 'Die Zeit ist weg.' },
    });
    const inGerman = (message: string) => speaking(german, () => bookingProblem(refused(message)));
    expect(inGerman(bookingMessages.ownSlot)).toEqual({ message: 'Das bist du.', isGone: false });
    expect(inGerman(bookingMessages.taken)).toEqual({ message: 'Die Zeit ist weg.', isGone: true });
  });
});
