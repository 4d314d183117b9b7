import { expect, test } from 'vitest';
import { comingTime } from '#chat/conversation/waiting-words';
import { dayHeading, listTimeText, previewOf, quotedWords, soundTimeText } from './message-text';

test('a preview is one line; a recording is called Audio', () => {
  expect(previewOf({ content: 'one\n\ntwo  three' })).toBe('one two three');
  expect(previewOf({ content: null })).toBe('Audio');
});

test('a picture is called by its caption or Picture, and a deleted message says so', () => {
  expect(previewOf({ content: null, type: 'picture' })).toBe('Picture');
  expect(previewOf({ content: 'The sea', type: 'picture' })).toBe('The sea');
  expect(previewOf({ content: null, type: 'picture', deletedAt: new Date() })).toBe('Message deleted');
});

test('a quote shows its words, what it is, or that it was deleted', () => {
  const quoted = {
    chatMessageId: 'any',
    userId: 'any',
    kind: 'voice' as const,
    excerpt: '',
    isDeleted: false,
  };
  expect(quotedWords({ ...quoted, kind: 'text', excerpt: 'Hello' })).toBe('Hello');
  expect(quotedWords(quoted)).toBe('Audio');
  expect(quotedWords({ ...quoted, kind: 'picture' })).toBe('Picture');
  expect(quotedWords({ ...quoted, excerpt: 'Hello', isDeleted: true })).toBe('Message deleted');
});

test('a correction says that it is one, with its text on one line', () => {
  const corrects = { chatMessageId: 'any', kind: 'natural' as const, note: 'Shorter.' };
  expect(previewOf({ content: 'I went\nhome.', corrects })).toBe('Corrected: \u2068I went home.\u2069');
  expect(previewOf({ content: 'I went home.', corrects }, true)).toBe(
    'Looks right: \u2068I went home.\u2069',
  );
  expect(previewOf({ content: 'I went home.', corrects: null })).toBe('I went home.');
});

const at = (day: number, hours = 9, minutes = 5) => new Date(2026, 4, day, hours, minutes);
const now = at(14, 20, 0);

test.each([
  ['today', at(14), /^(0?9:05( AM)?)$/],
  ['yesterday', at(13), /^Wednesday$/],
  ['six days ago', at(8), /^Friday$/],
  ['seven days ago', at(7), /^05\/07\/26$/],
  ['a minute ahead of our clock', at(14, 20, 1), /8:01|20:01/],
  ['no time at all', new Date(Number.NaN), /^Invalid time$/],
])('in the list, %s', (_case, moment, expected) => {
  expect(listTimeText(moment, now)).toMatch(expected);
});

test.each([
  [at(14, 0, 0), 'Today'],
  [at(13, 23, 59), 'Yesterday'],
  [at(12), 'Tuesday, May 12, 2026'],
  [new Date(Number.NaN), 'Invalid time'],
])('%s is under %j', (moment, heading) => {
  expect(dayHeading(moment, now)).toBe(heading);
});

test.each([
  [at(14, 21, 5), 'today', '', /^(9:05 PM|21:05)$/],
  [at(15, 0, 0), 'tomorrow', '', /^(12:00 AM|00:00|24:00)$/],
  [at(16), 'weekday', 'Saturday', /^0?9:05( AM)?$/],
  [at(20), 'weekday', 'Wednesday', /9:05/],
  [at(21), 'date', 'May 21, 2026', /9:05/],
  [new Date(Number.NaN), 'today', '', /^Invalid time$/],
])('seen on the 14th at eight in the evening, %s is said as %s', (moment, kind, day, time) => {
  expect(comingTime(moment, now)).toEqual({ kind, day, time: expect.stringMatching(time) });
});

test.each([
  [0, '0:00'],
  [7400, '0:07'],
  [60_000, '1:00'],
  [-1, '0:00'],
])('%i ms of sound read %j', (ms, text) => {
  expect(soundTimeText(ms)).toBe(text);
});
