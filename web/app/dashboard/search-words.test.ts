import { searchCountMax } from '@parlance/contract/people';
import { expect, test } from 'vitest';
import { readFilters } from './search-filters';
import { resultsHeading, showingText } from './search-words';

test.each([
  ['languageCode=ja', 'People learning Japanese'],
  ['languageCode=ja&type=natives', 'Native speakers of Japanese'],
  ['', 'People learning any language'],
  ['type=natives', 'Native speakers of any language'],
])('%s is headed %s', (search, heading) => {
  expect(resultsHeading(readFilters(new URLSearchParams(search), null))).toBe(heading);
});

test.each([
  [0, 10, 23, 'Showing 1-10 of 23 results'],
  [20, 3, 23, 'Showing 21-23 of 23 results'],
  [0, 1, 1, 'Showing 1-1 of 1 results'],
])('offset %i, %i shown, %i found', (offset, shown, count, text) => {
  expect(showingText(offset, shown, { count, isCapped: false })).toBe(text);
  // A 1.0.0 server does not send the field.
  expect(showingText(offset, shown, { count })).toBe(text);
});

test('more results than are counted', () => {
  const capped = { count: searchCountMax, isCapped: true };
  expect(searchCountMax).toBe(1_000);
  expect(showingText(0, 10, capped)).toBe('Showing 1-10 of more than 1,000 results');
  expect(showingText(990, 10, capped)).toBe('Showing 991-1000 of more than 1,000 results');
});
