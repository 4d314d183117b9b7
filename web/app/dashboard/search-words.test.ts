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
  expect(showingText(offset, shown, count)).toBe(text);
});
