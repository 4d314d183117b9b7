import { minutesOf, type WeeklyRule } from '@parlance/contract/weekly-hours';
import { counted, spoken, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';

// words: after "on", in a list: "Tuesdays and Thursdays, 18:00–20:00"; in the case that your translation of "{days}, {times}" needs
const weekdayWords = [
  word('Mondays'),
  word('Tuesdays'),
  word('Wednesdays'),
  word('Thursdays'),
  word('Fridays'),
  word('Saturdays'),
  word('Sundays'),
];

/** The weekdays in the reader's order; 1 is Monday. */
export const weekdaysInOrder = (): number[] =>
  Array.from({ length: 7 }, (_, place) => ((spoken().weekStart - 1 + place) % 7) + 1);

/** Tuesday */
export const weekdayName = (weekday: number): string =>
  // The first of January 2024 was a Monday.
  spoken().date(new Date(Date.UTC(2024, 0, weekday)), 'weekday', 'UTC');

const momentOf = (time: string) => new Date(minutesOf(time) * 60_000);

/** What weekly hours offer, one sentence for each length: Tuesdays and Thursdays, 18:00–20:00, your time, as 30-minute sessions */
export function weeklySummary(rules: readonly WeeklyRule[], zone: string | null): string[] {
  const order = weekdaysInOrder();
  const sorted = rules.toSorted(
    (a, b) => order.indexOf(a.weekday) - order.indexOf(b.weekday) || minutesOf(a.from) - minutesOf(b.from),
  );
  return [...Map.groupBy(sorted, ({ duration }) => duration)].map(([duration, ofLength]) => {
    const hours = [...Map.groupBy(ofLength, ({ from, to }) => `${from}–${to}`).values()]
      .map((same) => hoursText(same as [WeeklyRule, ...WeeklyRule[]]))
      // words: hours of some weekdays, then those of others
      .reduce((first, more) => t('{first}; {more}', { first, more }));
    const sentence =
      zone === null
        ? counted(
            duration,
            '{hours}, your time, as 1-minute sessions',
            '{hours}, your time, as {count}-minute sessions',
            { hours },
          )
        : counted(
            duration,
            '{hours}, {zone}, as 1-minute sessions',
            '{hours}, {zone}, as {count}-minute sessions',
            { hours, zone },
          );
    return sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1);
  });
}

function hoursText(same: [WeeklyRule, ...WeeklyRule[]]): string {
  const [{ from, to }] = same;
  const days = spoken().list(same.map(({ weekday }) => t(weekdayWords[weekday - 1] as string)));
  // words: Tuesdays and Thursdays, 18:00–20:00
  return t('{days}, {times}', { days, times: spoken().timeRange(momentOf(from), momentOf(to), 'UTC') });
}
