import { type Entry, keyOf } from '#src/catalogue-file';
import type { Locale } from '#src/locales';
import { pluralForms } from '#src/plural-forms';
import { styleFaults } from './find-style-faults.ts';
import type { FoundText } from './find-texts.ts';

interface Checked {
  texts: FoundText[];
  entries: Entry[];
  /** Whether the language is offered, so that it must be complete. */
  isOffered: boolean;
}

/** Faults of a catalogue, one line each. */
export function findFaults(locale: Locale, { texts, entries, isOffered }: Checked): string[] {
  const shown = entries.filter(({ isObsolete }) => !isObsolete);
  const wanted = new Map(texts.map((text) => [keyOf(text), text]));
  const known = new Map(shown.map((entry) => [keyOf(entry), entry]));
  const faults = [
    ...texts
      .filter((text) => known.get(keyOf(text))?.plural !== text.plural)
      .map((text) => [text, 'is not in the catalogue: run `npm run words:extract`'] as const),
    ...shown
      .filter((entry) => !wanted.has(keyOf(entry)))
      .map((entry) => [entry, 'is shown nowhere: run `npm run words:extract`'] as const),
    // The files decide with which part of the app a translation is loaded: a stale list leaves the text in English.
    ...shown
      .filter((entry) => wanted.has(keyOf(entry)) && !isShownIn(entry, wanted.get(keyOf(entry))))
      .map((entry) => [entry, 'names other files than show it: run `npm run words:extract`'] as const),
    ...shown.flatMap((entry) =>
      faultsOfEntry(locale, entry, isOffered).map((fault) => [entry, fault] as const),
    ),
    ...misquoted(shown),
  ];
  return faults.map(
    ([{ english, context, files }, fault]) =>
      `words/catalogues/${locale}.po: "${english}"${context ? ` (${context})` : ''} ${fault}${files[0] ? ` [${files[0]}]` : ''}`,
  );
}

const isShownIn = ({ files }: Entry, text: FoundText | undefined): boolean =>
  files.toSorted().join() === text?.files.toSorted().join();

function faultsOfEntry(locale: Locale, entry: Entry, isOffered: boolean): string[] {
  if (!entry.translations.some(Boolean)) return isOffered ? ['is not translated'] : [];
  const { english, plural, translations } = entry;
  const { rules, single } = pluralForms[locale];
  const faults = entry.isFuzzy ? ['is fuzzy: look at it and take the mark away'] : [];
  // Search words are never shown: they hold the words that people type, also those that the glossary avoids.
  const isShown = !entry.files.every((file) => file.endsWith('-keywords.ts'));
  if (plural === null) {
    const text = translations[0] ?? '';
    const style = isShown ? styleFaults(locale, english, text) : [];
    return [...faults, ...faultsOfText(english, text, []), ...style];
  }
  return faults.concat(
    ...rules.map((rule, form) => {
      const text = translations[form];
      if (!text) return [`has no form for "${rule}"`];
      // A form for a single number may spell it out as a word.
      const optional = single.includes(rule) ? ['count'] : [];
      return [...faultsOfText(plural, text, optional), ...styleFaults(locale, plural, text)].map(
        (fault) => `${fault}, in the form for "${rule}"`,
      );
    }),
  );
}

function faultsOfText(english: string, translation: string, optional: string[]): string[] {
  const [wanted, given] = [placeholdersOf(english), placeholdersOf(translation)];
  const lost = [...wanted].filter((name) => !given.has(name) && !optional.includes(name));
  const invented = [...given].filter((name) => !wanted.has(name));
  return [
    ...lost.map((name) => `lost {${name}}`),
    ...invented.map((name) => `has {${name}}, which the English has not`),
    ...(/[{}]/.test(translation.replaceAll(/\{\w+\}/g, '')) ? ['has a brace that closes nothing'] : []),
    ...(edges(english) === edges(translation) ? [] : ['begins or ends with another space']),
    ...(endingOf(english) === endingOf(translation)
      ? []
      : [`ends with ${sayEnding(translation)}, the English with ${sayEnding(english)}`]),
  ];
}

/** Sentences that quote the name of a button or page in other words than its own translation. */
function misquoted(entries: Entry[]): (readonly [Entry, string])[] {
  const names = Map.groupBy(entries, ({ english }) => english);
  return entries.flatMap((entry) =>
    [...entry.english.matchAll(/“([^”]+)”/g)].flatMap(([, quoted = '']) => {
      const translations = (names.get(quoted) ?? []).flatMap((name) => name.translations).filter(Boolean);
      const isQuoted = (text: string): boolean => translations.some((name) => text.includes(name));
      return translations.length === 0 || entry.translations.filter(Boolean).every(isQuoted)
        ? []
        : [[entry, `quotes “${quoted}”, which is called ${translations.join(' or ')}`] as const];
    }),
  );
}

const placeholdersOf = (text: string): Set<string> =>
  new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));

const edges = (text: string): string => `${/^\s*/.exec(text)}|${/\s*$/.exec(text)}`;

// The same punctuation in the scripts of all languages.
const endings: Record<string, string> = {
  '.': '.',
  '。': '.',
  '．': '.',
  '…': '…',
  '!': '!',
  '！': '!',
  '?': '?',
  '？': '?',
  '؟': '?',
  ':': ':',
  '：': ':',
  ',': ',',
  '，': ',',
  '、': ',',
  '،': ',',
};

/** The ending of a text: sentence, question, label, or none. Closing quotes and brackets are ignored. */
function endingOf(text: string): string {
  const bare = text.replaceAll('...', '…').replace(/[\s)\]"'”’»」』）]+$/u, '');
  return endings[bare.at(-1) ?? ''] ?? '';
}

const sayEnding = (text: string): string => (endingOf(text) ? `"${endingOf(text)}"` : 'no sign');
