import type { ContactStanding } from '@parlance/contract/contact';
import { counted, spoken, t } from '@parlance/words/current';

/** Where the text is shown: above an empty conversation, above one without an answer, or in the settings. */
export type StandingPlace = 'new conversation' | 'unanswered conversation' | 'settings';

/**
 * Why the first messages of a member are limited and what the member can do, one text a paragraph; empty while they are not
 * (docs/specification/contact.md#limited-senders).
 */
export function standingText(
  { state, left, notifiedLeft, notifiedPerDay, until }: ContactStanding,
  place: StandingPlace,
): string[] {
  if (state === 'held')
    return [
      t(
        'Somebody is looking at your account. Until then you cannot write to new people or book them. Your conversations go on.',
      ),
    ];
  if (state === 'restricted' && until)
    return [
      t('Several people declined, blocked or reported you after you wrote first.'),
      t(
        'Until {date} your first messages arrive without a notice. After that they arrive as before. Your conversations go on.',
        { date: spoken().date(until, 'longDay') },
      ),
      t(
        'You can keep your sessions and answer everybody who writes to you. New people find your message among their requests, and you can book them once they have answered.',
      ),
    ];
  // The day's numbers concern the next new person, not one who was written to.
  if (place === 'unanswered conversation') return [];
  if (left <= 0)
    return [
      t(
        'You have written to many new people in a day. A first message waits here and is sent as soon as that is possible. Your conversations go on.',
      ),
    ];
  if (notifiedLeft > 0) return [];
  return [
    place === 'settings'
      ? counted(
          notifiedPerDay,
          'You have written to 1 new person in a day. The next first messages arrive without a notice until somebody answers you.',
          'You have written to {count} new people in a day. The next first messages arrive without a notice until somebody answers you.',
        )
      : counted(
          notifiedPerDay,
          'You have written to 1 new person in a day. This one arrives without a notice until somebody answers you.',
          'You have written to {count} new people in a day. This one arrives without a notice until somebody answers you.',
        ),
  ];
}
