import type { ProgrammeView } from '@parlance/contract/programme-place';
import type { PlaceStatus, ProgrammeState, UnmatchedReason } from '@parlance/contract/programmes';
import { afterEach, expect, test, vi } from 'vitest';
import {
  canJoin,
  dayText,
  hoursText,
  placeSentence,
  rangeText,
  reasonText,
  stateWords,
  todayOf,
} from './programme-words';

afterEach(() => vi.useRealTimers());

test('a calendar day is the same for every reader, also west of UTC', () => {
  expect(dayText('2030-03-05')).toBe('March 5, 2030');
});

test('the present day of a programme is that of its own zone', () => {
  vi.useFakeTimers({ now: new Date('2030-03-05T23:30:00Z'), toFake: ['Date'] });
  expect(todayOf({ timeZone: 'Europe/Berlin' })).toBe('2030-03-06');
  expect(todayOf({ timeZone: 'America/New_York' })).toBe('2030-03-05');
});

test('weekly times have their own weekday and clock', () => {
  expect(rangeText({ weekday: 1, from: '18:00', to: '19:30' })).toMatch(/^Mon (6:00|18:00).*(7:30|19:30)/);
  expect(rangeText({ weekday: 7, from: '00:00', to: '00:30' })).toMatch(/^Sun /);
});

test('lengths of time leave out what is zero', () => {
  expect([30, 60, 510].map(hoursText)).toEqual(['30 min', '1 h', '8 h 30']);
});

const programme = {
  registrationEndsOn: '2026-03-20',
  termStartsOn: '2026-04-01',
  termEndsOn: '2026-07-15',
  eraseOn: '2026-12-31',
};
const viewOf = (
  state: ProgrammeState,
  more: { partners?: number; status?: PlaceStatus; unmatched?: UnmatchedReason } = {},
) =>
  ({
    programme: { ...programme, state },
    place: { status: more.status ?? 'waiting' },
    partners: Array.from({ length: more.partners ?? 0 }),
    unmatched: more.unmatched ?? null,
  }) as unknown as ProgrammeView;
const reasonOf = (kind: UnmatchedReason['kind'], more: Partial<UnmatchedReason> = {}): UnmatchedReason => ({
  kind,
  count: 1,
  reach: 0,
  hours: [],
  languageCodes: [],
  ...more,
});

test.each([
  ['draft', {}, 'This programme is being prepared.'],
  ['registration', {}, /^You have a place\. Registration is open until March 20, 2026;/],
  ['matching', { partners: 1 }, /^Registration is closed\./],
  ['published', { partners: 1 }, 'You have a partner. The term begins on April 1, 2026.'],
  ['published', { partners: 2 }, 'You have 2 partners. The term begins on April 1, 2026.'],
  ['running', { partners: 2 }, 'You have 2 partners. The term ends on July 15, 2026.'],
  ['running', { status: 'needs-partner' }, /^You need a new partner, and come first/],
  ['running', { status: 'needs-partner', partners: 1 }, /^You have a partner\./],
  ['running', {}, 'You have no partner yet. You take part in the next round.'],
  [
    'published',
    { unmatched: reasonOf('supply') },
    'You have no partner yet. Nobody who could be the partner offers a language that is sought here.',
  ],
  ['closed', { partners: 1 }, 'The term has ended. Everything here is deleted on December 31, 2026.'],
  ['erased', { partners: 1 }, 'This programme is over and its data are deleted.'],
] as const)('%s, %j: the state of a student', (state, more, sentence) => {
  expect(placeSentence(viewOf(state, more))).toMatch(sentence);
});

test.each([
  [reasonOf('taken'), '1 person would fit and already has a partner.'],
  [reasonOf('wish', { count: 2 }), '2 people would fit without the wish for the same gender.'],
  [reasonOf('supply'), 'Nobody who could be the partner offers a language that is sought here.'],
  [
    reasonOf('demand', { count: 3, reach: 2, languageCodes: ['ja'] }),
    '3 people offer a language sought here, but none of them seeks one that is offered. Offering Japanese would reach 2 people.',
  ],
  [
    reasonOf('supply', { reach: 1, languageCodes: ['ja', 'ko'] }),
    'Nobody who could be the partner offers a language that is sought here. Learning Japanese and Korean would reach 1 person.',
  ],
  // Nobody would be reached.
  [
    reasonOf('supply', { languageCodes: ['ja'] }),
    'Nobody who could be the partner offers a language that is sought here.',
  ],
])('why there is no partner: %j', (reason, sentence) => {
  expect(reasonText(reason)).toBe(sentence);
});

test('times are advice for who is not free, and a fact for others', () => {
  const hours = [{ weekday: 2, from: '18:00', to: '19:00' }];
  expect(reasonText(reasonOf('hours', { reach: 1, hours }))).toMatch(
    / Being free on Tue .* would reach 1 person\.$/,
  );
  expect(reasonText(reasonOf('taken', { reach: 1, hours }))).toMatch(/ These people are free on Tue .*\.$/);
});

test('an invitation leads anywhere until the programme has ended', () => {
  const states = Object.keys(stateWords) as ProgrammeState[];
  expect(states.filter((state) => !canJoin({ state }))).toEqual(['closed', 'erased']);
});
