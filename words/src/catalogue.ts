import type { LocaleFacts } from './locales.ts';
import { withoutContext } from './word.ts';
import type { Fill, Lookup, Words } from './words.ts';

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
}

const placeholder = /\{(\w+)\}/;
// A number of few digits is one that is counted; a longer one may be a code.
const isCount = /^\d{1,5}$/;

/** The most pieces between commas of one message: `Must be 15, 30, 45 or 60 minutes` has three. It keeps the search linear. */
const piecesMax = 4;

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
  const matching = (english: string, fill: Fill): string | null => {
    if (has(english)) return find(english);
    for (const template of filled) {
      const values = valuesIn(english, template.split(placeholder));
      if (values) return fill(find(template), values);
    }
    return null;
  };
  /** A message for each field; a comma inside one belongs to it. The shortest that is known comes first, because a value may end a text. */
  const matchingEach = (english: string, fill: Fill): string[] | null => {
    const pieces = english.split(', ');
    const found: string[] = [];
    for (let start = 0, end = 1; start < pieces.length; end++) {
      const text = matching(pieces.slice(start, end).join(', '), fill);
      if (text !== null) {
        found.push(text);
        start = end;
      } else if (end === pieces.length || end - start === piecesMax) return null;
    }
    return found;
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
    translateMessage(english, fill) {
      if (has(english)) return find(english);
      // What is wrong with several fields comes in one line.
      const each = matchingEach(english, fill)?.join(commas[tag.slice(0, 2)] ?? ', ');
      return each ?? matching(english, fill) ?? english;
    },
  };
}

/**
 * What stands in a message for the placeholders of a template, which comes as texts and names in turn; null where it is another message.
 * In one pass: a pattern with several placeholders would try every place for each.
 */
function valuesIn(
  message: string,
  [first = '', ...pieces]: string[],
): Record<string, string | number> | null {
  if (!message.startsWith(first)) return null;
  const values: Record<string, string | number> = {};
  let end = first.length;
  for (let place = 0; place < pieces.length; place += 2) {
    const [name = '', text = ''] = pieces.slice(place, place + 2);
    const isLast = place + 2 === pieces.length;
    const start = isLast ? message.length - text.length : message.indexOf(text, end + 1);
    if (start <= end || !message.startsWith(text, start)) return null;
    const value = message.slice(end, start);
    values[name] = isCount.test(value) ? Number(value) : value;
    end = start + text.length;
  }
  return end === message.length ? values : null;
}
