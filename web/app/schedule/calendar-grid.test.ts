import { createWords } from '@parlance/words/create-words';
import { speak, speaking } from '@parlance/words/current';
import { makeEnglish } from '@parlance/words/english';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCalendarGrid, type CalendarGrid } from './calendar-grid';
import { cellName } from './cell-name';
import { addDays, startOfWeek } from './zoned-time';

// English in a browser set to German, with a 24-hour clock.
beforeAll(() => speak(makeEnglish('de')));
afterAll(() => speak(makeEnglish()));

const longAgo = new Date('2020-01-01T00:00:00Z');
const patienceMs = 60_000;

const gridOf = (zone: string, firstDay: string, dayCount = 7): CalendarGrid =>
  buildCalendarGrid({ zone, firstDay, dayCount, now: longAgo, slots: [] });

/** Independent oracle: walks through the real day in quarters and keeps those within the shown hours. */
function quartersOfDay(zone: string, day: string): Array<{ instant: number; minutes: number }> {
  const date = Temporal.PlainDate.from(day);
  const end = date.add({ days: 1 }).toZonedDateTime({ timeZone: zone }).epochMilliseconds;
  const quarterMs = 15 * 60_000;
  const begin = date.toZonedDateTime({ timeZone: zone }).epochMilliseconds;
  const quarters: Array<{ instant: number; minutes: number }> = [];
  for (let instant = Math.ceil(begin / quarterMs) * quarterMs; instant < end; instant += quarterMs) {
    const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
    if (hour >= 6 && hour < 22) quarters.push({ instant, minutes: hour * 60 + minute });
  }
  return quarters;
}

function expectSameQuarters(zone: string, grid: CalendarGrid): void {
  for (const { day, cells } of grid.days) {
    const shown = cells.map(({ startsAt, minutes }) => ({ instant: startsAt.getTime(), minutes }));
    expect(shown, `${zone} ${day}`).toEqual(quartersOfDay(zone, day));
  }
  // Every cell of a day is in exactly one row, and a day's rows are in order of time.
  grid.days.forEach(({ cells }, index) => {
    expect(grid.rows.map((row) => row.cells[index]).filter((cell) => cell != null)).toEqual(cells);
  });
}

// Each of these weeks contains a clock change (on its Sunday or the Sunday before its Monday).
const changes = {
  'America/New_York': ['2026-03-08', '2026-11-01', '2027-03-14', '2027-11-07'],
  'Europe/Berlin': ['2026-03-29', '2026-10-25', '2027-03-28', '2027-10-31'],
  'Australia/Sydney': ['2026-04-05', '2026-10-04', '2027-04-04', '2027-10-03'],
  'Asia/Kolkata': ['2026-03-29', '2026-10-25', '2027-03-28', '2027-10-31'],
  'Asia/Kathmandu': ['2026-03-29', '2026-10-25', '2027-03-28', '2027-10-31'],
  'Australia/Adelaide': ['2026-04-05', '2026-10-04', '2027-04-04', '2027-10-03'],
  'Australia/Lord_Howe': ['2026-04-05', '2026-10-04', '2027-04-04', '2027-10-03'],
  'Pacific/Chatham': ['2026-04-05', '2026-09-27', '2027-04-04', '2027-09-26'],
};
const weeks = Object.entries(changes).flatMap(([zone, days]) => days.map((day) => ({ zone, day })));

// Rules: docs/specification/schedule.md#availability-calendar
describe('the availability calendar (15-minute cells from 6:00 to 22:00)', () => {
  test.each(weeks)('$zone in the week of $day shows every quarter that happens, once', ({ zone, day }) => {
    const monday = startOfWeek(day, 1);
    for (const firstDay of [monday, addDays(monday, 7)]) {
      const grid = gridOf(zone, firstDay);
      expectSameQuarters(zone, grid);
      expect(grid.rows).toHaveLength(64);
      expect(grid.days.flatMap(({ cells }) => cells)).toHaveLength(448);
    }
  });

  test('an ordinary week has 448 cells and 64 lines from Monday to Sunday', () => {
    const grid = gridOf('Europe/Berlin', startOfWeek('2026-06-04', 1));
    expect(grid.days.map(({ day }) => day)).toEqual([
      '2026-06-01',
      '2026-06-02',
      '2026-06-03',
      '2026-06-04',
      '2026-06-05',
      '2026-06-06',
      '2026-06-07',
    ]);
    expect(grid.rows.map(({ minutes }) => minutes)).toEqual(
      Array.from({ length: 64 }, (_, index) => 360 + index * 15),
    );
    expect(gridOf('Europe/Berlin', '2026-06-01', 3).days).toHaveLength(3);
  });

  test('an hour that is skipped by day has no phantom cell', () => {
    // In Khartoum 12:00 was followed by 13:00 on this Saturday.
    const grid = gridOf('Africa/Khartoum', '2000-01-10');
    expectSameQuarters('Africa/Khartoum', grid);
    expect(grid.rows).toHaveLength(64);
    expect(grid.days.map(({ cells }) => cells.length)).toEqual([64, 64, 64, 64, 64, 60, 64]);
    const skipped = grid.rows.filter((row) => row.cells[5] === null).map((row) => row.minutes);
    expect(skipped).toEqual([720, 735, 750, 765]);
  });

  test('an hour that happens twice by day has each of its cells twice, the whole hour after the first', () => {
    // On Easter Island the clocks went from 21:00 back to 20:00 on this Saturday.
    const grid = gridOf('Pacific/Easter', '1981-03-09');
    expectSameQuarters('Pacific/Easter', grid);
    expect(grid.days.map(({ cells }) => cells.length)).toEqual([64, 64, 64, 64, 64, 68, 64]);
    expect(grid.rows.slice(54, 66).map(({ minutes, repeat }) => [minutes, repeat])).toEqual([
      [1170, 0],
      [1185, 0],
      [1200, 0],
      [1215, 0],
      [1230, 0],
      [1245, 0],
      [1200, 1],
      [1215, 1],
      [1230, 1],
      [1245, 1],
      [1260, 0],
      [1275, 0],
    ]);
    const second = grid.rows[60]?.cells[5];
    expect(second && cellName(second, { zone: 'Pacific/Easter' })).toBe(
      'Saturday 14 March, 20:00 for the second time, past',
    );
  });

  test('a day that a country left out has no cells at all', () => {
    const grid = gridOf('Pacific/Apia', '2011-12-26');
    expect(grid.days.map(({ cells }) => cells.length)).toEqual([64, 64, 64, 64, 0, 64, 64]);
  });

  test('shows the same instants in every zone of the world, on any day', { timeout: patienceMs }, () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const someDay = fc.integer({ min: 0, max: 730 }).map((days) => addDays('2026-01-01', days));
    fc.assert(
      fc.property(fc.constantFrom(...zones), someDay, (zone, day) => {
        expectSameQuarters(zone, gridOf(zone, day, 1));
      }),
      { numRuns: 800 },
    );
  });
});

describe('the cells of the calendar (past, free, available, booked)', () => {
  const slot = (startsAt: string, duration: number, bookedBy: string | null = null) => ({
    scheduleSlotId: `slot-${startsAt}`,
    userId: 'me',
    startsAt: new Date(startsAt),
    duration,
    bookedByUserId: bookedBy,
    bookedByUser: bookedBy === null ? null : { ...aiko, name: bookedBy },
    createdAt: longAgo,
    updatedAt: longAgo,
  });
  const aiko = {
    userId: 'aiko',
    name: 'Aiko',
    description: '',
    profileImageUrl: null,
    createdAt: longAgo,
  };
  const june = {
    zone: 'Europe/Berlin',
    firstDay: '2026-06-01',
    dayCount: 7,
    now: new Date('2026-06-04T07:45:00Z'),
  };
  const dayWithSlots = () =>
    buildCalendarGrid({
      ...june,
      slots: [slot('2026-06-04T08:00:00Z', 30), slot('2026-06-04T10:00:00Z', 15, 'Aiko')],
    }).days[3];
  const cellAt = (startsAt: string) =>
    dayWithSlots()?.cells.find((cell) => cell.startsAt.getTime() === Date.parse(startsAt));

  test('a cell is past from the moment it begins', () => {
    expect(cellAt('2026-06-04T07:45:00Z')?.state).toBe('past');
    expect(cellAt('2026-06-04T08:30:00Z')?.state).toBe('free');
  });

  test('a slot takes as many cells as it is long', () => {
    const taken = dayWithSlots()
      ?.cells.filter((cell) => cell.state === 'available')
      .map((cell) => cell.minutes);
    expect(taken).toEqual([600, 615]);
    expect(cellAt('2026-06-04T10:00:00Z')?.state).toBe('booked');
  });

  test.each([
    ['05:45', 0, 1],
    ['06:00', 1, 0],
    ['21:45', 1, 0],
    ['22:00', 0, 1],
  ])('a slot at %s stands in the grid or beside it, never in neither', (time, inGrid, beside) => {
    const startsAt = `2026-06-04T${time}:00+02:00`;
    const days = buildCalendarGrid({ ...june, slots: [slot(startsAt, 15)] }).days;
    const shown = days.map(({ cells, slotsOutside }) => [
      cells.filter((cell) => cell.slot !== null).length,
      slotsOutside.length,
    ]);
    const nothing = [0, 0];
    expect(shown).toEqual([nothing, nothing, nothing, [inGrid, beside], nothing, nothing, nothing]);
  });

  test('each cell has a name that a screen reader says', () => {
    const reader = { zone: 'Europe/Berlin' };
    const name = (startsAt: string) => {
      const cell = cellAt(startsAt);
      return cell && cellName(cell, reader);
    };
    expect(name('2026-06-04T08:30:00Z')).toBe('Thursday 4 June, 10:30, free');
    expect(name('2026-06-04T10:00:00Z')).toBe('Thursday 4 June, 12:00, booked by Aiko');
    expect(name('2026-06-04T08:00:00Z')).toBe('Thursday 4 June, 10:00, available');
    expect(name('2026-06-04T05:00:00Z')).toBe('Thursday 4 June, 07:00, past');
    const words = {
      '{day}, {time}, free': 'frei: {time}, {day}',
      '{day}, {time}, booked by {name}': '{name} hat gebucht: {time}, {day}',
    };
    speaking(createWords('de', { words }), () => {
      expect(name('2026-06-04T08:30:00Z')).toBe('frei: 10:30, Donnerstag, 4. Juni');
      expect(name('2026-06-04T10:00:00Z')).toBe('Aiko hat gebucht: 12:00, Donnerstag, 4. Juni');
    });
  });
});

// Rules: docs/specification/schedule.md#other-calendars
describe('busy times of another calendar', () => {
  const utc = (time: string) => new Date(`2030-03-06T${time}:00Z`);
  const busyTimes = [{ startsAt: utc('10:10'), endsAt: utc('10:30') }];
  const busyCells = (now: Date) =>
    buildCalendarGrid({ zone: 'UTC', firstDay: '2030-03-06', dayCount: 1, now, slots: [], busyTimes })
      .days.flatMap(({ cells }) => cells)
      .filter(({ isBusyElsewhere }) => isBusyElsewhere);

  test('mark the quarters that they touch, and none that only meet them', () => {
    expect(busyCells(longAgo).map(({ startsAt }) => startsAt)).toEqual([utc('10:00'), utc('10:15')]);
  });

  test('are not marked once a quarter has begun', () => {
    expect(busyCells(utc('10:00')).map(({ startsAt }) => startsAt)).toEqual([utc('10:15')]);
  });

  test('are part of the name of a cell', () => {
    const [cell] = busyCells(longAgo);
    expect(cell && cellName(cell, { zone: 'UTC' })).toBe('Wednesday 6 March, 10:00, free, busy elsewhere');
  });
});
