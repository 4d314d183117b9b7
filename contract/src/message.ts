import * as z from 'zod/mini';

/** What fills the placeholders of a message. */
export const messageValues = z.record(z.string(), z.union([z.string(), z.number()]));
export type MessageValues = z.output<typeof messageValues>;

/** A message for people: its English text, the template that catalogues have it by, and what fills the template. */
export interface Message {
  message: string;
  key: string;
  values?: MessageValues | undefined;
}

type Names<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type ValuesOf<T extends string> = Record<Names<T>, string | number>;

/** A template with its values in place; `print` writes the numbers, plain digits where nothing else is given. */
export const fill = (
  template: string,
  values: MessageValues,
  print: (value: number) => string = String,
): string =>
  template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name] ?? placeholder;
    return typeof value === 'number' ? print(value) : value;
  });

/** A message with values, for the details of an ApiError. */
export const filled = <const T extends string>(
  key: T,
  values: ValuesOf<T>,
  print?: (value: number) => string,
): Message => ({ message: fill(key, values, print), key, values });

// A schema takes text alone. What the text was made of is looked up where its complaint becomes an error.
const remembered = new Map<string, Message>();

/**
 * The English text of a message with values, for a schema or a field of an ApiError. Only for values that are constants: each text is
 * remembered.
 */
export const says = <const T extends string>(
  key: T,
  values: ValuesOf<T>,
  print?: (value: number) => string,
): string => {
  const made = filled(key, values, print);
  remembered.set(made.message, made);
  return made.message;
};

/** The message that a text is: one that `says` has made, or its own key. */
export const messageOf = (text: string): Message => remembered.get(text) ?? { message: text, key: text };

/** Prints a number as English sentences have it: 5,000. */
export const grouped = (value: number): string => value.toLocaleString('en-US');
