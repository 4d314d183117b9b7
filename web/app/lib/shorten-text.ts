const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const endsPhrase = /^[\s.,;:…]+$/;

/** Truncates to a number of graphemes with an ellipsis; no letter or emoji is split. */
export function shortenText(text: string, max: number): string {
  // A grapheme has at least one code unit, so most texts need no segmenting.
  if (text.length <= max) return text;
  let kept = 0;
  // Punctuation before the cut is dropped: a full stop and the ellipsis would show four dots.
  let end = 0;
  for (const { index, segment } of segmenter.segment(text)) {
    if (kept === max) return `${text.slice(0, end)}…`;
    kept += 1;
    if (!endsPhrase.test(segment)) end = index + segment.length;
  }
  return text;
}
