import { describe, expect, test } from 'vitest';
import { calendarText } from '#test/calendar-text';
import { readCalendarLines } from './busy-lines.ts';
import { busyTimes } from './busy-times.ts';

// Rules: docs/specification/schedule.md#other-calendars. New York changes its clocks on 10 March 2030, Berlin on 31 March and 27 October.
const spring = { from: '2030-03-04', until: '2030-04-15', zone: 'Europe/Berlin' };

function busy(text: string, { from, until, zone } = spring): string[] {
  const window = { start: Date.parse(`${from}T00:00:00Z`), end: Date.parse(`${until}T00:00:00Z`), zone };
  const shown = (moment: number) => new Date(moment).toISOString().slice(5, 16);
  return busyTimes(readCalendarLines(text), window).map(([start, end]) => `${shown(start)}/${shown(end)}`);
}

const berlin = (name: string, value: string) => `${name};TZID=Europe/Berlin:${value}`;
const hourOf = (start: string) => [`DTSTART:${start}`, 'DURATION:PT1H'];
const tuesdays = ['UID:series', ...hourOf('20300305T100000Z'), 'RRULE:FREQ=WEEKLY;COUNT=4'];
const replaced = (...lines: string[]) => calendarText([tuesdays, ['UID:series', ...lines]]);

const fiveHoursAhead = [
  'BEGIN:VTIMEZONE',
  'TZID:Company Time',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0500',
  'TZOFFSETTO:+0500',
  'END:STANDARD',
  'END:VTIMEZONE',
];

describe('the times of an event', () => {
  test.each<[string, string[], string[]]>([
    ['in UTC', ['DTSTART:20300306T100000Z', 'DTEND:20300306T111500Z'], ['03-06T10:00/03-06T11:15']],
    ['with a duration', ['DTSTART:20300306T100000Z', 'DURATION:PT45M'], ['03-06T10:00/03-06T10:45']],
    [
      'in a zone',
      [berlin('DTSTART', '20300306T100000'), berlin('DTEND', '20300306T110000')],
      ['03-06T09:00/03-06T10:00'],
    ],
    [
      'that begins in one zone and ends in another',
      [berlin('DTSTART', '20300306T100000'), 'DTEND;TZID=Europe/London:20300306T110000'],
      ['03-06T09:00/03-06T11:00'],
    ],
    [
      'in a zone of Windows',
      ['DTSTART;TZID=Tokyo Standard Time:20300306T090000', 'DURATION:PT1H'],
      ['03-06T00:00/03-06T01:00'],
    ],
    [
      'in a zone of Windows in quotation marks',
      ['DTSTART;TZID="W. Europe Standard Time":20300306T090000', 'DURATION:PT1H'],
      ['03-06T08:00/03-06T09:00'],
    ],
    [
      'in a zone with a prefix',
      ['DTSTART;TZID=/example.org/20300101_1/Asia/Tokyo:20300306T090000', 'DURATION:PT1H'],
      ['03-06T00:00/03-06T01:00'],
    ],
    [
      'in a zone that the file defines',
      ['DTSTART;TZID=Company Time:20300306T100000', 'DURATION:PT1H'],
      ['03-06T05:00/03-06T06:00'],
    ],
    [
      'in an unknown zone, as if it had none',
      ['DTSTART;TZID=Nowhere:20300306T100000', 'DURATION:PT1H'],
      ['03-06T09:00/03-06T10:00'],
    ],
    [
      'without a zone, in that of the member',
      ['DTSTART:20300306T100000', 'DURATION:PT1H'],
      ['03-06T09:00/03-06T10:00'],
    ],
    [
      'of a whole day, in the zone of the member',
      ['DTSTART;VALUE=DATE:20300306', 'DTEND;VALUE=DATE:20300307'],
      ['03-05T23:00/03-06T23:00'],
    ],
    [
      'of the short day on which the clocks change',
      ['DTSTART;VALUE=DATE:20300331'],
      ['03-30T23:00/03-31T22:00'],
    ],
    [
      'of a night in which the clocks change',
      [berlin('DTSTART', '20300330T230000'), berlin('DTEND', '20300331T060000')],
      ['03-30T22:00/03-31T04:00'],
    ],
    [
      'at an hour that the clocks skip',
      [berlin('DTSTART', '20300331T023000'), 'DURATION:PT1H'],
      ['03-31T01:30/03-31T02:30'],
    ],
    [
      'of whole days by their number, in which the clocks change',
      ['DTSTART;VALUE=DATE:20300330', 'DURATION:P2D'],
      ['03-29T23:00/03-31T22:00'],
    ],
    [
      'of exact hours in which the clocks change',
      [berlin('DTSTART', '20300331T013000'), 'DURATION:PT2H'],
      ['03-31T00:30/03-31T02:30'],
    ],
    [
      'that began before the window',
      ['DTSTART:20300303T220000Z', 'DTEND:20300304T010000Z'],
      ['03-04T00:00/03-04T01:00'],
    ],
    [
      'that ends after the window',
      ['DTSTART:20300414T230000Z', 'DTEND:20300420T000000Z'],
      ['04-14T23:00/04-15T00:00'],
    ],
    ['that ends when the window begins', ['DTSTART:20300303T220000Z', 'DTEND:20300304T000000Z'], []],
    ['without an end', ['DTSTART:20300306T100000Z'], []],
    ['that ends before it begins', ['DTSTART:20300306T100000Z', 'DTEND:20300306T090000Z'], []],
    ['that does not block time', [...hourOf('20300306T100000Z'), 'TRANSP:TRANSPARENT'], []],
    ['that is cancelled', [...hourOf('20300306T100000Z'), 'STATUS:cancelled'], []],
    ['that Outlook marks as free', [...hourOf('20300306T100000Z'), 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'], []],
    [
      'that is tentative',
      [...hourOf('20300306T100000Z'), 'STATUS:TENTATIVE', 'TRANSP:OPAQUE'],
      ['03-06T10:00/03-06T11:00'],
    ],
    ['of one of our own sessions', ['UID:0198c0de@parlance', ...hourOf('20300306T100000Z')], []],
    [
      'that lasts for millions of years',
      ['DTSTART:20300414T230000Z', 'DURATION:P52000000W'],
      ['04-14T23:00/04-15T00:00'],
    ],
    ['in a year that no clock shows', ['DTSTART:99991231T230000Z', 'DURATION:P1W'], []],
  ])('%s', (_, event, expected) => {
    expect(busy(calendarText([event], fiveHoursAhead))).toEqual(expected);
  });

  test('without a zone follow the zone of the file', () => {
    expect(busy(calendarText([hourOf('20300306T100000')], ['X-WR-TIMEZONE:Asia/Tokyo']))).toEqual([
      '03-06T01:00/03-06T02:00',
    ]);
  });

  test('of a whole day follow the zone of the member, whatever that of the file', () => {
    expect(busy(calendarText([['DTSTART;VALUE=DATE:20300306']], ['X-WR-TIMEZONE:Asia/Tokyo']))).toEqual([
      '03-05T23:00/03-06T23:00',
    ]);
  });

  test('at an hour that is shown twice are those of the first', () => {
    const autumn = { from: '2030-10-20', until: '2030-11-01', zone: 'Europe/Berlin' };
    expect(busy(calendarText([[berlin('DTSTART', '20301027T023000'), 'DURATION:PT15M']]), autumn)).toEqual([
      '10-27T00:30/10-27T00:45',
    ]);
  });

  test('that overlap or touch are one', () => {
    const events = ['10', '13', '09', '14'].map((hour) => hourOf(`20300306T${hour}0000Z`));
    const half = hourOf('20300306T104500Z');
    expect(busy(calendarText([...events, half]))).toEqual([
      '03-06T09:00/03-06T11:45',
      '03-06T13:00/03-06T15:00',
    ]);
  });
});

describe('a series', () => {
  test.each<[string, string[], string[]]>([
    [
      'keeps its local time when the clocks change',
      ['DTSTART;TZID=America/New_York:20300226T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=3'],
      ['03-05T14:00/03-05T15:00', '03-12T13:00/03-12T14:00'],
    ],
    [
      'without an end that is years old',
      ['DTSTART:20100105T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY;BYDAY=1TU'],
      ['03-05T10:00/03-05T11:00', '04-02T10:00/04-02T11:00'],
    ],
    [
      'with a count that is over',
      ['DTSTART:20100105T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=400'],
      [],
    ],
    [
      'until a moment, which is included',
      [...hourOf('20300305T100000Z'), 'RRULE:FREQ=DAILY;UNTIL=20300306T100000Z'],
      ['03-05T10:00/03-05T11:00', '03-06T10:00/03-06T11:00'],
    ],
    [
      'until a moment in UTC, of times in a zone',
      [berlin('DTSTART', '20300305T003000'), 'DURATION:PT1H', 'RRULE:FREQ=DAILY;UNTIL=20300305T233000Z'],
      ['03-04T23:30/03-05T00:30', '03-05T23:30/03-06T00:30'],
    ],
    [
      'until a day, which is included',
      [berlin('DTSTART', '20300305T100000'), 'DURATION:PT1H', 'RRULE:FREQ=DAILY;UNTIL=20300306'],
      ['03-05T09:00/03-05T10:00', '03-06T09:00/03-06T10:00'],
    ],
    [
      'of whole days',
      ['DTSTART;VALUE=DATE:20300305', 'RRULE:FREQ=WEEKLY;COUNT=2'],
      ['03-04T23:00/03-05T23:00', '03-11T23:00/03-12T23:00'],
    ],
    [
      'without single days',
      [...hourOf('20300305T100000Z'), 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20300306T100000Z'],
      ['03-05T10:00/03-05T11:00', '03-07T10:00/03-07T11:00'],
    ],
    [
      'without a day that is stated as a date',
      [
        berlin('DTSTART', '20300305T003000'),
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;COUNT=2',
        'EXDATE;VALUE=DATE:20300305',
      ],
      ['03-05T23:30/03-06T00:30'],
    ],
    [
      'of whole days without one of them',
      ['DTSTART;VALUE=DATE:20300305', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20300306'],
      ['03-04T23:00/03-05T23:00', '03-06T23:00/03-07T23:00'],
    ],
    [
      'of long events that began before the window',
      ['DTSTART:20300218T000000Z', 'DURATION:P6D', 'RRULE:FREQ=DAILY;INTERVAL=9;COUNT=3'],
      ['03-04T00:00/03-05T00:00', '03-08T00:00/03-14T00:00'],
    ],
    [
      'of listed days',
      [...hourOf('20300305T100000Z'), 'RDATE:20300307T100000Z,20300308T120000Z'],
      ['03-05T10:00/03-05T11:00', '03-07T10:00/03-07T11:00', '03-08T12:00/03-08T13:00'],
    ],
    [
      'of listed periods',
      [...hourOf('20300305T100000Z'), 'RDATE;VALUE=PERIOD:20300307T100000Z/PT2H'],
      ['03-05T10:00/03-05T11:00', '03-07T10:00/03-07T12:00'],
    ],
    [
      'that does not block time',
      ['DTSTART;VALUE=DATE:19800306', 'RRULE:FREQ=YEARLY', 'TRANSP:TRANSPARENT'],
      [],
    ],
  ])('%s', (_, event, expected) => {
    expect(busy(calendarText([event]))).toEqual(expected);
  });

  const days = ['03-05', '03-12', '03-19', '03-26'].map((day) => `${day}T10:00/${day}T11:00`);

  test('has one occurrence at another time', () => {
    expect(busy(replaced('RECURRENCE-ID:20300312T100000Z', ...hourOf('20300313T150000Z')))).toEqual([
      days[0],
      '03-13T15:00/03-13T16:00',
      ...days.slice(2),
    ]);
  });

  test('has one occurrence cancelled', () => {
    const cancelled = ['RECURRENCE-ID:20300312T100000Z', ...hourOf('20300312T100000Z'), 'STATUS:CANCELLED'];
    expect(busy(replaced(...cancelled))).toEqual(days.toSpliced(1, 1));
  });

  test('has this and all later occurrences at another time, with another length', () => {
    const moved = [
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20300312T100000Z',
      'DTSTART:20300312T120000Z',
      'DURATION:PT30M',
    ];
    expect(busy(replaced(...moved))).toEqual([
      days[0],
      ...['03-12', '03-19', '03-26'].map((day) => `${day}T12:00/${day}T12:30`),
    ]);
  });

  test('has all later occurrences changed twice, and from the second change on that one counts', () => {
    const changed = (day: string, time: string) => [
      'UID:series',
      `RECURRENCE-ID;RANGE=THISANDFUTURE:2030${day}T100000Z`,
      ...hourOf(`2030${day}T${time}Z`),
    ];
    const [first, second] = [changed('0312', '120000'), changed('0319', '150000')];
    for (const changes of [
      [first, second],
      [second, first],
    ])
      expect(busy(calendarText([tuesdays, ...changes]))).toEqual([
        days[0],
        '03-12T12:00/03-12T13:00',
        '03-19T15:00/03-19T16:00',
        '03-26T15:00/03-26T16:00',
      ]);
  });

  test('has this and all later occurrences cancelled', () => {
    const cancelled = [
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20300319T100000Z',
      ...hourOf('20300319T100000Z'),
      'STATUS:CANCELLED',
    ];
    expect(busy(replaced(...cancelled))).toEqual(days.slice(0, 2));
  });

  test('and a second event with its UID both count', () => {
    const second = ['UID:series', ...hourOf('20300306T150000Z')];
    expect(busy(calendarText([tuesdays, second]))).toEqual([
      days[0],
      '03-06T15:00/03-06T16:00',
      ...days.slice(1),
    ]);
  });

  test('of which only one occurrence is known is that occurrence', () => {
    const invited = ['RECURRENCE-ID:20300312T100000Z', ...hourOf('20300312T100000Z')];
    expect(busy(calendarText([invited]))).toEqual([days[1]]);
  });
});

describe('a file', () => {
  const plain = calendarText([hourOf('20300306T100000Z')]);

  test('with folded lines, plain line ends and a byte order mark is read', () => {
    const folded = plain.replace('20300306T100000Z', '2030\r\n 0306T10\r\n\t0000Z').replaceAll('\r\n', '\n');
    expect(busy(`\uFEFF${folded}`)).toEqual(['03-06T10:00/03-06T11:00']);
  });

  test('with a broken event gives the others', () => {
    const broken = [
      ['DTSTART:tomorrow', 'DURATION:PT1H'],
      ['DTSTART;TZID:20300306T100000', 'DURATION:PT1H'],
      ['DURATION:PT1H'],
      [...hourOf('20300307T100000Z'), 'RRULE:FREQ=SOMETIMES'],
    ];
    expect(busy(calendarText([...broken, hourOf('20300306T100000Z')]))).toContain('03-06T10:00/03-06T11:00');
  });

  test.each([
    ['empty', ''],
    ['a page', '<!doctype html><title>Sign in</title>'],
    ['cut off', plain.slice(0, -20)],
    ['nested', 'BEGIN:VCALENDAR\r\n'.repeat(9) + 'END:VCALENDAR\r\n'.repeat(9)],
    ['too long', calendarText(Array.from({ length: 20_001 }, () => hourOf('20300306T100000Z')))],
  ])('that is %s is refused', (_, text) => {
    expect(() => busy(text)).toThrow(Error);
  });

  test('without events is a calendar', () => {
    expect(busy(calendarText([]))).toEqual([]);
  });

  test('with too many occurrences is refused', () => {
    const seconds = ['DTSTART:20300305T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY'];
    expect(() => busy(calendarText([seconds]))).toThrow(Error);
  });

  test('gives at most two thousand busy times, the soonest', () => {
    const text = calendarText([
      ['DTSTART:20300304T000000Z', 'DURATION:PT1M', 'RRULE:FREQ=MINUTELY;INTERVAL=5'],
    ]);
    const found = busy(text);
    expect(found).toHaveLength(2000);
    expect(found[0]).toBe('03-04T00:00/03-04T00:01');
  });

  test('is reduced before it is parsed: no title, alarm or unknown property is left', () => {
    const lines = readCalendarLines(calendarText([[...hourOf('20300306T100000Z'), 'LOCATION:zyxw-place']]));
    expect(JSON.stringify(lines)).not.toMatch(/zyxw|VALARM|TRIGGER|DTSTAMP/);
  });

  test('has the same hash after a change of titles and time stamps, and another after one of times', () => {
    const { hash } = readCalendarLines(plain);
    const renamed = plain.replace('zyxw-title', 'another').replace('DTSTAMP:2030', 'DTSTAMP:2031');
    expect(readCalendarLines(renamed).hash).toBe(hash);
    expect(readCalendarLines(plain.replace('PT1H', 'PT2H')).hash).not.toBe(hash);
  });
});
