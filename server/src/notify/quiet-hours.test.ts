import { expect, test } from 'vitest';
import { quietUntil } from './quiet-hours.ts';

// Rules: docs/specification/notify.md#push-notifications
test.each([
  ['2030-03-05T20:59:59Z', 'Europe/Berlin', '22:00-07:00', null],
  ['2030-03-05T21:00:00Z', 'Europe/Berlin', '22:00-07:00', '2030-03-06T06:00:00Z'],
  ['2030-03-06T05:59:59Z', 'Europe/Berlin', '22:00-07:00', '2030-03-06T06:00:00Z'],
  ['2030-03-06T06:00:00Z', 'Europe/Berlin', '22:00-07:00', null],
  // The clocks go forward that night.
  ['2030-03-30T21:00:00Z', 'Europe/Berlin', '22:00-07:00', '2030-03-31T05:00:00Z'],
  ['2030-03-05T12:00:00Z', 'UTC', '12:00-13:30', '2030-03-05T13:30:00Z'],
  ['2030-03-05T13:30:00Z', 'UTC', '12:00-13:30', null],
  ['2030-03-05T11:59:00Z', 'UTC', '12:00-13:30', null],
  ['2030-03-05T12:00:00Z', 'Asia/Kolkata', '17:30-18:00', '2030-03-05T12:30:00Z'],
  ['2030-03-05T23:00:00Z', 'UTC', '', null],
  ['2030-03-05T23:00:00Z', 'UTC', true, null],
  ['2030-03-05T23:00:00Z', 'UTC', '22:00-22:00', null],
])('at %s in %s with %s quiet until %s', (now, zone, quiet, until) => {
  expect(quietUntil(new Date(now), quiet, zone)).toEqual(until === null ? null : new Date(until));
});
