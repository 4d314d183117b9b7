import { describe, expect, it } from 'vitest';
import { minutesOf, ruleProblems, setWeeklyHours, timeOf } from './weekly-hours.ts';
import { fromWire, isOnWire } from './wire.ts';

// Rules: docs/specification/schedule.md#weekly-hours
const rule = { weekday: 2, from: '18:00', to: '20:00', duration: 30 };
const hours = {
  timeZone: 'Europe/Berlin',
  rules: [rule],
  minNoticeHours: 0,
  bufferMinutes: 0,
  weeksAhead: 1,
};

/** One of several sessions of a day that do not overlap. */
const quarter = (nth: number) => ({ ...rule, from: `1${nth}:00`, to: `1${nth}:30` });

describe('weekly hours', () => {
  it.each([
    { minNoticeHours: 72 },
    { bufferMinutes: 60 },
    { weeksAhead: 8 },
    { rules: [] },
    { rules: [{ ...rule, from: '00:00', to: '24:00' }] },
    { rules: [rule, { ...rule, from: '20:00', to: '20:30' }] },
    { rules: [rule, { ...rule, from: '17:30', to: '18:00' }] },
    { rules: [rule, { ...rule, weekday: 7 }] },
    { rules: Array.from({ length: 42 }, (_, nth) => ({ ...quarter(nth % 6), weekday: 1 + (nth % 7) })) },
  ])('accept %j', (changed) => {
    expect(isOnWire(setWeeklyHours.payload, { ...hours, ...changed })).toBe(true);
  });

  it.each([
    { minNoticeHours: 73 },
    { minNoticeHours: -1 },
    { minNoticeHours: 0.5 },
    { bufferMinutes: 61 },
    { weeksAhead: 0 },
    { weeksAhead: 9 },
    { timeZone: 'Mars/Olympus' },
    { rules: [{ ...rule, weekday: 0 }] },
    { rules: [{ ...rule, weekday: 8 }] },
    { rules: [{ ...rule, from: '24:00', to: '24:00' }] },
    { rules: [{ ...rule, from: '9:00' }] },
    { rules: [{ ...rule, from: '18:10' }] },
    { rules: [{ ...rule, to: '20:20' }] },
    { rules: [{ ...rule, to: '24:15' }] },
    { rules: [{ ...rule, from: '20:00' }] },
    { rules: [{ ...rule, duration: 20 }] },
    { rules: Array.from({ length: 43 }, (_, nth) => ({ ...quarter(nth % 7), weekday: 1 + (nth % 7) })) },
  ])('refuse %j', (changed) => {
    expect(isOnWire(setWeeklyHours.payload, { ...hours, ...changed })).toBe(false);
  });

  it('name the entry and the field of a problem', () => {
    const rules = [rule, { ...rule, from: '19:45', to: '21:00' }];
    expect(() => fromWire(setWeeklyHours.payload, { ...hours, rules })).toThrow(
      expect.objectContaining({ fields: { 'rules.1.from': 'Overlaps with other hours of this day' } }),
    );
    expect(ruleProblems([{ ...rule, to: '18:15' }])).toEqual([
      { index: 0, field: 'to', message: 'Must be long enough for one session' },
    ]);
    expect(ruleProblems([{ ...rule, to: rule.from }])).toEqual([
      { index: 0, field: 'to', message: 'Must be after the start' },
    ]);
    // Each of two overlaps is named at the later entry.
    expect(ruleProblems([rule, rule, { ...rule, weekday: 3 }, rule]).map(({ index }) => index)).toEqual([
      1, 3,
    ]);
  });

  it('convert times to minutes and back', () => {
    for (let minutes = 0; minutes <= 24 * 60; minutes += 15) expect(minutesOf(timeOf(minutes))).toBe(minutes);
  });
});
