import { createFormats, type Formats } from './formats.ts';
import type { Locale, LocaleFacts, PseudoLocale } from './locales.ts';

/** Placeholder names of a text. */
export type Names<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

/** The values of a text: none, one per placeholder, or any for a text unknown at compile time. */
export type ValuesOf<T extends string, Value> = string extends T
  ? [values?: Record<string, Value>]
  : [Names<T>] extends [never]
    ? []
    : [values: Record<Names<T>, Value>];

type Plain = string | number;

/** An English message and its template; without values it is its own key. */
export interface Message {
  message: string;
  key?: string | undefined;
  values?: Record<string, Plain> | undefined;
}

export interface Words extends Formats {
  locale: Locale | PseudoLocale;
  dir: 'ltr' | 'rtl';
  /** All language codes in the reader's order, if sorted by the build. */
  languageOrder?: readonly string[];
  t<const T extends string>(english: T, ...values: ValuesOf<T, Plain>): string;
  /** The same for a counted text; `{count}` is the number. */
  counted<const T extends string>(
    count: number,
    one: string,
    other: T,
    ...values: ValuesOf<WithoutCount<T>, Plain>
  ): string;
  /** A sentence with inner elements, as a list. */
  parts<const T extends string, Node>(english: T, values: Record<Names<T>, Node>): (string | Node)[];
  countedParts<const T extends string, Node>(
    count: number,
    one: string,
    other: T,
    values: Record<Names<WithoutCount<T>>, Node>,
  ): (string | Node)[];
  /** Messages of the API or of a schema, one per line. Unknown ones stay English. */
  translate(messages: Message | readonly Message[]): string;
}

type WithoutCount<T extends string> = T extends `${infer Before}{count}${infer After}`
  ? `${Before}${WithoutCount<After>}`
  : T;

/** Source of the texts of a language, with unfilled placeholders. */
export interface Lookup {
  has(english: string): boolean;
  find(english: string): string;
  findCounted(count: number, one: string, other: string): string;
}

const placeholder = /\{(\w+)\}/;
// A trailing isolate mark would become part of the address.
const isLink = /^https?:/;

export function makeWords(
  locale: Words['locale'],
  facts: LocaleFacts,
  { has, find, findCounted }: Lookup,
  browserTag?: string,
): Words {
  const { dir } = facts;
  const formats = createFormats(facts, browserTag);
  /**
   * Text and values alternately. In a right-to-left sentence a value is isolated with its own direction: that of its first letter
   * outside isolates, or that of the language when the value is itself a sentence with isolates.
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
    // Numbers are formatted as text by now.
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
