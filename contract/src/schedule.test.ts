import { describe, expect, it } from 'vitest';
import { createSlot } from './schedule.ts';
import { fromWire, isOnWire } from './wire.ts';

// Rules: docs/specification/schedule.md#slots
describe('slots', () => {
  const startsAt = '2026-05-06T07:15:00Z';

  it.each([15, 30, 45, 60])('last %i minutes', (duration) => {
    expect(isOnWire(createSlot.payload, { duration, startsAt })).toBe(true);
  });

  it.each([0, 10, 20, 90])('do not last %i minutes', (duration) => {
    expect(() => fromWire(createSlot.payload, { duration, startsAt })).toThrow(
      expect.objectContaining({ fields: { duration: 'Must be 15, 30, 45 or 60 minutes' } }),
    );
  });

  it.each(['15', null, undefined])('have a length that is a number, not %j', (duration) => {
    expect(isOnWire(createSlot.payload, { duration, startsAt })).toBe(false);
  });

  it('start at a date that exists', () => {
    expect(() => fromWire(createSlot.payload, { duration: 15, startsAt: '2026-02-30T07:15:00Z' })).toThrow(
      expect.objectContaining({ fields: { startsAt: 'Must be a date that exists' } }),
    );
  });
});
