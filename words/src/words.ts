import { createFormats, type Formats } from './formats.ts';
import { factsOf, type Locale, type PseudoLocale } from './locales.ts';
import { withoutContext } from './word.ts';

/** The forms of a counted text. What a language has no form for is said by `other`. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>>;

/** What a language says instead of the English. */
export interface Catalogue {
  /** By English text; a counted one by its singular, one with a context by what `word` gives. */
  words: Record<string, string | Forms>;
  /** The English texts among them with placeholders that arrive filled in: messages of the API and of schemas. */
  templates: string[];
}

/** The names in braces of a text. */
export type Names<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

/** What has to be given for a text: nothing, a value for each placeholder, or whatever where the text is not known. */
export type ValuesOf<T extends string, Value> = string extends T
  ? [values?: Record<string, Value>]
  : [Names<T>] extends [never]
    ? []
    : [values: Record<Names<T>, Value>];

type Plain = string | number;

/** The language of one reader. */
export interface Words extends Formats {
  locale: Locale | PseudoLocale;
  dir: 'ltr' | 'rtl';
  /** What stands here, in the reader's language. */
  t<const T extends string>(english: T, ...values: ValuesOf<T, Plain>): string;
  /** The same for a number of things; `{count}` is the number. */
  counted<const T extends string>(
    count: number,
    one: string,
    other: T,
    ...values: ValuesOf<WithoutCount<T>, Plain>
  ): string;
  /** A sentence with elements inside it, as a list. */
  parts<const T extends string, Node>(english: T, values: Record<Names<T>, Node>): (string | Node)[];
  countedParts<const T extends string, Node>(
    count: number,
    one: string,
    other: T,
    values: Record<Names<WithoutCount<T>>, Node>,
  ): (string | Node)[];
  /** A message that came in English, with its values filled in: from the API, or from a schema of the contract. */
  translateMessage(english: string): string;
}

type WithoutCount<T extends string> = T extends `${infer Before}{count}${infer After}`
  ? `${Before}${WithoutCount<After>}`
  : T;

const nothing: Catalogue = { words: {}, templates: [] };
const placeholder = /\{(\w+)\}/;
// A mark at its end would become a part of the address.
const isLink = /^https?:/;

/** The words of one language. English needs no catalogue. */
export function createWords(locale: Locale | PseudoLocale, catalogue = nothing): Words {
  const { dir, tag } = factsOf(locale);
  const formats = createFormats(locale);
  const rules = new Intl.PluralRules(tag);
  const known = new Map(Object.entries(catalogue.words));
  let patterns: { english: string; names: string[]; pattern: RegExp }[] | null = null;

  const find = (english: string): string => {
    const found = known.get(english);
    return typeof found === 'string' ? found : withoutContext(english);
  };
  const findCounted = (count: number, one: string, other: string): string => {
    const found = known.get(one);
    if (typeof found === 'object') return found[rules.select(count)] ?? found.other ?? other;
    return withoutContext(count === 1 ? one : other);
  };
  /** Text and values in turn. In a sentence from right to left a value keeps its own direction to itself. */
  const fill = <Node>(text: string, values: Record<string, Node> = {}): (string | Node)[] =>
    text.split(placeholder).map((piece, place) => {
      if (place % 2 === 0) return piece;
      const value = Object.hasOwn(values, piece) ? values[piece] : undefined;
      if (value === undefined) return `{${piece}}`;
      if (typeof value === 'number') return formats.number(value);
      return typeof value === 'string' && dir === 'rtl' && !isLink.test(value)
        ? `\u2068${value}\u2069`
        : value;
    });
  const matching = (english: string): string | null => {
    if (known.has(english)) return find(english);
    patterns ??= catalogue.templates.map(toPattern);
    for (const { english: template, names, pattern } of patterns) {
      const found = pattern.exec(english);
      if (!found) continue;
      const values = Object.fromEntries(names.map((name, place) => [name, found[place + 1] ?? '']));
      return fill(find(template), values).join('');
    }
    return null;
  };

  return {
    ...formats,
    locale,
    dir,
    t: (english, ...[values]) => fill(find(english), values).join(''),
    counted: (count, one, other, ...[values]) =>
      fill(findCounted(count, one, other), { ...values, count }).join(''),
    parts: (english, values) => fill(find(english), values).filter((part) => part !== ''),
    countedParts<Node>(count: number, one: string, other: string, values: Record<string, Node>) {
      const text = findCounted(count, one, other).replaceAll('{count}', formats.number(count));
      return fill(text, values).filter((part) => part !== '');
    },
    translateMessage(english) {
      if (known.has(english)) return find(english);
      // What is wrong with several fields comes in one line.
      const each = english.split(', ').map(matching);
      return (each.includes(null) ? matching(english) : each.join(', ')) ?? english;
    },
  };
}

function toPattern(english: string) {
  const pieces = english.split(placeholder);
  const source = pieces.map((piece, place) => (place % 2 === 0 ? escapeSigns(piece) : '(.+)')).join('');
  return { english, names: pieces.filter((_, place) => place % 2 === 1), pattern: new RegExp(`^${source}$`) };
}

const escapeSigns = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
