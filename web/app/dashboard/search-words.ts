import { counted, t } from '@parlance/words/current';
import { languageName } from '#languages/language-name';
import type { Filters } from './search-filters';

export function resultsHeading({ languageCode, learning, saved }: Filters): string {
  if (saved) return t('Saved people');
  if (!languageCode)
    return learning ? t('People learning any language') : t('Native speakers of any language');
  const language = languageName(languageCode);
  return learning
    ? t('People learning {language}', { language })
    : t('Native speakers of {language}', { language });
}

/** 'Showing 11-20 of 23 results'. A capped count is `searchCountMax`, which the text states. */
export function showingText(
  offset: number,
  shown: number,
  { count, isCapped }: { count: number; isCapped?: boolean | undefined },
): string {
  const range = { first: offset + 1, last: offset + shown };
  return isCapped
    ? t('Showing {first}-{last} of more than 1,000 results', range)
    : counted(
        count,
        'Showing {first}-{last} of {count} results',
        'Showing {first}-{last} of {count} results',
        range,
      );
}
