import glossary from '#glossary.json' with { type: 'json' };
import type { Locale } from '#src/locales';
import { languageRules, type Rule } from './language-rules.ts';

interface ForbiddenTerm {
  not: string;
  instead: string;
  /** Restricts the rule to texts whose English contains this word. */
  english?: string;
}

const everywhere: Rule[] = [
  {
    pattern:
      /\p{L}{2}(?:\((?:e|es|ne|a|as|o|os|in|innen|а|ая|ла)\)|[/*:·_](?:e|es|ne|a|as|o|os|in|innen|а|ая|ла)(?!\p{L}))/u,
    fault: 'has a gender in brackets or behind a slash: say it without one',
  },
  { pattern: /\.{3}/, fault: 'has three dots: write …' },
];

// Languages without spaces between words, or with prefixed particles.
const withoutWordEdges: Locale[] = ['ja', 'ko', 'zh-Hans', 'ar'];

/** Style faults in an otherwise complete translation. */
export function styleFaults(locale: Locale, english: string, translation: string): string[] {
  return [...everywhere, ...(languageRules[locale] ?? [])]
    .filter(({ pattern, unless }) => pattern.test(translation) && !unless?.has(english))
    .map(({ fault }) => fault)
    .concat(
      termsOf(locale)
        .filter((term) => isSaid(locale, term, english, translation))
        .map(({ not, instead }) => `says "${not}", the glossary: ${instead}`),
    );
}

const termsOf = (locale: Locale): ForbiddenTerm[] =>
  (glossary as Partial<Record<Locale, ForbiddenTerm[]>>)[locale] ?? [];

function isSaid(locale: Locale, { not, english }: ForbiddenTerm, source: string, text: string): boolean {
  if (english && !startsWord(source, english)) return false;
  return withoutWordEdges.includes(locale) ? text.includes(not) : startsWord(text, not);
}

/** Whether a word of the text begins with it: endings vary by case and number. */
function startsWord(text: string, start: string): boolean {
  const small = text.toLowerCase();
  return [...small.matchAll(/(?<!\p{L})./gu)].some(({ index }) =>
    small.startsWith(start.toLowerCase(), index),
  );
}
