import type { PayloadOf, Schema } from '@parlance/contract/endpoint';
import type { LanguageCode } from '@parlance/contract/languages';
import {
  type FullProfile,
  nativeMinProficiency,
  type SearchType,
  searchFilters,
  searchLevels,
  searchTypeDefault,
  searchTypes,
  type searchUsers,
  visitorSearchLimit,
} from '@parlance/contract/people';
import { listLimitDefault } from '@parlance/contract/text';
import { fromWire, isOnWire } from '@parlance/contract/wire';

/** Filters in the dashboard's address. */
export interface Filters {
  /** Null means all languages. */
  languageCode: LanguageCode | null;
  /** Natives do not learn the language, so this determines the type. */
  learning: boolean;
  /** A name fragment; empty for none. */
  query: string;
  /** Constants of the named levels; another fraction is used unchanged. */
  minProf: number | null;
  maxProf: number | null;
  /** In days. */
  freeWithinDays: number | null;
  activeWithinDays: number | null;
  /** Only saved people; for members. */
  saved: boolean;
  limit: number;
  offset: number;
  advanced: boolean;
}

const { shape } = searchFilters;

const noAdvanced: Pick<
  Filters,
  'query' | 'minProf' | 'maxProf' | 'freeWithinDays' | 'activeWithinDays' | 'saved'
> = { query: '', minProf: null, maxProf: null, freeWithinDays: null, activeWithinDays: null, saved: false };

/** Parses a value of the address; invalid ones count as absent. */
function read<S extends Schema>(schema: S, value: string | null) {
  return value !== null && isOnWire(schema, value) ? fromWire(schema, value) : undefined;
}

/** The initial language: the first one the member knows, for its learners (docs/specification/people.md#search-address). */
export function defaultLanguageOf(profile: FullProfile | null): LanguageCode | null {
  return profile?.languages.find(({ learning }) => !learning)?.languageCode ?? null;
}

/**
 * Parses the filters of an address. An empty languageCode means all languages, a missing one the default; a plain form sends
 * advanced=false to drop the advanced filters.
 */
export function readFilters(params: URLSearchParams, defaultLanguage: LanguageCode | null): Filters {
  const code = params.get('languageCode');
  const type = searchTypes.find((name) => name === params.get('type')) ?? searchTypeDefault;
  const isSimple = params.get('advanced') === 'false';
  const advanced = (name: string) => (isSimple ? null : params.get(name));
  const query = read(shape.query, advanced('query')) ?? '';
  const minProf = read(shape.minProficiency, advanced('minProf')) ?? null;
  const maxProf = read(shape.maxProficiency, advanced('maxProf')) ?? null;
  const freeWithinDays = read(shape.freeWithinDays, advanced('freeWithinDays')) ?? null;
  const activeWithinDays = read(shape.activeWithinDays, advanced('activeWithinDays')) ?? null;
  const saved = read(shape.saved, advanced('saved')) ?? false;
  const narrowed = { query, minProf, maxProf, freeWithinDays, activeWithinDays, saved };
  return {
    languageCode: code === '' ? null : (read(shape.languageCode, code) ?? defaultLanguage),
    learning: read(shape.learning, params.get('learning')) ?? type === 'learners',
    ...narrowed,
    limit: read(shape.limit, params.get('limit')) ?? listLimitDefault,
    offset: read(shape.offset, params.get('offset')) ?? 0,
    // Active filters are always shown.
    advanced: params.get('advanced') === 'true' || isNarrowed(narrowed),
  };
}

/** Whether one of the advanced filters is set. */
export const isNarrowed = (filters: typeof noAdvanced): boolean =>
  Object.keys(noAdvanced).some((name) => {
    const key = name as keyof typeof noAdvanced;
    return filters[key] !== noAdvanced[key];
  });

/** The address of a search. It includes the default language, because other members have a different one. */
export function toSearchParams(filters: Filters): URLSearchParams {
  const { languageCode, learning, limit, offset, advanced } = filters;
  const params = new URLSearchParams({ languageCode: languageCode ?? '', type: typeOf(filters) });
  if (advanced) {
    params.set('advanced', 'true');
    params.set('learning', String(learning));
    for (const name of Object.keys(noAdvanced) as (keyof typeof noAdvanced)[]) {
      if (filters[name] !== noAdvanced[name]) params.set(name, String(filters[name]));
    }
  }
  if (limit !== listLimitDefault) params.set('limit', String(limit));
  if (offset > 0) params.set('offset', String(offset));
  return params;
}

export const searchOf = (filters: Filters): string => toSearchParams(filters).toString();

/** The payload of a search. A named level becomes the bounds of the levels stored under that name. */
export function toPayload(filters: Filters, isVisitor: boolean): PayloadOf<typeof searchUsers> {
  const { languageCode, learning, query, minProf, maxProf, limit, offset } = filters;
  const saved = filters.saved && !isVisitor;
  // Saved people in any language are shown whether they speak or learn it.
  const isEither = saved && languageCode === null;
  const min = minProf === null ? undefined : lowestOf(minProf);
  const max = maxProf === null ? undefined : highestOf(maxProf);
  const isPlainNative = !isEither && !learning && min === undefined && max === undefined;
  return {
    languageCode: languageCode ?? undefined,
    learning: isEither ? undefined : learning,
    query: query || undefined,
    minProficiency: isPlainNative ? nativeMinProficiency : min,
    maxProficiency: max,
    freeWithinDays: filters.freeWithinDays ?? undefined,
    activeWithinDays: filters.activeWithinDays ?? undefined,
    saved: saved || undefined,
    limit: isVisitor ? visitorSearchLimit : limit,
    offset: isVisitor ? 0 : offset,
  };
}

const lowestOf = (min: number): number =>
  searchLevels.find((level) => level.min === min)?.minProficiency ?? min;
const highestOf = (max: number): number =>
  searchLevels.find((level) => level.max === max)?.maxProficiency ?? max;

export const typeOf = ({ learning }: Filters): SearchType => (learning ? 'learners' : 'natives');

/** Changes filters and returns to the first page. */
export function changeFilters(filters: Filters, change: Partial<Omit<Filters, 'offset'>>): Filters {
  return { ...filters, ...change, offset: 0 };
}

/** Sets the type and the filters behind it: natives or learners of any level (docs/specification/people.md#search-address). */
export function chooseType(filters: Filters, type: SearchType): Filters {
  return changeFilters(filters, { learning: type === 'learners', minProf: null, maxProf: null });
}

/** Drops the advanced filters. */
export function toSimple(filters: Filters): Filters {
  return changeFilters(filters, { advanced: false, ...noAdvanced });
}

/** All saved people. */
export function toSaved(filters: Filters): Filters {
  return changeFilters(toSimple(filters), { languageCode: null, advanced: true, saved: true });
}

/** Another page of the same search, counted from 1. */
export function pageOf(filters: Filters, page: number): Filters {
  return { ...filters, offset: (page - 1) * filters.limit };
}

/** The page of an offset, counted from 1; one after the last when the offset is beyond the results. */
export function pageAt({ offset, limit }: Filters, count: number): number {
  const pagesBefore = offset / limit;
  return (offset < count ? Math.floor(pagesBefore) : Math.ceil(pagesBefore)) + 1;
}
