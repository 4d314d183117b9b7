const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first letter of a name as a reader sees it, in any script: an accent or a joined emoji is not cut off. */
export function initialOf(name: string): string {
  const [first] = segmenter.segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? '';
}
