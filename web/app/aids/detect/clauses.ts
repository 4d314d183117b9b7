const webAddress = /(?:https?:\/\/|www\.)\S+/giu;
// Words of somebody else, or words that are talked about. No sign stands in a quotation that it opens: else each one that is
// never closed would be read to the end of the line.
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

/** What somebody says in their own words, clause by clause: a message often holds both languages. */
export function clausesOf(text: string): string[] {
  const unlinked = text.replace(/\S+/gu, withoutAddress);
  const own = quotations.reduce((left, quotation) => left.replace(quotation, ' '), unlinked);
  return own
    .split(betweenClauses)
    .map((clause) => clause.trim())
    .filter((clause) => /\p{L}/u.test(clause));
}

/** A word that is an email address goes as a whole, a web address from its beginning. */
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
