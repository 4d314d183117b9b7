import { diffArrays } from 'diff';

/** A piece of a text and its correction: in both, only in the first, or only in the second. */
export interface DifferencePiece {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

// More edits take too long to compute, and a diff with so many would be unreadable.
const editsMax = 400;
// Scripts without spaces, or with attached endings: only the difference within a word is shown.
const isTrimmable = (text: string): boolean =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Punctuation}ー]+$/u.test(text);

const wordSegmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const graphemeSegmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const graphemesOf = (text: string): string[] =>
  Array.from(graphemeSegmenter.segment(text), ({ segment }) => segment);

/** Words, spaces and punctuation, merged so that no segment splits a grapheme. */
function wordsOf(text: string): string[] {
  const starts = new Set(Array.from(graphemeSegmenter.segment(text), ({ index }) => index));
  const words: string[] = [];
  for (const { segment, index } of wordSegmenter.segment(text)) {
    if (starts.has(index)) words.push(segment);
    else words.push((words.pop() ?? '') + segment);
  }
  return words;
}

/** Word-level difference of both texts in composed form. */
export function differenceOf(original: string, corrected: string): DifferencePiece[] {
  const [before, after] = [original.normalize('NFC'), corrected.normalize('NFC')];
  const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: editsMax });
  if (!changes) return replaced(before, after);
  const pieces: DifferencePiece[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    pieces.push(
      ...(isTrimmable(removed) && isTrimmable(added) ? trimmed(removed, added) : replaced(removed, added)),
    );
    removed = '';
    added = '';
  };
  for (const change of changes) {
    const text = change.value.join('');
    if (change.removed) removed += text;
    else if (change.added) added += text;
    else {
      flush();
      pieces.push({ kind: 'same', text });
    }
  }
  flush();
  return pieces.filter(({ text }) => text !== '');
}

const replaced = (removed: string, added: string): DifferencePiece[] => [
  { kind: 'removed', text: removed },
  { kind: 'added', text: added },
];

/** Strips the common prefix and suffix of two words. */
function trimmed(removed: string, added: string): DifferencePiece[] {
  const [from, to] = [graphemesOf(removed), graphemesOf(added)];
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < shorter - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  const middle = (graphemes: string[]) => graphemes.slice(start, graphemes.length - end).join('');
  return [
    { kind: 'same', text: from.slice(0, start).join('') },
    ...replaced(middle(from), middle(to)),
    { kind: 'same', text: from.slice(from.length - end).join('') },
  ];
}

/** Whether a correction changes nothing, which confirms the original. */
export const isUnchanged = (original: string, corrected: string): boolean =>
  original.trim().normalize('NFC') === corrected.trim().normalize('NFC');
