import { languageName } from '#people/language-label';
import type { Filters } from './search-filters';

/** What the results are, as a heading. */
export function resultsHeading({ languageCode, learning }: Filters): string {
  if (!languageCode) return learning ? 'People learning any language' : 'Native speakers of any language';
  const name = languageName(languageCode);
  return learning ? `People learning ${name}` : `Native speakers of ${name}`;
}

/** 'Showing 11-20 of 23 results' (§2). */
export function showingText(offset: number, shown: number, count: number): string {
  return `Showing ${offset + 1}-${offset + shown} of ${count} results`;
}
