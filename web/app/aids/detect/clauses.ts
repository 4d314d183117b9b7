const address = /(?:https?:\/\/|www\.)\S+|\S+@\S+\.\S+/giu;
// Words of somebody else, or words that are talked about.
const quotation = /"[^"\n]*"|“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»|「[^」\n]*」|『[^』\n]*』|^>.*$/gmu;
const betweenClauses = /[.!?…,;:()[\]{}\n|/–—。！？、，；：（）؟،؛।]+/u;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** What somebody says in their own words, clause by clause: a message often holds both languages. */
export function clausesOf(text: string): string[] {
  const own = text.replace(address, ' ').replace(quotation, ' ');
  return own
    .split(betweenClauses)
    .map((clause) => clause.trim())
    .filter((clause) => /\p{L}/u.test(clause));
}

export function wordCount(text: string): number {
  let count = 0;
  for (const { isWordLike } of words.segment(text)) if (isWordLike) count += 1;
  return count;
}
