import { expect, test } from 'vitest';
import { type BookingRecord, findWrongBookings, type StoredSlot } from './booked.ts';

const at = (hour: number) => new Date(Date.UTC(2030, 0, 1, hour));
const records: BookingRecord[] = [
  { ownerId: 'ana', bookerId: 'ben', startsAt: at(9), acknowledged: 's1' },
  { ownerId: 'ana', bookerId: 'ben', startsAt: at(10), acknowledged: null },
];
const stored: StoredSlot[] = [
  { scheduleSlotId: 's1', ownerId: 'ana', bookerId: 'ben', startsAt: at(9) },
  { scheduleSlotId: 's2', ownerId: 'ana', bookerId: null, startsAt: at(11) },
];
const kindsOf = (rows: StoredSlot[]) =>
  findWrongBookings(records, rows).map((violation) => violation.split(':')[0]);
const changed = (change: Partial<StoredSlot>) =>
  stored.map((slot, nth) => (nth === 0 ? { ...slot, ...change } : slot));

test('bookings of which all that were acknowledged are stored have no fault, whether the others are or not', () => {
  expect(kindsOf(stored)).toEqual([]);
  const alsoUnanswered = { scheduleSlotId: 's3', ownerId: 'ana', bookerId: 'ben', startsAt: at(10) };
  expect(kindsOf([...stored, alsoUnanswered])).toEqual([]);
});

test('reports an acknowledged booking as lost when it is missing, free, of another member or at another time', () => {
  expect(kindsOf(stored.slice(1))).toEqual(['lost']);
  expect(kindsOf(changed({ bookerId: null }))).toEqual(['lost']);
  expect(kindsOf(changed({ bookerId: 'cem' }))).toEqual(['lost', 'invented']);
  expect(kindsOf(changed({ startsAt: at(12) }))).toContain('lost');
});

test('reports a session that is stored twice or was not requested', () => {
  const again = { scheduleSlotId: 's4', ownerId: 'ana', bookerId: 'ben', startsAt: at(9) };
  expect(kindsOf([...stored, again])).toEqual(['doubled']);
  const stranger = { scheduleSlotId: 's5', ownerId: 'ana', bookerId: 'cem', startsAt: at(13) };
  expect(kindsOf([...stored, stranger])).toEqual(['invented']);
});
