import { phraseMaxLength } from '@parlance/contract/phrases';

/** A segment of a message: a word, or what is between words. */
export interface WordPiece {
  text: string;
  start: number;
  isWord: boolean;
}

/** Splits a text into words, in any script. */
export function wordsOf(text: string, language: string): WordPiece[] {
  const pieces = new Intl.Segmenter(language, { granularity: 'word' }).segment(text);
  return [...pieces].map(({ segment, index, isWordLike }) => ({
    text: segment,
    start: index,
    isWord: isWordLike ?? false,
  }));
}

/** Sentence around a part of a text; empty if the part is the whole text. */
export function sentenceAround(text: string, part: string, language: string): string {
  const start = text.indexOf(part);
  if (start < 0 || part.trim() === text.trim()) return '';
  const end = start + part.length;
  const sentences = [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)];
  const around = sentences
    .filter(({ index, segment }) => index < end && index + segment.length > start)
    .map(({ segment }) => segment)
    .join('')
    .trim();
  return cut(around === part.trim() ? text.trim() : around, phraseMaxLength.context);
}

/** As much of a message as fits: all of it, its first sentence, or a prefix of that. */
export function startOf(text: string, language: string): string {
  const whole = text.trim();
  if ([...whole].length <= phraseMaxLength.text) return whole;
  const [first] = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(whole);
  return cut((first?.segment ?? whole).trim(), phraseMaxLength.text);
}

const cut = (text: string, max: number): string => [...text].slice(0, max).join('');
