import { expect, test } from 'vitest';
import { readFilters, searchOf } from './phrase-filters';

const read = (search: string) => readFilters(new URLSearchParams(search));
const none = { query: '', languageCode: null, page: 1 };

test.each([
  ['', none],
  ['query=Guten+M&language=de&page=3', { query: 'Guten M', languageCode: 'de', page: 3 }],
  ['language=de', { ...none, languageCode: 'de' }],
])('an address leads to its phrases and back: %s', (search, filters) => {
  expect(read(search)).toEqual(filters);
  expect(searchOf(read(search))).toBe(search);
});

test.each(['language=xx', 'language=constructor', 'page=0', 'page=-1', 'page=two', 'page=1'])(
  'a value that says nothing is left out: %s',
  (search) => {
    expect(read(search)).toEqual(none);
    expect(searchOf(read(search))).toBe('');
  },
);
