import { expect, test } from 'vitest';
import { activityOf } from './activity';

const at = (day: number, hours: number, minutes: number) => new Date(2026, 4, day, hours, minutes);
const noon = at(14, 12, 0).getTime();

test.each([
  ['nobody has seen them', null, noon, null],
  ['the server does not say', undefined, noon, null],
  ['a moment ago', new Date(noon - 1), noon, 'Active now'],
  ['just under 15 minutes ago', new Date(noon - 15 * 60_000 + 1), noon, 'Active now'],
  ['15 minutes ago', new Date(noon - 15 * 60_000), noon, 'Active today'],
  ['by a clock ahead of ours', new Date(noon + 60_000), noon, 'Active now'],
  ['at midnight', at(14, 0, 0), noon, 'Active today'],
  ['just before midnight', new Date(at(14, 0, 0).getTime() - 1), noon, null],
  ['before midnight, but minutes ago', at(13, 23, 55), at(14, 0, 5).getTime(), 'Active now'],
])('%s', (_case, lastActiveAt, now, expected) => {
  expect(activityOf(lastActiveAt, now)).toBe(expected);
});
