import * as z from 'zod/mini';

export const messageValues = z.record(z.string(), z.union([z.string(), z.number()]));
export type MessageValues = z.output<typeof messageValues>;

/** A user-facing message: its English text, its catalogue key, and the values of the template. */
export interface Message {
  message: string;
  key: string;
  values?: MessageValues | undefined;
}

type Names<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type ValuesOf<T extends string> = Record<Names<T>, string | number>;

/** Fills a template; `print` formats the numbers, plain digits by default. */
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

// A schema accepts only a text. This map recovers template and values when a validation issue becomes an error.
const remembered = new Map<string, Message>();

/** The English text of a message with values, for a schema or a field of an ApiError. Values must be constants: each text is cached. */
export const says = <const T extends string>(
  key: T,
  values: ValuesOf<T>,
  print?: (value: number) => string,
): string => {
  const made = filled(key, values, print);
  remembered.set(made.message, made);
  return made.message;
};

/** The message behind a text: one created by `says`, or the text as its own key. */
export const messageOf = (text: string): Message => remembered.get(text) ?? { message: text, key: text };

/** Formats a number in English: 5,000. */
export const grouped = (value: number): string => value.toLocaleString('en-US');
