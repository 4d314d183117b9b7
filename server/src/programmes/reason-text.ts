import type { FreeRange } from '@parlance/contract/programme-hours';
import type { UnmatchedReason } from '@parlance/contract/programmes';
import type { Words } from '@parlance/words/words';

/** Such as "Tuesday 18:00–20:00", in the reader's language; 5 January 1970 was a Monday. */
export const rangeText = ({ date }: Words, { weekday, from, to }: FreeRange): string =>
  `${date(new Date(Date.UTC(1970, 0, 4 + weekday)), 'weekday', 'UTC')} ${from}–${to}`;

/** Why a student has no partner, with the number and the advice. */
export function reasonText({ t, counted }: Words, { kind, count }: UnmatchedReason): string {
  if (kind === 'taken')
    return counted(
      count,
      'One person fits you and has a partner already. You come first in the next round.',
      '{count} people fit you, and all of them have a partner. You come first in the next round.',
    );
  if (kind === 'wish')
    return counted(
      count,
      'One person would fit without your wish for the same gender.',
      '{count} people would fit without your wish for the same gender.',
    );
  if (kind === 'hours')
    return counted(
      count,
      'One person fits by language, but is not free when you are.',
      '{count} people fit by language, but none of them is free when you are.',
    );
  if (kind === 'demand')
    return counted(
      count,
      'One person offers a language that you seek, but does not seek one of yours. Which other languages do you speak well?',
      '{count} people offer a language that you seek, but none of them seeks one of yours. Which other languages do you speak well?',
    );
  return t(
    'No one who could be your partner offers a language that you seek. Which other language would you like to learn?',
  );
}
