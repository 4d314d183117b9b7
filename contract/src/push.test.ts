import { describe, expect, it } from 'vitest';
import { quietHours } from './push.ts';

// Rules: docs/specification/notify.md#push-notifications
describe('quiet hours', () => {
  it.each([
    ['22:00-07:00', { from: 22 * 60, to: 7 * 60 }],
    ['00:00-23:59', { from: 0, to: 23 * 60 + 59 }],
    ['', null],
  ])('read %j', (value, range) => {
    expect(quietHours(value)).toEqual(range);
  });

  it.each(['07:00-07:00', '24:00-07:00', '22:00-07:60', '22:00', '22:00-07:00 ', 7, null, undefined])(
    'refuse %j',
    (value) => {
      expect(quietHours(value)).toBeUndefined();
    },
  );
});
