import { createFormats, type Formats } from './formats.ts';
import type { Locale, LocaleFacts, PseudoLocale } from './locales.ts';

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

/** English as it came, and the text that has placeholders where it has values: without values it is its own key. */
export interface Message {
  message: string;
  key?: string | undefined;
  values?: Record<string, Plain> | undefined;
}

/** The language of one reader. */
export interface Words extends Formats {
  locale: Locale | PseudoLocale;
  dir: 'ltr' | 'rtl';
  /** The codes of all languages in the reader's order, where the build has sorted them. */
  languageOrder?: readonly string[];
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
  /** Messages of the API or of a schema, one a line. One that the catalogue has not stays English. */
  translate(messages: Message | readonly Message[]): string;
}

type WithoutCount<T extends string> = T extends `${infer Before}{count}${infer After}`
  ? `${Before}${WithoutCount<After>}`
  : T;

/** Where the texts of a language come from, their placeholders still empty. */
export interface Lookup {
  has(english: string): boolean;
  find(english: string): string;
  findCounted(count: number, one: string, other: string): string;
}

const placeholder = /\{(\w+)\}/;
// A mark at its end would become a part of the address.
const isLink = /^https?:/;

/** The words of one language. */
export function makeWords(
  locale: Words['locale'],
  facts: LocaleFacts,
  { has, find, findCounted }: Lookup,
  browserTag?: string,
): Words {
  const { dir } = facts;
  const formats = createFormats(facts, browserTag);
  /**
   * Text and values in turn. In a sentence from right to left a value keeps its own direction to itself: that of its first
   * letter outside such marks, or that of the language when it is a sentence with marks itself.
   */
  const fill = <Node>(text: string, values: Record<string, Node> = {}): (string | Node)[] =>
    text.split(placeholder).flatMap((piece, place) => {
      if (place % 2 === 0) return piece || [];
      if (!Object.hasOwn(values, piece)) return `{${piece}}`;
      const value = values[piece] as Node;
      if (typeof value === 'number') return formats.number(value);
      const isIsolated = typeof value === 'string' && dir === 'rtl' && !isLink.test(value);
      return [isIsolated ? `${value.includes('\u2068') ? '\u2067' : '\u2068'}${value}\u2069` : value];
    });
  const parts: Words['parts'] = (english, values) => fill(find(english), values);
  const countedParts = <Node>(count: number, one: string, other: string, values?: Record<string, Node>) =>
    // A number is text by now.
    fill<Node | number>(findCounted(count, one, other), { ...values, count }) as (string | Node)[];
  const translateOne = ({ message, key = message, values }: Message) =>
    has(key) ? fill(find(key), values).join('') : message;

  return {
    ...formats,
    locale,
    dir,
    t: (english, ...[values]) => fill(find(english), values).join(''),
    counted: (count, one, other, ...[values]) => countedParts(count, one, other, values).join(''),
    parts,
    countedParts,
    translate: (messages) => [messages].flat().map(translateOne).join('\n'),
  };
}
