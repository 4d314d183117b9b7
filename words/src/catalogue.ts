import type { LocaleNames } from './locale-names.ts';
import type { LocaleFacts } from './locales.ts';
import { withoutContext } from './word.ts';
import type { Lookup, Words } from './words.ts';

/** The forms of a counted text. What a language has no form for is said by `other`. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>>;

/** What a language says instead of the English. */
export interface Catalogue {
  /** By English text, or by what is short for it; a counted one by its singular, one with a context by what `word` gives. */
  words: Record<string, string | Forms>;
  /** The English texts among them with placeholders that arrive filled in: messages of the API and of schemas. */
  templates: string[];
}

/** What a page in another language fetches, by short keys; what is loaded on use has a second file, a mere catalogue. */
export interface WordsFile extends Catalogue {
  locale: Words['locale'];
  facts: LocaleFacts;
  names: LocaleNames;
}

const placeholder = /\{(\w+)\}/;

/** What stands between clauses, by language, where it is not the comma of Latin scripts. */
const commas: Record<string, string> = { ar: '، ', ja: '、', zh: '，' };

interface GrowingLookup extends Lookup {
  /** Knows more from now on. */
  add(catalogue: Catalogue): void;
}

/** The texts of a catalogue, which has them by `keyOf`. What it lacks stays English. */
export function lookUpIn(
  catalogue: Catalogue,
  tag: string,
  keyOf = (english: string) => english,
): GrowingLookup {
  const known = new Map<string, string | Forms>();
  const filled: string[] = [];
  const rules = new Intl.PluralRules(tag);
  const add = ({ words, templates }: Catalogue) => {
    for (const [key, text] of Object.entries(words)) known.set(key, text);
    filled.push(...templates);
  };
  const has = (english: string): boolean => known.has(keyOf(english));
  const find = (english: string): string => {
    const found = known.get(keyOf(english));
    return typeof found === 'string' ? found : withoutContext(english);
  };
  const matching = (english: string): string | null => {
    if (has(english)) return find(english);
    for (const template of filled) {
      const values = valuesIn(english, template.split(placeholder));
      if (values) return find(template).replace(/\{(\w+)\}/g, (_, name) => values.get(name) ?? '');
    }
    return null;
  };
  add(catalogue);
  return {
    add,
    find,
    findCounted(count, one, other) {
      const found = known.get(keyOf(one));
      if (typeof found !== 'object') return withoutContext(count === 1 ? one : other);
      return found[rules.select(count)] ?? found.other ?? other;
    },
    translateMessage(english) {
      if (has(english)) return find(english);
      // What is wrong with several fields comes in one line.
      const each = english.split(', ').map(matching);
      return (
        (each.includes(null) ? matching(english) : each.join(commas[tag.slice(0, 2)] ?? ', ')) ?? english
      );
    },
  };
}

/**
 * What stands in a message for the placeholders of a template, which comes as texts and names in turn; null where it is another message.
 * In one pass: a pattern with several placeholders would try every place for each.
 */
function valuesIn(message: string, [first = '', ...pieces]: string[]): Map<string, string> | null {
  if (!message.startsWith(first)) return null;
  const values = new Map<string, string>();
  let end = first.length;
  for (let place = 0; place < pieces.length; place += 2) {
    const [name = '', text = ''] = pieces.slice(place, place + 2);
    const isLast = place + 2 === pieces.length;
    const start = isLast ? message.length - text.length : message.indexOf(text, end + 1);
    if (start <= end || !message.startsWith(text, start)) return null;
    values.set(name, message.slice(end, start));
    end = start + text.length;
  }
  return end === message.length ? values : null;
}
