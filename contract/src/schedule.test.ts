import { describe, expect, it } from 'vitest';
import {
  bookingMessages,
  calendarHours,
  createSlot,
  slotDurationDefault,
  slotDurations,
  slotListLookBackMs,
  slotPageSizes,
} from './schedule.ts';
import { fromWire, isOnWire } from './wire.ts';

describe('slots (§5, §9)', () => {
  it('last 15, 30, 45 or 60 minutes, 15 by default', () => {
    expect(slotDurations).toEqual([15, 30, 45, 60]);
    expect(slotDurationDefault).toBe(15);
    const startsAt = '2026-05-06T07:15:00Z';
    for (const duration of slotDurations)
      expect(isOnWire(createSlot.payload, { duration, startsAt })).toBe(true);
    for (const duration of [0, 10, 20, 90, '15', null]) {
      expect(isOnWire(createSlot.payload, { duration, startsAt })).toBe(false);
    }
  });

  it('start at a date that exists', () => {
    expect(() => fromWire(createSlot.payload, { duration: 15, startsAt: '2026-02-30T07:15:00Z' })).toThrow(
      expect.objectContaining({ fields: { startsAt: 'Must be a date that exists' } }),
    );
  });

  it('of oneself cannot be booked, in the specified words', () => {
    expect(bookingMessages.ownSlot).toBe(
      'You cannot book a session with yourself. This is your own availability slot.',
    );
  });

  it('have the specified calendar hours, look-back and pages', () => {
    expect(calendarHours).toEqual({ first: 6, last: 22 });
    expect(slotListLookBackMs).toBe(7_200_000);
    expect(slotPageSizes).toEqual({ appointments: 10, profile: 5, calendar: 100 });
  });
});
