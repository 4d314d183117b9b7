import { spoken, t } from '@parlance/words/current';
import { useMemo } from 'react';
import { classNames } from '#lib/class-names';
import { type DifferencePiece, differenceOf } from './difference';

export interface DifferenceWordsProps {
  original: string;
  corrected: string;
  /** The language of both, if known. */
  lang?: string | undefined;
}

/** A text with its correction: removed parts struck through, added parts underlined. */
export function DifferenceWords({ original, corrected, lang }: DifferenceWordsProps) {
  const pieces = useMemo(() => {
    let position = 0;
    return differenceOf(original, corrected).map((piece, place, all) => {
      const key = position;
      position += piece.text.length;
      return { piece, key, replaces: all[place - 1]?.kind === 'removed' };
    });
  }, [original, corrected]);
  return (
    <p dir="auto" lang={lang} className="leading-normal [overflow-wrap:anywhere] whitespace-pre-wrap">
      {pieces.map(({ piece, key, replaces }) => (
        <Piece key={key} piece={piece} replaces={replaces} />
      ))}
    </p>
  );
}

/** One piece of the difference. A replacement gets a gap before it, like a new word. */
function Piece({ piece: { kind, text }, replaces }: { piece: DifferencePiece; replaces: boolean }) {
  if (kind === 'same') return text;
  // A space alone would show no strike-through, so it gets a visible sign.
  const shown = text.trim() === '' ? text.replaceAll(/\S|\s/gu, '\u2423') : text;
  if (kind === 'removed')
    return (
      <del className="text-danger decoration-2">
        <span aria-hidden="true">{shown}</span>
        {/* words: read aloud in the middle of a sentence that was corrected */}
        <Said>{t('(removed: {text})', { text: spokenOf(text) })}</Said>
      </del>
    );
  return (
    <ins
      className={classNames(
        'font-semibold text-positive decoration-2 underline-offset-3',
        replaces && 'ms-0.5',
      )}
    >
      <span aria-hidden="true">{shown}</span>
      {/* words: read aloud in the middle of a sentence that was corrected */}
      <Said>{t('(added: {text})', { text: spokenOf(text) })}</Said>
    </ins>
  );
}

/** Text for screen readers only, in the language of the page. */
function Said({ children }: { children: string }) {
  return (
    <span lang={spoken().locale} className="sr-only select-none">
      {children}
    </span>
  );
}

// Screen readers skip punctuation and spaces, which often are the correction.
const spokenOf = (text: string): string => {
  const trimmed = text.trim();
  // words: a space between two words that a correction adds or removes
  return trimmed === '' ? t('a space') : trimmed;
};
