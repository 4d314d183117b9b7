import { fileURLToPath } from 'node:url';
import { serialize } from 'node:v8';
import { createProcessPool } from '@parlance/server/platform/process-pool';
import type { CalendarToRead, ReadCalendar } from '@parlance/server/schedule/busy-reading';
import { parseCalendar } from '@parlance/server/test/calendar-parts';
import { calmRounds, secondsOf, secondsUsed } from './calm.ts';
import { grouped, inMs, median, type Part } from './figures.ts';

const events = 2000;
const recurring = 300;
const dayMs = 86_400_000;
const goalMs = 600;
const start = Date.parse('2030-03-04T00:00:00Z');
const window = { start, end: start + 120 * dayMs, zone: 'Europe/Berlin' };

/** CPU time of the process that reads a large external calendar. */
export async function measureCalendars({ isQuick }: { isQuick: boolean }): Promise<Part> {
  const rounds = isQuick ? 3 : 7;
  const text = calendarOf();
  const toRead: CalendarToRead = { body: Buffer.from(text), knownHash: null, window };
  const parse = createProcessPool<ReadCalendar>({
    module: fileURLToPath(import.meta.resolve('@parlance/server/schedule/busy-process')),
    ...{ concurrency: 1, queueMax: 5, timeoutMs: 60_000, heapMaxMb: 192 },
  });
  let ranges = 0;
  const read = async () => {
    const before = { others: childSeconds(), own: process.cpuUsage() };
    ranges = (await parse(serialize(toRead), 'bench')).ranges?.length ?? 0;
    const { user, system } = process.cpuUsage(before.own);
    return { apart: (childSeconds() - before.others) * 1000, main: (user + system) / 1000 };
  };
  const round = async () => {
    const before = process.cpuUsage();
    parseCalendar(text);
    const { user, system } = process.cpuUsage(before);
    return { bare: (user + system) / 1000, ...(await read()) };
  };
  const first = await read();
  const { kept, note } = await calmRounds(rounds, round);
  const middle = (name: 'bare' | 'apart' | 'main') => median(kept.map((each) => each[name]));
  return {
    rows: [
      {
        what: `external calendar of ${grouped(events)} events, ${recurring} recurring, 120 days: CPU time off the main thread, beside parsing it with ical.js without repetitions`,
        bare: inMs(middle('bare')),
        ours: inMs(middle('apart')),
        goal: `≤ ${goalMs} ms`,
        isHeld: middle('apart') <= goalMs,
      },
    ],
    notes: [
      `Calendars: a file of ${grouped(text.length / 1000)} kB gives ${grouped(ranges)} busy times. The first one, with the start of the process, takes ${inMs(first.apart)}; the main thread ${inMs(middle('main'))} for each. ` +
        note,
    ],
  };
}

/** CPU time of the processes that this one has started. */
const childSeconds = (): number => secondsUsed() - secondsOf(process.pid);

/** Two years of events around the window with the texts that programs write; of the recurring ones some have exceptions and changes. */
function calendarOf(): string {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Bench//EN', ...berlin];
  for (let nth = 0; nth < events; nth += 1) {
    const uid = `event-${nth}@example.org`;
    const at = start + (((nth * 37) % 730) - 365) * dayMs + (8 + (nth % 10)) * 3_600_000;
    const rule = nth < recurring ? [rules[nth % rules.length] ?? ''] : [];
    lines.push(...eventOf(uid, at, rule));
    if (nth < recurring && nth % 10 === 0)
      lines.push(...eventOf(uid, at + 3_600_000, [`RECURRENCE-ID;TZID=Europe/Berlin:${stamp(at)}`]));
  }
  return [...lines, 'END:VCALENDAR', ''].join('\r\n');
}

const rules = [
  'RRULE:FREQ=WEEKLY',
  'RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=200',
  'RRULE:FREQ=DAILY;UNTIL=20310101T000000Z',
  'RRULE:FREQ=MONTHLY;BYDAY=2TU',
  'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH',
  'RRULE:FREQ=YEARLY',
];

const stamp = (at: number): string => new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');

const eventOf = (uid: string, at: number, more: string[]): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTAMP:20300101T000000Z',
  `DTSTART;TZID=Europe/Berlin:${stamp(at)}`,
  `DTEND;TZID=Europe/Berlin:${stamp(at + 2_700_000)}`,
  ...more,
  'SUMMARY:A meeting about the plans of the next quarter',
  `DESCRIPTION:${'Notes for everybody who comes. '.repeat(8)}`,
  'LOCATION:Room 4',
  'ORGANIZER;CN=Somebody:mailto:somebody@example.org',
  'STATUS:CONFIRMED',
  'END:VEVENT',
];

const berlin = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  'BEGIN:DAYLIGHT',
  'DTSTART:19810329T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:19961027T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
];
