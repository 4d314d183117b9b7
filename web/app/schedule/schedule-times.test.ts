import { speak, speaking } from '@parlance/words/current';
import { makeEnglish } from '@parlance/words/english';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildCalendarGrid } from './calendar-grid';
import { nextWeeks, planCopies } from './copy-weeks';
import { nearestFreeSlots } from './nearest-free';
import { sessionStatus, slotStatus } from './session-status';
import { dragSelection, slotsInSelection } from './slot-selection';
import { bothClocks, dayHeading, groupByDay, timeRangeText, timeText, zoneName } from './time-text';
import { viewerZone } from './viewer-zone';

const at = (iso: string) => new Date(iso);
const span = (iso: string, duration = 30) => ({ startsAt: at(iso), duration });
const isoOf = (slots: Array<{ startsAt: Date }>) => slots.map(({ startsAt }) => startsAt.toISOString());

describe('times in words', () => {
  const german = { zone: 'Europe/Berlin' };
  beforeEach(() => speak(makeEnglish('de')));
  afterEach(() => speak(makeEnglish()));

  test('a day is headed as the specification shows', () => {
    expect(dayHeading('2024-03-05')).toBe('Tuesday, March 5, 2024');
  });

  test('24 or 12 hours follow the locale; a broken time says so', () => {
    expect(timeText(at('2026-06-04T16:00:00Z'), german)).toBe('18:00');
    const american = makeEnglish('en-US');
    expect(speaking(american, () => timeText(at('2026-06-04T16:00:00Z'), german))).toMatch(/^6:00\sPM$/);
    expect(timeText(new Date(Number.NaN), german)).toBe('Invalid time');
    expect(timeRangeText({ startsAt: new Date(Number.NaN), duration: 15 }, german)).toBe('Invalid time');
  });

  test('both clocks stand there when they differ, with the day', () => {
    const tokyo = { zone: 'Asia/Tokyo', name: 'Aiko' };
    expect(bothClocks(span('2026-06-04T16:00:00Z'), german, tokyo)).toEqual([
      '18:00–18:30 your time',
      '01:00–01:30 +1 day for Aiko',
    ]);
    const reader = { zone: 'Asia/Tokyo' };
    expect(bothClocks(span('2026-06-04T16:00:00Z'), reader, { zone: 'Europe/Berlin', name: 'Bo' })).toEqual([
      '01:00–01:30 your time',
      '18:00–18:30 −1 day for Bo',
    ]);
    expect(
      bothClocks(span('2026-06-04T10:00:00Z'), german, { zone: 'Asia/Kathmandu', name: 'Asha' }),
    ).toEqual(['12:00–12:30 your time', '15:45–16:15 for Asha']);
  });

  test('one clock is enough when both show the same, and in between changes of the clocks it is not', () => {
    const paris = { zone: 'Europe/Paris', name: 'Chloé' };
    expect(bothClocks(span('2026-06-04T16:00:00Z'), german, paris)).toEqual(['18:00–18:30']);
    expect(bothClocks(span('2026-06-04T16:00:00Z'), german, { zone: null, name: 'Bo' })).toEqual([
      '18:00–18:30',
    ]);
    // From 8 to 29 March New York is five hours behind Berlin, not six.
    const newYork = { zone: 'America/New_York', name: 'Ann' };
    expect(bothClocks(span('2026-03-10T17:00:00Z'), german, newYork)).toContain('13:00–13:30 for Ann');
    expect(bothClocks(span('2026-03-31T17:00:00Z'), german, newYork)).toContain('13:00–13:30 for Ann');
    expect(bothClocks(span('2026-03-10T17:00:00Z'), german, newYork)).toContain('18:00–18:30 your time');
    expect(bothClocks(span('2026-03-31T17:00:00Z'), german, newYork)).toContain('19:00–19:30 your time');
  });

  test('the same time on the next day is another time', () => {
    const [own, theirs] = bothClocks(
      span('2026-06-04T10:30:00Z'),
      { zone: 'Pacific/Pago_Pago' },
      { zone: 'Pacific/Apia', name: 'Sina' },
    );
    expect([own, theirs]).toEqual(['23:30–00:00 your time', '23:30–00:00 +1 day for Sina']);
    expect(
      bothClocks(
        span('2026-06-04T10:30:00Z'),
        { zone: 'Pacific/Pago_Pago' },
        { zone: 'Pacific/Kiritimati', name: 'Io' },
      ),
    ).toContain('00:30–01:00 +2 days for Io');
  });

  test('a zone has a name for people, by the season', () => {
    expect(zoneName('Asia/Tokyo', at('2026-06-04T10:30:00Z'))).toBe('Japan Standard Time');
    expect(zoneName('America/New_York', at('2026-06-04T10:30:00Z'))).toBe('Eastern Daylight Time');
    expect(zoneName('America/New_York', at('2026-12-04T10:30:00Z'))).toBe('Eastern Standard Time');
  });

  test('days stand in order of time, whatever the order of what is in them', () => {
    const sessions = [
      span('2026-06-06T10:00:00Z'),
      span('2026-06-04T10:00:00Z'),
      span('2026-06-05T10:00:00Z'),
    ];
    expect(groupByDay(sessions, 'UTC').map(({ day }) => day)).toEqual([
      '2026-06-04',
      '2026-06-05',
      '2026-06-06',
    ]);
  });

  test('sessions are grouped by the day of the viewer', () => {
    const sessions = [
      span('2026-06-04T21:30:00Z'),
      span('2026-06-04T22:30:00Z'),
      span('2026-06-05T10:00:00Z'),
    ];
    expect(
      groupByDay(sessions, 'Europe/Berlin').map(({ heading, items }) => [heading, items.length]),
    ).toEqual([
      ['Thursday, June 4, 2026', 1],
      ['Friday, June 5, 2026', 2],
    ]);
    expect(groupByDay(sessions, 'Asia/Kathmandu').map(({ day, items }) => [day, items.length])).toEqual([
      ['2026-06-05', 3],
    ]);
  });

  test('the clock of the viewer is the one of the device', () => {
    // Newfoundland, the time zone of this suite, is two and a half hours behind UTC in June.
    expect(groupByDay([span('2026-06-05T02:00:00Z')], viewerZone()).map(({ day }) => day)).toEqual([
      '2026-06-04',
    ]);
  });
});

// Rules: docs/specification/schedule.md#appointments-screen
describe('the status of a session', () => {
  test.each([
    ['2026-06-04T15:59:59Z', 'upcoming', 'booked'],
    ['2026-06-04T16:00:00Z', 'in-session', 'in-session'],
    ['2026-06-04T16:29:59Z', 'in-session', 'in-session'],
    ['2026-06-04T16:30:00Z', 'completed', 'past'],
  ])('at %s it is %s', (now, session, slot) => {
    const booked = { ...span('2026-06-04T16:00:00Z'), bookedByUserId: 'aiko' };
    expect(sessionStatus(booked, at(now))).toBe(session);
    expect(slotStatus(booked, at(now))).toBe(slot);
    // The guest is hidden from third parties.
    expect(slotStatus({ ...booked, bookedByUserId: null, isBooked: true }, at(now))).toBe(slot);
  });

  test.each([
    ['2026-06-04T15:59:59Z', 'free'],
    ['2026-06-04T16:00:00Z', 'started'],
    ['2026-06-04T16:29:59Z', 'started'],
    ['2026-06-04T16:30:00Z', 'past'],
  ])('a slot nobody has booked is never in session: at %s it is %s', (now, status) => {
    expect(slotStatus({ ...span('2026-06-04T16:00:00Z'), bookedByUserId: null }, at(now))).toBe(status);
  });
});

describe('what to offer after a lost race', () => {
  const slot = (iso: string, bookedByUserId: string | null = null) => ({
    ...span(iso),
    bookedByUserId,
    scheduleSlotId: iso,
    userId: 'bo',
    createdAt: at(iso),
    updatedAt: at(iso),
  });

  test('the free slots nearest to the wanted time, soonest first and without that time itself', () => {
    const slots = [
      slot('2026-06-04T08:00:00Z'),
      slot('2026-06-04T15:00:00Z'),
      slot('2026-06-04T16:00:00Z', 'somebody'),
      slot('2026-06-04T16:30:00Z'),
      slot('2026-06-05T16:00:00Z'),
      slot('2026-06-09T16:00:00Z'),
      slot('2026-06-04T16:00:00Z'),
    ];
    const nearest = nearestFreeSlots(slots, {
      around: at('2026-06-04T16:00:00Z'),
      now: at('2026-06-04T10:00:00Z'),
    });
    expect(isoOf(nearest)).toEqual([
      '2026-06-04T15:00:00.000Z',
      '2026-06-04T16:30:00.000Z',
      '2026-06-05T16:00:00.000Z',
    ]);
  });

  const offered = (slots: ReturnType<typeof slot>[], count: number) =>
    isoOf(
      nearestFreeSlots(slots, {
        around: at('2026-06-04T16:00:00Z'),
        now: at('2026-06-04T10:00:00Z'),
        count,
      }),
    );
  const before = slot('2026-06-04T15:30:00Z');
  const after = slot('2026-06-04T16:30:00Z');
  const later = slot('2026-06-04T18:00:00Z');

  test('are chosen by their distance, not by their order, and the sooner of two as near', () => {
    expect(offered([later, after, before], 1)).toEqual(['2026-06-04T15:30:00.000Z']);
    expect(offered([later, after, before], 2)).toEqual([
      '2026-06-04T15:30:00.000Z',
      '2026-06-04T16:30:00.000Z',
    ]);
    expect(offered([before, after, later], 1)).toEqual(['2026-06-04T15:30:00.000Z']);
  });

  test('are neither taken nor begun', () => {
    const taken = slot('2026-06-04T15:45:00Z', 'somebody');
    const hidden = { ...slot('2026-06-04T16:45:00Z'), isBooked: true };
    const begun = slot('2026-06-04T10:00:00Z');
    expect(offered([taken, hidden, begun, later], 3)).toEqual(['2026-06-04T18:00:00.000Z']);
  });
});

// Rules: docs/specification/schedule.md#availability-calendar
describe('publishing by drag', () => {
  const existing = [
    { ...span('2026-06-04T10:00:00Z', 15), bookedByUserId: null, bookedByUser: null, scheduleSlotId: 'a' },
  ].map((slot) => ({
    ...slot,
    userId: 'me',
    createdAt: at('2026-01-01T00:00:00Z'),
    updatedAt: at('2026-01-01T00:00:00Z'),
  }));
  const { days } = buildCalendarGrid({
    zone: 'UTC',
    firstDay: '2026-06-04',
    dayCount: 1,
    now: at('2026-06-04T07:00:00Z'),
    slots: existing,
  });
  const cells = days[0]?.cells ?? [];
  const cell = (iso: string) => {
    const found = cells.find(({ startsAt }) => startsAt.getTime() === Date.parse(iso));
    if (!found) throw new Error(`no cell at ${iso}`);
    return found;
  };

  test('stops at an existing slot, seen from where it began', () => {
    const forward = dragSelection(cells, cell('2026-06-04T09:00:00Z'), cell('2026-06-04T11:00:00Z'));
    expect(forward.at(-1)?.startsAt.toISOString()).toBe('2026-06-04T09:45:00.000Z');
    const backward = dragSelection(cells, cell('2026-06-04T11:00:00Z'), cell('2026-06-04T09:00:00Z'));
    expect(backward.map(({ minutes }) => minutes)).toEqual([615, 630, 645, 660]);
    expect(dragSelection(cells, cell('2026-06-04T07:00:00Z'), cell('2026-06-04T08:00:00Z'))).toEqual([]);
  });

  test('begins and ends within one day', () => {
    const first = cells[0];
    const second = cells[1];
    const elsewhere = { ...cell('2026-06-04T12:00:00Z') };
    if (!first || !second) throw new Error('no cells');
    expect(dragSelection(cells, elsewhere, second)).toEqual([]);
    expect(dragSelection(cells, second, elsewhere)).toEqual([]);
    const free = cells.map((one) => ({ ...one, state: 'free' as const }));
    const [begin, next] = free;
    if (!begin || !next) throw new Error('no cells');
    expect(dragSelection(free, begin, next)).toEqual([begin, next]);
    expect(dragSelection(free, next, begin)).toEqual([begin, next]);
    expect(dragSelection(free, begin, begin)).toEqual([begin]);
    expect(slotsInSelection([], 15, existing)).toEqual([]);
  });

  test('leaves out what is in the way of any other slot, and only that', () => {
    const selection = dragSelection(cells, cell('2026-06-04T12:00:00Z'), cell('2026-06-04T12:15:00Z'));
    const present = [span('2026-06-04T11:30:00Z', 30), span('2026-06-04T12:15:00Z', 15)];
    expect(isoOf(slotsInSelection(selection, 15, present))).toEqual(['2026-06-04T12:00:00.000Z']);
  });

  test('makes as many slots as fit, and one for a click', () => {
    const selection = dragSelection(cells, cell('2026-06-04T12:00:00Z'), cell('2026-06-04T13:00:00Z'));
    expect(isoOf(slotsInSelection(selection, 30, existing))).toEqual([
      '2026-06-04T12:00:00.000Z',
      '2026-06-04T12:30:00.000Z',
    ]);
    expect(slotsInSelection(selection.slice(0, 1), 60, existing)).toEqual([span('2026-06-04T12:00:00Z', 60)]);
    expect(slotsInSelection([cell('2026-06-04T09:45:00Z')], 30, existing)).toEqual([]);
    expect(slotsInSelection([cell('2026-06-04T09:45:00Z')], 15, existing)).toHaveLength(1);
  });
});

describe('copy last week and repeat for N weeks', () => {
  const now = at('2026-03-01T00:00:00Z');
  const copy = (sources: Array<{ startsAt: Date; duration: number }>, weeks: number[], existing = sources) =>
    planCopies({ zone: 'Europe/Berlin', sources, weeks, existing, now });

  test('the time on the clock stays when the clocks change in between', () => {
    const plan = copy([span('2026-03-24T17:00:00Z')], nextWeeks(3));
    expect(isoOf(plan.create)).toEqual([
      '2026-03-31T16:00:00.000Z',
      '2026-04-07T16:00:00.000Z',
      '2026-04-14T16:00:00.000Z',
    ]);
  });

  test('copies come in order of time, and begin after now', () => {
    const sources = [span('2026-03-03T12:00:00Z'), span('2026-03-02T12:00:00Z')];
    expect(isoOf(copy(sources, [1]).create)).toEqual([
      '2026-03-09T12:00:00.000Z',
      '2026-03-10T12:00:00.000Z',
    ]);
    const atThatMoment = planCopies({
      zone: 'UTC',
      sources: [span('2026-03-02T12:00:00Z')],
      weeks: [1],
      existing: [],
      now: at('2026-03-09T12:00:00Z'),
    });
    expect(atThatMoment.skipped.map(({ reason }) => reason)).toEqual(['past']);
  });

  test('a longer slot at the same time is in the way, not the same', () => {
    const plan = copy([span('2026-03-02T10:00:00Z', 30)], [1], [span('2026-03-09T10:00:00Z', 60)]);
    expect(plan.skipped.map(({ reason }) => reason)).toEqual(['overlaps']);
  });

  test('a time that is skipped that night is left out and reported', () => {
    const source = span('2026-03-22T01:30:00Z');
    expect(copy([source], [1])).toEqual({
      create: [],
      skipped: [{ source, week: 1, reason: 'no-such-time' }],
    });
  });

  test('what is there already, overlaps or lies in the past is reported slot by slot', () => {
    const sources = [
      span('2026-03-02T10:00:00Z'),
      span('2026-03-02T12:00:00Z'),
      span('2026-03-02T14:00:00Z'),
    ];
    const existing = [span('2026-03-09T10:00:00Z'), span('2026-03-09T12:15:00Z', 15)];
    const plan = copy(sources, [1], existing);
    expect(isoOf(plan.create)).toEqual(['2026-03-09T14:00:00.000Z']);
    expect(plan.skipped.map(({ reason }) => reason)).toEqual(['exists', 'overlaps']);
    const past = planCopies({
      zone: 'UTC',
      sources,
      weeks: [1],
      existing: [],
      now: at('2026-03-09T13:00:00Z'),
    });
    expect(past.skipped.map(({ reason }) => reason)).toEqual(['past', 'past']);
  });

  test('copies never overlap each other in the night the clocks change', () => {
    const sources = [span('2026-03-22T00:30:00Z', 60), span('2026-03-22T02:00:00Z', 60)];
    const plan = copy(sources, [1]);
    // 01:30 lasts until 03:30 local time that night, so 03:00 overlaps.
    expect(isoOf(plan.create)).toEqual(['2026-03-29T00:30:00.000Z']);
    expect(plan.skipped.map(({ reason }) => reason)).toEqual(['overlaps']);
  });
});
