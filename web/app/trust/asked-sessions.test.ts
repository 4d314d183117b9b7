import type { Appointment } from '@parlance/contract/schedule';
import { expect, it } from 'vitest';
import { askedSessions } from './asked-sessions';

const session = (day: number, more: Partial<Appointment> = {}) =>
  ({
    scheduleSlotId: `day ${day}`,
    startsAt: new Date(Date.UTC(2026, 0, day)),
    outcome: { answer: null, isOpen: true },
    again: null,
    weekly: null,
    ...more,
  }) as Appointment;
const kept = { outcome: { answer: 'kept', isOpen: true } } as const;
const again = { startsAt: new Date(0), isAsked: false, isWanted: true };
const asked = (ended: Appointment[], shownIds: string[] = [], answeredIds: string[] = []) =>
  askedSessions(ended, shownIds, answeredIds).map(({ scheduleSlotId }) => scheduleSlotId);
const week = [1, 2, 3, 4, 5].map((day) => session(day));

it('asks about the newest one only', () => {
  expect(asked(week)).toEqual(['day 5']);
});

it('asks about the next one once one is answered, below what stands there', () => {
  expect(asked(week, [], ['day 5'])).toEqual(['day 5', 'day 4']);
  const answered = week.map((each) => (each.scheduleSlotId === 'day 5' ? session(5, kept) : each));
  expect(asked(answered, [], ['day 5'])).toEqual(['day 5', 'day 4']);
  expect(asked(answered)).toEqual(['day 4']);
});

it('leaves out what the screen shows anyway', () => {
  expect(asked(week, ['day 5'])).toEqual(['day 4']);
});

it('shows what a partner would like to repeat, however many questions there are', () => {
  const wanted = [session(1, { ...kept, again }), session(2, { weekly: { state: 'wanted', leftOut: [] } })];
  expect(asked([...wanted, ...week.slice(2)])).toEqual(['day 5', 'day 2', 'day 1']);
  expect(asked([session(1, { ...kept, again: { ...again, isAsked: true } })])).toEqual([]);
});
