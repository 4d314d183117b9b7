import type { LanguageCode } from '@parlance/contract/languages';
import { spoken, t } from '@parlance/words/current';
import { useMemo, useState } from 'react';
import { classNames } from '#lib/class-names';
import { wordsOf } from './phrase-words';

/** Limit of word buttons; longer messages are edited as text. */
const wordsMax = 60;

export interface WordChoiceProps {
  content: string;
  languageCode: LanguageCode | null;
  text: string;
  onChoose: (text: string) => void;
}

/** Word buttons of a message: one press keeps a word, a second one extends to a range. */
export function WordChoice({ content, languageCode, text, onChoose }: WordChoiceProps) {
  const pieces = useMemo(() => wordsOf(content, languageCode ?? spoken().locale), [content, languageCode]);
  const [first, setFirst] = useState<number | null>(null);
  const words = pieces.filter(({ isWord }) => isWord);
  if (words.length < 2 || words.length > wordsMax) return null;
  const start = content.indexOf(text);
  const isKept = (at: number, length: number) =>
    start >= 0 && at >= start && at + length <= start + text.length;

  const press = (at: number, length: number) => {
    if (first === null) {
      setFirst(at);
      onChoose(content.slice(at, at + length));
      return;
    }
    const begin = pieces.find((piece) => piece.start === first);
    const from = Math.min(first, at);
    const to = Math.max(first + (begin?.text.length ?? 0), at + length);
    setFirst(null);
    onChoose(content.slice(from, to));
  };

  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm text-ink-soft">
        {t('Press a word to save only that one, then another to save everything between the two.')}
      </legend>
      <div
        dir="auto"
        lang={languageCode ?? undefined}
        className="flex max-h-40 flex-wrap gap-1 overflow-y-auto"
      >
        {words.map((piece) => {
          const kept = isKept(piece.start, piece.text.length);
          return (
            <button
              key={piece.start}
              type="button"
              aria-pressed={kept}
              onClick={() => press(piece.start, piece.text.length)}
              className={classNames(
                'min-h-11 min-w-8 rounded-md border px-2 leading-snug',
                kept ? 'border-ink bg-sunken font-medium' : 'border-line text-ink-soft',
              )}
            >
              {piece.text}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}
