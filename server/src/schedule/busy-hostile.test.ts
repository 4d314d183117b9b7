import { join } from 'node:path';
import { serialize } from 'node:v8';
import { ApiError } from '@parlance/contract/errors';
import { expect, test } from 'vitest';
import { createProcessPool } from '#platform/process-pool';
import { calendarText } from '#test/calendar-text';
import { untilServed } from '#test/until-served';
import type { CalendarToRead, ReadCalendar } from './busy-reading.ts';

// Files that keep a parser busy or make it large. Each ends with a result or a refusal, and the next file is read.
const read = createProcessPool<ReadCalendar>({
  module: join(import.meta.dirname, 'busy-process.ts'),
  concurrency: 1,
  queueMax: 5,
  timeoutMs: 5000,
  heapMaxMb: 192,
});
const start = Date.parse('2030-03-04T00:00:00Z');
const window = { start, end: start + 120 * 86_400_000, zone: 'Europe/Berlin' };
function readText(text: string): Promise<ReadCalendar> {
  const toRead: CalendarToRead = { body: Buffer.from(text), knownHash: null, window };
  return untilServed(() => read(serialize(toRead), 'ana'));
}

const hour = ['DTSTART:20300306T100000Z', 'DURATION:PT1H'];
const range = [Date.parse('2030-03-06T10:00:00Z'), Date.parse('2030-03-06T11:00:00Z')];
const all = (below: number) => [...Array(below).keys()].join(',');
const megabytes = 5_000_000;
const zoneBySecond = [
  'BEGIN:VTIMEZONE',
  'TZID:Mine',
  'BEGIN:STANDARD',
  'DTSTART:16010101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=SECONDLY',
  'END:STANDARD',
  'END:VTIMEZONE',
];

test.each<[string, string]>([
  ['a rule by second', calendarText([['DTSTART:19700101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY']])],
  ['a day that never comes', calendarText([[...hour, 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30']])],
  ['a daily rule for such a day', calendarText([[...hour, 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31']])],
  [
    'every second of a year',
    calendarText([[...hour, `RRULE:FREQ=YEARLY;BYHOUR=${all(24)};BYMINUTE=${all(60)};BYSECOND=${all(60)}`]]),
  ],
  ['an interval of nothing', calendarText([[...hour, 'RRULE:FREQ=DAILY;INTERVAL=0']])],
  ['a zone by second', calendarText([['DTSTART;TZID=Mine:20300306T100000', 'DURATION:PT1H']], zoneBySecond)],
  ['many levels', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n'.repeat(100_000)],
  ['one long line', calendarText([[...hour, `DESCRIPTION:${'x'.repeat(megabytes)}`]])],
  ['a line folded at every character', calendarText([[...hour, `EXDATE:${'\r\n 1'.repeat(megabytes / 4)}`]])],
  ['many exceptions', calendarText([[...hour, ...Array(200_000).fill('EXDATE:20300306T100000Z')]])],
  ['many parameters', calendarText([[`DTSTART${';X-A=b'.repeat(3000)}:20300306T100000Z`, 'DURATION:PT1H']])],
  ['an open quotation mark', calendarText([[`DTSTART;TZID="${'a;:'.repeat(6000)}`, 'DURATION:PT1H']])],
  [
    'many zones',
    calendarText(Array.from({ length: 19_000 }, (_, n) => [`DTSTART;TZID=Zone/A${n}:20300306T100000`])),
  ],
])(
  '%s ends, and the next file is read',
  async (_, text) => {
    const answer = await readText(text).catch((error: unknown) => error);
    if (answer instanceof ApiError) expect(answer.errorName).toBe('FileInvalid');
    else expect((answer as ReadCalendar).ranges?.length).toBeLessThanOrEqual(2000);
    expect((await readText(calendarText([hour]))).ranges).toEqual([range]);
  },
  300_000,
);
