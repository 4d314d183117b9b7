import { offeredNames } from './offered.ts';

export interface LocaleFacts {
  dir: 'ltr' | 'rtl';
  /** The tag for Intl. */
  tag: string;
  /** 1 is Monday, 7 Sunday. Not every browser provides it. */
  weekStart: number;
}

/** The supported interface languages; `offeredNames` lists those that can be chosen. */
export const locales = {
  en: { dir: 'ltr', tag: 'en-US', weekStart: 1 },
  es: { dir: 'ltr', tag: 'es', weekStart: 1 },
  'pt-BR': { dir: 'ltr', tag: 'pt-BR', weekStart: 7 },
  fr: { dir: 'ltr', tag: 'fr', weekStart: 1 },
  de: { dir: 'ltr', tag: 'de', weekStart: 1 },
  ja: { dir: 'ltr', tag: 'ja', weekStart: 7 },
  ko: { dir: 'ltr', tag: 'ko', weekStart: 7 },
  'zh-Hans': { dir: 'ltr', tag: 'zh-Hans', weekStart: 1 },
  // The default digits of `ar` depend on the browser version; server and client have to agree.
  ar: { dir: 'rtl', tag: 'ar-u-nu-latn', weekStart: 6 },
  ru: { dir: 'ltr', tag: 'ru', weekStart: 1 },
} as const satisfies Record<string, LocaleFacts>;

export type Locale = keyof typeof locales;

/** Pseudo-localised English for tests: a text without brackets is not translated. The second one is right to left. */
export const pseudoLocales = {
  'en-XA': { dir: 'ltr', tag: 'en-US', weekStart: 1 },
  'ar-XB': { dir: 'rtl', tag: 'en-US', weekStart: 1 },
} as const satisfies Record<string, LocaleFacts>;

export type PseudoLocale = keyof typeof pseudoLocales;

/** Locales with a complete catalogue: they can be chosen, and `words:check` keeps them complete. */
export const offeredLocales = Object.keys(offeredNames) as readonly (keyof typeof offeredNames)[];

export const factsOf = (locale: Locale | PseudoLocale): LocaleFacts =>
  ({ ...locales, ...pseudoLocales })[locale];

// Browsers send a few dozen characters; longer headers are truncated.
const headerMaxLength = 500;

/**
 * The language of a reader: the chosen one, else the browser's preference, else English. Variants share one catalogue: pt-PT gets pt-BR,
 * and zh-Hant gets zh-Hans, which its readers prefer to English.
 */
export function localeOf<L extends Locale | PseudoLocale = Locale>(
  chosen: string | null | undefined,
  acceptLanguage: string | null | undefined,
  offered: readonly L[] = offeredLocales as readonly L[],
): L | 'en' {
  const own = offered.find((locale) => locale === chosen);
  if (own) return own;
  const wanted = (acceptLanguage ?? '').slice(0, headerMaxLength).split(',').map(readRange);
  const inOrder = wanted.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight);
  for (const { language } of inOrder) {
    const found = offered.find((locale) => baseOf(locale) === language && locale in locales);
    if (found) return found;
  }
  return 'en';
}

const baseOf = (tag: string): string => tag.trim().toLowerCase().split('-', 1)[0] ?? '';

/** One range of Accept-Language, such as `pt-BR;q=0.8`. An invalid weight is ignored. */
function readRange(part: string): { language: string; weight: number } {
  const [range = '', ...parameters] = part.split(';');
  const given = parameters.map((each) => each.trim().toLowerCase()).find((each) => each.startsWith('q='));
  const weight = given === undefined ? 1 : Number(given.slice(2) || Number.NaN);
  return { language: baseOf(range), weight: weight <= 1 ? weight : 0 };
}
