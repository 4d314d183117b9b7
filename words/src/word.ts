// The sign between context and text that gettext itself uses.
const contextEnd = '\u0004';

type Marked<T extends string, C extends string> = [C] extends [never] ? T : `${C}${typeof contextEnd}${T}`;

/**
 * Marks English that is translated where it is shown, not where it stands: a table of words, a message of an error. With a
 * context it is an entry of its own, for a word that other languages say in two ways ("Read": the command, or the state).
 */
export function word<const T extends string, const C extends string = never>(
  english: T,
  context?: C,
): Marked<T, C> {
  return (context === undefined ? english : context + contextEnd + english) as Marked<T, C>;
}

/** The text of what `word` gave, without its context. */
export function withoutContext(text: string): string {
  return text.slice(text.indexOf(contextEnd) + 1);
}
