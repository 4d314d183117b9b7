import type { WeeklyRule } from '@parlance/contract/weekly-hours';
import { expect, test } from 'vitest';
import { horizonOf, nextDayOf, weeklyTimes } from './weekly-times.ts';

// Rules: docs/specification/schedule.md#weekly-hours. The two years contain changes of zone rules: Mexico and Jordan gave up daylight
// saving, Egypt brought it back, Greenland and Kazakhstan moved, Morocco changes around Ramadan.
const [begin, end] = [Date.parse('2022-09-01T00:00:00Z'), Date.parse('2024-09-01T00:00:00Z')];
const zones = [
  'UTC',
  'Europe/Berlin',
  'Europe/Dublin',
  'America/New_York',
  'America/Sao_Paulo',
  'America/Mexico_City',
  'America/St_Johns',
  'America/Havana',
  'America/Nuuk',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Amman',
  'Asia/Almaty',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Antarctica/Troll',
];
const quarterMs = 15 * 60_000;
const rulesOf = (seed: number): WeeklyRule[] =>
  [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => {
    const duration = [15, 30, 45, 60][(seed + weekday) % 4] as number;
    const at = (hour: number, quarter: number) => `${String(hour).padStart(2, '0')}:${quarter * 15 || '00'}`;
    return [
      { weekday, from: at(0, (seed + weekday) % 4), to: '04:15', duration },
      { weekday, from: at(22, seed % 4), to: '24:00', duration },
    ];
  });

/** Walks through all quarters of an hour and reads each on the clock of the zone. */
function naiveTimes(zone: string, rules: WeeklyRule[]): string[] {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const starts = new Map<string, number>();
  for (const { weekday, from, to, duration } of rules) {
    const [fromMinute, toMinute] = [from, to].map(
      (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)),
    );
    for (let minute = fromMinute as number; minute + duration <= (toMinute as number); minute += duration) {
      const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][weekday - 1];
      const pad = (part: number) => String(part).padStart(2, '0');
      starts.set(`${day} ${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`, duration);
    }
  }
  const found: string[] = [];
  let lastEnd = 0;
  let recent: string[] = [];
  for (let at = begin; at < end; at += quarterMs) {
    const shown = clock.format(at);
    const duration = starts.get(`${shown.slice(0, 3)} ${shown.slice(-5)}`);
    const isRepeated = recent.includes(shown);
    recent = [...recent.slice(-16), shown];
    if (duration === undefined || isRepeated || at < lastEnd) continue;
    found.push(`${new Date(at).toISOString()} ${duration}`);
    lastEnd = at + duration * 60_000;
  }
  return found;
}

test.each(zones)('%s: two years of horizons that move by a day give what the clock shows', (timeZone) => {
  const rules = rulesOf(zones.indexOf(timeZone));
  const made: string[] = [];
  let [now, until] = [new Date(begin), new Date(begin)];
  while (until.getTime() < end) {
    const horizon = horizonOf(now, timeZone, 2);
    for (const { startsAt, duration } of weeklyTimes({ timeZone, rules }, until, horizon)) {
      if (startsAt.getTime() < end) made.push(`${startsAt.toISOString()} ${duration}`);
    }
    expect(horizon.getTime()).toBeGreaterThan(until.getTime());
    until = horizon;
    const next = nextDayOf(now, timeZone);
    expect(next.getTime()).toBeGreaterThan(now.getTime());
    now = next;
  }
  expect(made).toEqual(naiveTimes(timeZone, rules));
});
