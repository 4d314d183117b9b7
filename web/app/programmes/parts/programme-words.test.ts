import { afterEach, expect, test, vi } from 'vitest';
import { dayText, hoursText, rangeText, todayOf } from './programme-words';

afterEach(() => vi.useRealTimers());

test('a calendar day is the same for every reader, also west of UTC', () => {
  expect(dayText('2030-03-05')).toBe('March 5, 2030');
});

test('the present day of a programme is that of its own zone', () => {
  vi.useFakeTimers({ now: new Date('2030-03-05T23:30:00Z'), toFake: ['Date'] });
  expect(todayOf({ timeZone: 'Europe/Berlin' })).toBe('2030-03-06');
  expect(todayOf({ timeZone: 'America/New_York' })).toBe('2030-03-05');
});

test('weekly times have their own weekday and clock', () => {
  expect(rangeText({ weekday: 1, from: '18:00', to: '19:30' })).toMatch(/^Mon (6:00|18:00).*(7:30|19:30)/);
  expect(rangeText({ weekday: 7, from: '00:00', to: '00:30' })).toMatch(/^Sun /);
});

test('lengths of time leave out what is zero', () => {
  expect([30, 60, 510].map(hoursText)).toEqual(['30 min', '1 h', '8 h 30']);
});
