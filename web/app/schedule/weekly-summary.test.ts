import type { WeeklyRule } from '@parlance/contract/weekly-hours';
import { speaking } from '@parlance/words/current';
import { wordsOf } from '@parlance/words/server';
import { describe, expect, test } from 'vitest';
import { weekdaysInOrder, weeklySummary } from './weekly-summary';

// Rules: docs/specification/schedule.md#weekly-hours
const rule = (weekday: number, changed: Partial<WeeklyRule> = {}): WeeklyRule => ({
  weekday,
  from: '18:00',
  to: '20:00',
  duration: 30,
  ...changed,
});

describe('what weekly hours offer', () => {
  test.each([
    ['en', 'Tuesdays and Thursdays, 18:00–20:00, your time, as 30-minute sessions'],
    ['de', 'Dienstags und donnerstags, 18:00–20:00 Uhr, deine Zeit, Gespräche zu 30 Minuten'],
    ['es', 'Los martes y los jueves, 18:00–20:00, tu hora, en sesiones de 30 minutos'],
    ['ru', 'По вторникам и четвергам, 18:00–20:00, по твоему времени, занятия по 30 минут'],
    ['ja', '毎週火曜日、木曜日 18:00～20:00（自分の時刻）、30分のセッション'],
    ['zh-Hans', '每周二和周四 18:00–20:00（你的时间），每次交流 30 分钟'],
  ] as const)('%s: weekdays with the same hours are one part', (locale, sentence) => {
    const summary = speaking(wordsOf(locale), () => weeklySummary([rule(4), rule(2)], null));
    expect(summary).toEqual([sentence]);
  });

  test('other hours are another part, another length is another sentence, another zone is named', () => {
    const rules = [rule(6, { from: '22:00', to: '24:00' }), rule(2), rule(3, { duration: 60 })];
    expect(speaking(wordsOf('en'), () => weeklySummary(rules, 'Japan Standard Time'))).toEqual([
      'Tuesdays, 18:00–20:00; Saturdays, 22:00–00:00, Japan Standard Time, as 30-minute sessions',
      'Wednesdays, 18:00–20:00, Japan Standard Time, as 60-minute sessions',
    ]);
    expect(weeklySummary([], null)).toEqual([]);
  });

  test('days stand in the order of the reader, and the hours of a day in order of time', () => {
    const rules = [
      rule(7),
      rule(6),
      rule(1, { from: '20:00', to: '21:00' }),
      rule(1, { from: '08:00', to: '09:00' }),
    ];
    expect(speaking(wordsOf('en'), () => weeklySummary(rules, null))).toEqual([
      'Mondays, 08:00–09:00; Mondays, 20:00–21:00; Saturdays and Sundays, 18:00–20:00, your time, as 30-minute sessions',
    ]);
    expect(speaking(wordsOf('ja'), () => weeklySummary([rule(1), rule(7)], null))[0]).toMatch(
      /^毎週日曜日、月曜日/,
    );
  });

  test('weekdays begin with the first day of the week in the language', () => {
    expect(speaking(wordsOf('de'), weekdaysInOrder)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(speaking(wordsOf('ar'), weekdaysInOrder)[0]).toBe(wordsOf('ar').weekStart);
    expect(speaking(wordsOf('ja'), weekdaysInOrder)).toEqual([7, 1, 2, 3, 4, 5, 6]);
  });
});
