const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** First grapheme of a name in any script: accents and joined emoji stay whole. Not by locale: a Turkish browser would turn i into İ. */
export function initialOf(name: string): string {
  const [first] = segmenter.segment(name.trim());
  return first?.segment.toUpperCase() ?? '';
}
