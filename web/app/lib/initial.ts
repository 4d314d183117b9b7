import { spoken } from '@parlance/words/current';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** First grapheme of a name in any script: accents and joined emoji stay whole. */
export function initialOf(name: string): string {
  const [first] = segmenter.segment(name.trim());
  return first?.segment.toLocaleUpperCase(spoken().locale) ?? '';
}
