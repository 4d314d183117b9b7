import { spoken, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { clockText, daysBetween, isBad } from '#chat/messages/message-text';

/** Format of a future moment in a sentence: clock, tomorrow, weekday or date. */
type ComingDay = 'today' | 'tomorrow' | 'weekday' | 'date';

export function comingTime(moment: Date, now: Date): { kind: ComingDay; day: string; time: string } {
  const time = clockText(moment);
  const days = isBad(moment) ? 0 : daysBetween(now, moment);
  if (days <= 1) return { kind: days <= 0 ? 'today' : 'tomorrow', day: '', time };
  return days < 7
    ? { kind: 'weekday', day: spoken().date(moment, 'weekday'), time }
    : { kind: 'date', day: spoken().date(moment, 'mediumDay'), time };
}

const nextTryWords = {
  today: word('Waiting, next try at {time}'),
  tomorrow: word('Waiting, next try tomorrow at {time}'),
  // words: {day} is such as Friday
  weekday: word('Waiting, next try on {day} at {time}', 'a weekday'),
  // words: {day} is such as May 21, 2026
  date: word('Waiting, next try on {day} at {time}', 'a date'),
};

const heldWords = {
  today: word('You have reached a limit. It is sent at {time}, or the next time you are here after that.'),
  tomorrow: word(
    'You have reached a limit. It is sent tomorrow at {time}, or the next time you are here after that.',
  ),
  // words: {day} is such as Friday
  weekday: word(
    'You have reached a limit. It is sent on {day} at {time}, or the next time you are here after that.',
    'a weekday',
  ),
  // words: {day} is such as May 21, 2026
  date: word(
    'You have reached a limit. It is sent on {day} at {time}, or the next time you are here after that.',
    'a date',
  ),
};

function sayWhen(sentences: Record<ComingDay, string>, moment: Date, now: Date): string {
  const { kind, day, time } = comingTime(moment, now);
  return t(sentences[kind], { day, time });
}

/** Text for the time of the next retry. */
export const nextTryText = (moment: Date, now: Date): string => sayWhen(nextTryWords, moment, now);

/** Text for the end of a rate limit and what follows. */
export const heldText = (moment: Date, now: Date): string => sayWhen(heldWords, moment, now);
