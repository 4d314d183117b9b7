import { type LanguageCode, languageOf } from '@parlance/contract/languages';
import { readPage } from '#lib/page-number';
import { type PhraseFilters, phrasePageSize } from './phrases-queries';

/** Parses the filters from the URL. */
export function readFilters(params: URLSearchParams): PhraseFilters {
  const code = params.get('language') ?? '';
  return {
    query: params.get('query') ?? '',
    languageCode: languageOf(code) ? (code as LanguageCode) : null,
    page: readPage(params.get('page'), phrasePageSize),
  };
}

/** URL query of the filters, for back, reload and shared links. */
export function searchOf({ query, languageCode, page }: PhraseFilters): string {
  const params = new URLSearchParams();
  if (query !== '') params.set('query', query);
  if (languageCode !== null) params.set('language', languageCode);
  if (page > 1) params.set('page', String(page));
  return params.toString();
}
