import type { LocaleNames } from './locale-names.ts';
import type { LocaleFacts } from './locales.ts';
import { withoutContext } from './word.ts';
import type { Lookup, Words } from './words.ts';

/** Plural forms of a text; missing ones fall back to `other`. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>>;

export interface Catalogue {
  /** By English text or its short key; a counted text by its singular, one with a context by the result of `word`. */
  words: Record<string, string | Forms>;
}

/** The first words file of a page, by short keys; lazily loaded parts have a second file, a plain catalogue. */
export interface WordsFile extends Catalogue {
  locale: Words['locale'];
  facts: LocaleFacts;
  names: LocaleNames;
}

interface GrowingLookup extends Lookup {
  add(catalogue: Catalogue): void;
}

/** Looks texts up by `keyOf`. Missing ones stay English. */
export function lookUpIn(
  catalogue: Catalogue,
  tag: string,
  keyOf = (english: string) => english,
): GrowingLookup {
  const known = new Map<string, string | Forms>();
  const rules = new Intl.PluralRules(tag);
  const add = ({ words }: Catalogue) => {
    for (const [key, text] of Object.entries(words)) known.set(key, text);
  };
  add(catalogue);
  return {
    add,
    has: (english) => known.has(keyOf(english)),
    find(english) {
      const found = known.get(keyOf(english));
      return typeof found === 'string' ? found : withoutContext(english);
    },
    findCounted(count, one, other) {
      const found = known.get(keyOf(one));
      if (typeof found !== 'object') return withoutContext(count === 1 ? one : other);
      return found[rules.select(count)] ?? found.other ?? other;
    },
  };
}
