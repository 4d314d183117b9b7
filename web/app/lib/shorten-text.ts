const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first characters as a reader counts them, with an ellipsis when something was cut; no letter or emoji is split. */
export function shortenText(text: string, max: number): string {
  // No character is shorter than one code unit, so most texts need no segmenting.
  if (text.length <= max) return text;
  let kept = 0;
  for (const { index } of segmenter.segment(text)) {
    if (kept === max) return `${text.slice(0, index).trimEnd()}…`;
    kept += 1;
  }
  return text;
}
