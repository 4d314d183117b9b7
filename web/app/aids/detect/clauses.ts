const webAddress = /(?:https?:\/\/|www\.)\S+/giu;
// Quoted text. No pattern allows its opening sign inside: each unclosed sign would otherwise scan to the end of the line, which is
// quadratic.
const quotations = [
  /^>.*$/gmu,
  /"[^"\n]*"/gu,
  /„[^„“”\n]*[“”]/gu,
  /“[^“”\n]*”/gu,
  /«[^«»\n]*»/gu,
  /「[^「」\n]*」/gu,
  /『[^『』\n]*』/gu,
];
const betweenClauses = /[.!?…,;:()[\]{}\n|/–—。！？、，；：（）؟،؛।]+/u;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Splits a message into clauses without quotations: a message often mixes both languages. */
export function clausesOf(text: string): string[] {
  const unlinked = text.replace(/\S+/gu, withoutAddress);
  const own = quotations.reduce((left, quotation) => left.replace(quotation, ' '), unlinked);
  return own
    .split(betweenClauses)
    .map((clause) => clause.trim())
    .filter((clause) => /\p{L}/u.test(clause));
}

/** Removes an email address as a whole, and a web address from its start. */
function withoutAddress(word: string): string {
  const at = word.indexOf('@', 1);
  const isEmail = at > 0 && word.lastIndexOf('.', word.length - 2) > at + 1;
  return isEmail ? ' ' : word.replace(webAddress, ' ');
}

export function wordCount(text: string): number {
  let count = 0;
  for (const { isWordLike } of words.segment(text)) if (isWordLike) count += 1;
  return count;
}
