import type { ProgrammeStudent } from '@parlance/contract/programme-students';
import { expect, test } from 'vitest';
import { risksOf } from './risks.ts';
import type { ProgrammeRow } from './roles.ts';

// A term of 100 days, with 20 hours needed.
const programme = {
  state: 'running',
  term_starts_on: '2030-01-01',
  term_ends_on: '2030-04-10',
  time_zone: 'UTC',
} as ProgrammeRow;
const dayMs = 86_400_000;
const begin = Date.parse('2030-01-01T00:00:00Z');
const onDay = (day: number, ms = 0) => new Date(begin + day * dayMs + ms);

function risks(
  now: Date,
  {
    last = now,
    minutes = 1199,
    missed = 0,
    asked = [],
  }: {
    last?: Date | null;
    minutes?: number;
    missed?: number;
    asked?: Date[];
  },
  state = 'running',
): string[] {
  const student = {
    lastSessionAt: last,
    hours: { neededMinutes: 1200, countedMinutes: minutes, declaredMinutes: 0, languages: [] },
    sessions: { kept: 0, missed, moved: 0 },
    help: asked.map((askedAt) => ({ kind: 'other', text: '', askedAt })),
  } as Pick<ProgrammeStudent, 'lastSessionAt' | 'hours' | 'sessions' | 'help'>;
  return risksOf(student, { ...programme, state }, now);
}

// Rules: docs/specification/programmes.md
test('a student who needs contact: without a session, quiet, behind, missed, or with a question', () => {
  expect(risks(onDay(13, dayMs - 1), { last: null })).toEqual([]);
  expect(risks(onDay(14), { last: null })).toEqual(['no-session']);
  expect(risks(onDay(20), { last: onDay(6, 1) })).toEqual([]);
  expect(risks(onDay(20), { last: onDay(6) })).toEqual(['quiet']);
  // Half of the expected hours from half of the term on.
  expect(risks(onDay(49), { minutes: 0 })).toEqual([]);
  expect(risks(onDay(50), { minutes: 299 })).toEqual(['behind']);
  expect(risks(onDay(50), { minutes: 300 })).toEqual([]);
  expect(risks(onDay(75), { minutes: 449 })).toEqual(['behind']);
  expect(risks(onDay(75), { minutes: 450 })).toEqual([]);
  // After the term no more is expected.
  expect(risks(onDay(120), { minutes: 600 })).toEqual([]);
  // Who has all hours needs no further session.
  expect(risks(onDay(20), { last: null, minutes: 1200 })).toEqual([]);
  expect(risks(onDay(20), { last: onDay(1), minutes: 1200, missed: 2 })).toEqual(['missed']);
  expect(risks(onDay(20), { missed: 1 })).toEqual([]);
  expect(risks(onDay(20), { missed: 2 })).toEqual(['missed']);
  expect(risks(onDay(20), { asked: [onDay(6, 1), onDay(1)] })).toEqual(['help']);
  expect(risks(onDay(20), { asked: [onDay(6)] })).toEqual([]);
});

test.each(['published', 'closed'])('nobody is at risk in a programme that is %s', (state) => {
  expect(risks(onDay(60), { last: null, minutes: 0, missed: 5, asked: [onDay(60)] }, state)).toEqual([]);
});
