import type { Formats } from './formats.ts';
import type { Words } from './words.ts';

/**
 * Names as the ICU of the build spells and sorts them. The server and the browser have other versions of it, and hydration needs the
 * same text from both.
 */
export interface LocaleNames {
  /** Names of languages by code, in the reader's order. */
  languages: Record<string, string>;
  /** January to December, each with `{year}`. */
  months: string[];
}

const anyYear = 2000;

/** Makes the names of one language with the ICU that runs this. */
export function makeLocaleNames(
  { date, languageName, compare }: Formats,
  codes: readonly string[],
): LocaleNames {
  const languages = codes
    .map((code): [string, string] => [code, languageName(code)])
    .sort(([, a], [, b]) => compare(capitalised(a), capitalised(b)));
  const months = Array.from({ length: 12 }, (_, month) =>
    date(new Date(Date.UTC(anyYear, month)), 'month', 'UTC').replace(String(anyYear), '{year}'),
  );
  return { languages: Object.fromEntries(languages), months };
}

/** The words with these names. What is not among them comes from Intl. */
export function withNames(words: Words, { languages, months }: LocaleNames): Words {
  return {
    ...words,
    languageName: (code) => languages[code] ?? words.languageName(code),
    languageOrder: Object.keys(languages),
    date: (moment, style, zone) => {
      const month = style === 'month' && zone === 'UTC' ? months[moment.getUTCMonth()] : undefined;
      return month?.replace('{year}', String(moment.getUTCFullYear())) ?? words.date(moment, style, zone);
    },
  };
}

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
