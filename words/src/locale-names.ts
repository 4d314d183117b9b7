import type { Formats } from './formats.ts';
import type { Words } from './words.ts';

/** Names as spelled and sorted by the build's ICU. Server and browser have other ICU versions, and hydration needs identical text. */
export interface LocaleNames {
  /** Language names by code, in the reader's order. */
  languages: Record<string, string>;
  /** January to December, each with `{year}`. */
  months: string[];
}

const anyYear = 2000;

/** Creates the names of one language with the running ICU. */
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

/** Words with these names; others come from Intl. */
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
