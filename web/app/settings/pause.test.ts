import { pausedForGood } from '@parlance/contract/account-care';
import { expect, test } from 'vitest';
import { pauseChoices, pausedUntilOf, pauseOf } from './pause';

const now = new Date('2026-05-14T12:00:00.000Z');
const after = (ms: number) => new Date(now.getTime() + ms);
const dayMs = 86_400_000;

test.each([
  ['nothing', null, 'shown'],
  ['a pause that is over', after(-1), 'shown'],
  ['a pause that ends now', now, 'shown'],
  ['a pause with an end', after(1), 'kept'],
  ['a pause without an end', pausedForGood, 'good'],
])('%s is read as a choice', (_case, pausedUntil, expected) => {
  expect(pauseOf(pausedUntil, now)).toBe(expected);
});

test('a choice is stored as a time', () => {
  expect(pausedUntilOf('shown', now)).toBeNull();
  expect(pausedUntilOf('week', now)).toEqual(after(7 * dayMs));
  expect(pausedUntilOf('month', now)).toEqual(after(30 * dayMs));
  expect(pausedUntilOf('good', now)).toEqual(pausedForGood);
});

test('a pause with an end is a choice of its own, with its day', () => {
  const values = (pausedUntil: Date | null) => pauseChoices(pausedUntil, now).map(({ value }) => value);
  expect(values(null)).toEqual(['shown', 'week', 'month', 'good']);
  expect(values(pausedForGood)).toEqual(['shown', 'week', 'month', 'good']);
  expect(values(after(3 * dayMs))).toEqual(['shown', 'kept', 'week', 'month', 'good']);
  expect(pauseChoices(after(3 * dayMs), now)[1]?.label).toBe('Paused until May 17, 2026');
});

test('each pause says from which day on the member is shown again', () => {
  const effects = pauseChoices(null, now).map(({ value, effect }) => [value, effect]);
  expect(effects).toContainEqual(['week', 'You are shown again from May 21, 2026 on.']);
  expect(effects).toContainEqual(['month', 'You are shown again from June 13, 2026 on.']);
});
