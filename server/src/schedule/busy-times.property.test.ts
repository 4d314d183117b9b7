import { expect, test } from 'vitest';
import { momentAt } from '#platform/local-time';
import { calendarText } from '#test/calendar-text';
import { readCalendarLines } from './busy-lines.ts';
import { busyTimes } from './busy-times.ts';

// Rules: docs/specification/schedule.md#other-calendars. The model walks every day from the first one and skips nothing.
const dayMs = 86_400_000;
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Cairo',
];
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const window = { start: Date.parse('2030-02-20T00:00:00Z'), end: Date.parse('2030-04-20T00:00:00Z') };

interface Rule {
  zone: string;
  firstDay: number;
  hour: number;
  interval: number;
  /** Empty for a daily rule. */
  days: number[];
  count: number | null;
}

/** A repeatable source of rules. */
function* rulesOf(seed: number, amount: number): Generator<Rule> {
  let state = seed;
  const below = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
  for (let made = 0; made < amount; made += 1) {
    const firstDay = Date.parse('2024-01-01T00:00:00Z') / dayMs + below(2300);
    const ofFirst = new Date(firstDay * dayMs).getUTCDay();
    const isWeekly = below(2) === 0;
    yield {
      zone: zones[below(zones.length)] as string,
      firstDay,
      hour: 8 + below(10),
      interval: 1 + below(4),
      // The first day is part of its rule, as in calendars of programs.
      days: isWeekly ? [...new Set([ofFirst, below(7), below(7)])] : [],
      count: below(3) === 0 ? 1 + below(400) : null,
    };
  }
}

function model({ zone, firstDay, hour, interval, days, count }: Rule): [number, number][] {
  const found: [number, number][] = [];
  const monday = firstDay - ((new Date(firstDay * dayMs).getUTCDay() + 6) % 7);
  let left = count ?? Number.POSITIVE_INFINITY;
  for (let day = firstDay; day * dayMs < window.end + dayMs && left > 0; day += 1) {
    const isDue =
      days.length === 0
        ? (day - firstDay) % interval === 0
        : Math.floor((day - monday) / 7) % interval === 0 && days.includes(new Date(day * dayMs).getUTCDay());
    if (!isDue) continue;
    left -= 1;
    const start = momentAt(new Date(day * dayMs).toISOString().slice(0, 10), hour * 60, zone).getTime();
    const [from, to] = [Math.max(start, window.start), Math.min(start + 3_600_000, window.end)];
    if (from < to) found.push([from, to]);
  }
  return found;
}

test('daily and weekly rules of any age give the times of a model that walks every day', () => {
  for (const rule of rulesOf(7, 300)) {
    const day = new Date(rule.firstDay * dayMs).toISOString().slice(0, 10).replaceAll('-', '');
    const parts = [
      rule.days.length === 0 ? 'FREQ=DAILY' : `FREQ=WEEKLY;BYDAY=${rule.days.map((at) => weekdays[at])}`,
      `INTERVAL=${rule.interval}`,
      ...(rule.count === null ? [] : [`COUNT=${rule.count}`]),
    ];
    const start = `DTSTART;TZID=${rule.zone}:${day}T${String(rule.hour).padStart(2, '0')}0000`;
    const text = calendarText([[start, 'DURATION:PT1H', `RRULE:${parts.join(';')}`]]);
    expect(busyTimes(readCalendarLines(text), { ...window, zone: 'UTC' }), JSON.stringify(rule)).toEqual(
      model(rule),
    );
  }
});
