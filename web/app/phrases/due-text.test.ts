import { expect, test } from 'vitest';
import { dueText } from './due-text';

const now = Date.UTC(2030, 0, 1);
const minute = 60_000;

test.each([
  [-5 * minute, 'Due now'],
  [0, 'Due now'],
  [1, 'Again in 1 minute'],
  [9.5 * minute, 'Again in 10 minutes'],
  [59 * minute, 'Again in 59 minutes'],
  [60 * minute, 'Again in 1 hour'],
  [89 * minute, 'Again in 1 hour'],
  [90 * minute, 'Again in 2 hours'],
  [23.4 * 60 * minute, 'Again in 23 hours'],
  [24 * 60 * minute, 'Again tomorrow'],
  [6 * 24 * 60 * minute, 'Again in 6 days'],
  [7 * 24 * 60 * minute, 'Again in 1 week'],
  [8 * 24 * 60 * minute, 'Again in 1 week'],
  [11 * 24 * 60 * minute, 'Again in 2 weeks'],
  [29 * 24 * 60 * minute, 'Again in 4 weeks'],
  [30 * 24 * 60 * minute, 'Again in 1 month'],
  [365 * 24 * 60 * minute, 'Again in 1 year'],
  [100 * 24 * 60 * minute, 'Again in 3 months'],
  [800 * 24 * 60 * minute, 'Again in 2 years'],
])('in %d ms: %s', (ms, text) => {
  expect(dueText(new Date(now + ms), now)).toBe(text);
});

test.each([
  // 27 hours later is the next day in the afternoon but two days later in the late evening.
  ['UTC', '2026-03-10T12:00:00Z', '2026-03-11T15:00:00Z', 'Again tomorrow'],
  ['UTC', '2026-03-10T22:00:00Z', '2026-03-12T01:00:00Z', 'Again in 2 days'],
  ['Asia/Tokyo', '2026-03-10T12:00:00Z', '2026-03-11T15:00:00Z', 'Again in 2 days'],
  ['America/Los_Angeles', '2026-03-10T22:00:00Z', '2026-03-12T01:00:00Z', 'Again tomorrow'],
  ['UTC', '2026-03-10T01:00:00Z', '2026-03-11T23:59:00Z', 'Again tomorrow'],
  // Berlin sets its clocks back: a day of 25 hours.
  ['Europe/Berlin', '2026-10-24T22:10:00Z', '2026-10-25T22:15:00Z', 'Again in 24 hours'],
  // Forward: a day of 23 hours.
  ['Europe/Berlin', '2026-03-28T22:50:00Z', '2026-03-29T22:10:00Z', 'Again in 23 hours'],
])('in %s, seen at %s, due at %s: %s', (zone, seenAt, dueAt, text) => {
  expect(dueText(new Date(dueAt), Date.parse(seenAt), zone)).toBe(text);
});
