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
}

/** What a page in another language fetches, by short keys; what is loaded on use has a second file, a mere catalogue. */
export interface WordsFile extends Catalogue {
  locale: Words['locale'];
  facts: LocaleFacts;
  names: LocaleNames;
}

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
