const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const endsPhrase = /^[\s.,;:…]+$/;

/** The first characters as a reader counts them, with an ellipsis when something was cut; no letter or emoji is split. */
export function shortenText(text: string, max: number): string {
  // No character is shorter than one code unit, so most texts need no segmenting.
  if (text.length <= max) return text;
  let kept = 0;
  // A sentence that happens to end at the cut would show four dots.
  let end = 0;
  for (const { index, segment } of segmenter.segment(text)) {
    if (kept === max) return `${text.slice(0, end)}…`;
    kept += 1;
    if (!endsPhrase.test(segment)) end = index + segment.length;
  }
  return text;
}
