import glossary from '#glossary.json' with { type: 'json' };
import type { Locale } from '#src/locales';

/** A style rule of one language. A matching pattern is a fault, whose text says what to write instead. */
interface Rule {
  pattern: RegExp;
  fault: string;
}

interface ForbiddenTerm {
  not: string;
  instead: string;
  /** Restricts the rule to texts whose English contains this word. */
  english?: string;
}

/** The grammatical case and gender of a name are unknown at translation time. */
const person = '\\{(?:name|reported|reporter)\\}';

const everywhere: Rule[] = [
  {
    pattern:
      /\p{L}{2}(?:\((?:e|es|ne|a|as|o|os|in|innen|а|ая|ла)\)|[/*:·_](?:e|es|ne|a|as|o|os|in|innen|а|ая|ла)(?!\p{L}))/u,
    fault: 'has a gender in brackets or behind a slash: say it without one',
  },
];

// Placeholders whose value begins and ends with a digit or a Latin letter; language names and dates are Chinese.
const latin =
  'name|reported|reporter|count|min|max|place|total|line|number|kept|taken|file|minutes|time|moment|moreShare|lessShare|practised|address|device|code';
const latinPiece = `(?:\\{(?:${latin})\\}|[A-Za-z0-9])`;

// Before these words a name is the subject, or next to a noun that carries the case.
const besideRussianName =
  'и|а|но|или|что|если|когда|пока|поэтому|случаях|помогает|согласится|контакт|партнёр|партнёра|партнёру|партнёром|партнёре';

const rules: Partial<Record<Locale, Rule[]>> = {
  fr: [
    {
      pattern: /[ \u00a0](?=[?!:;»%])|\S(?=[?!;»])|[\p{L}}]:(?=\s|$)|«(?!\u202f)/u,
      fault: 'needs U+202F before ? ! : ; » % and after «',
    },
  ],
  ko: [{ pattern: /\s님/u, fault: 'has a space before 님' }],
  'zh-Hans': [
    {
      pattern: new RegExp(`\\p{Script=Han}${latinPiece}|${latinPiece}\\p{Script=Han}`, 'u'),
      fault: 'needs a space between Chinese and Latin letters, digits or placeholders',
    },
  ],
  ru: [
    {
      pattern: new RegExp(`(?<![\\p{L}-])(?!(?:${besideRussianName}) )[\\p{L}-]+ ${person}`, 'iu'),
      fault: 'has a name behind a word that asks for a case: «Занятие: {name}», «партнёра ({name})»',
    },
    {
      pattern: new RegExp(`${person} (?:пока |ещё )?нет(?!\\p{L})`, 'u'),
      fault: 'has a name that would be in the genitive',
    },
  ],
  ar: [
    {
      pattern: new RegExp(`(?<!\\p{L})[وفس]?ي[\\p{L}\\p{M}]{2,} ${person}`, 'u'),
      fault: 'has a masculine verb with a name: use a verbal noun',
    },
    {
      pattern: new RegExp(`(?:^|[.:؟!،] )${person} (?:لا |لن |لم |قد )?ي[\\p{L}\\p{M}]{2,}`, 'u'),
      fault: 'has a masculine verb with a name: use a verbal noun',
    },
    {
      pattern: new RegExp(
        `(?<!\\p{L})[وف]?(?:وافق|غادر|كتب|كتبها|كتبه|صحّح|حضر|وصل|قال|ألغى|غيّر|أرسل|اقترح|انضم|ليس) ${person}`,
        'u',
      ),
      fault: 'has a masculine verb with a name: use a verbal noun',
    },
  ],
};

// Languages without spaces between words, or with prefixed particles.
const withoutWordEdges: Locale[] = ['ja', 'ko', 'zh-Hans', 'ar'];

/** Style faults in an otherwise complete translation. */
export function styleFaults(locale: Locale, english: string, translation: string): string[] {
  return [...everywhere, ...(rules[locale] ?? [])]
    .filter(({ pattern }) => pattern.test(translation))
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
