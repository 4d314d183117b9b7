// gettext's separator between context and text.
const contextEnd = '\u0004';

type Marked<T extends string, C extends string> = [C] extends [never] ? T : `${C}${typeof contextEnd}${T}`;

/**
 * Marks English that is translated at render time, such as a table of words or an error message. With a context it is a separate
 * entry, for a word with two translations ("Read": the command, or the state).
 */
export function word<const T extends string, const C extends string = never>(
  english: T,
  context?: C,
): Marked<T, C> {
  return (context === undefined ? english : context + contextEnd + english) as Marked<T, C>;
}

/** The text of a `word` without its context. */
export function withoutContext(text: string): string {
  return text.slice(text.indexOf(contextEnd) + 1);
}
