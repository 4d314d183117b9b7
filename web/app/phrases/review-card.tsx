import { type Phrase, type PhraseRating, phraseRatings } from '@parlance/contract/phrases';
import { spoken, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { languageTitle } from '#languages/language-name';
import { classNames } from '#lib/class-names';
import { isComposingKey } from '#lib/composing-key';
import { Button } from '#ui/button';
import { PhraseSource } from './phrase-source';
import { SpeakButton } from './speak-button';
import { useSwipe } from './use-swipe';

const ratingNames: Record<PhraseRating, string> = {
  again: word('Again', 'how well a phrase was remembered'),
  hard: word('Hard', 'how well a phrase was remembered'),
  good: word('Good', 'how well a phrase was remembered'),
  easy: word('Easy', 'how well a phrase was remembered'),
};

export interface ReviewCardProps {
  phrase: Phrase;
  place: number;
  total: number;
  onAnswer: (rating: PhraseRating) => void;
}

/** Flashcard: the phrase first, then meaning, context and source. By press, key or swipe. */
export function ReviewCard({ phrase, place, total, onAnswer }: ReviewCardProps) {
  const [isShown, setShown] = useState(false);
  const { text, languageCode } = phrase;
  const phraseId = useId();
  const card = useRef<HTMLDivElement>(null);
  const start = useRef<HTMLButtonElement>(null);
  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    (isShown ? answer.current : start.current)?.focus({ preventScroll: true });
  }, [isShown]);
  useReviewKeys(card, (key, isHere) => {
    // Digits count only with focus on the card, since speech input can produce them elsewhere.
    const rated = isHere ? phraseRatings[Number(key) - 1] : undefined;
    const rating = rated ?? (key === ' ' || key === 'Enter' ? 'good' : null);
    if (isShown && rating) onAnswer(rating);
    else if (!isShown && (key === ' ' || key === 'Enter')) setShown(true);
    else return false;
    return true;
  });
  const swipe = useSwipe({ isOn: isShown, onBack: () => onAnswer('again'), onForth: () => onAnswer('good') });
  const number = (value: number) => spoken().number(value);

  return (
    <div ref={card} tabIndex={-1} className="grid gap-4">
      <p className="text-ink-soft tabular-nums">
        {t('{place} of {total}', { place: number(place), total: number(total) })}
      </p>
      <article
        {...swipe.handlers}
        style={swipe.style}
        className="grid min-h-72 touch-pan-y content-between gap-6 rounded-xl border border-line bg-surface p-5 sm:p-8"
      >
        <div className="grid gap-3">
          <p className="flex min-h-11 items-center justify-between text-sm text-ink-faint">
            {languageTitle(languageCode)}
            <SpeakButton text={text} languageCode={languageCode} />
          </p>
          <p
            id={phraseId}
            dir="auto"
            lang={languageCode}
            className={classNames(
              'leading-snug font-medium [overflow-wrap:anywhere] whitespace-pre-line',
              text.length > 80 ? 'text-xl' : 'text-3xl',
            )}
          >
            {text}
          </p>
        </div>
        {isShown ? (
          <Answer phrase={phrase} place={answer} />
        ) : (
          <Button
            ref={start}
            variant="primary"
            size="lg"
            aria-describedby={phraseId}
            onClick={() => setShown(true)}
          >
            {t('Show the meaning')}
          </Button>
        )}
      </article>
      {isShown && (
        <>
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {phraseRatings.map((rating, index) => (
              <Button
                key={rating}
                variant={rating === 'good' ? 'primary' : 'secondary'}
                aria-keyshortcuts={String(index + 1)}
                onClick={() => onAnswer(rating)}
              >
                {t(ratingNames[rating])}
                <span aria-hidden="true" className="text-sm opacity-70 pointer-coarse:hidden">
                  {index + 1}
                </span>
              </Button>
            ))}
          </div>
          <p className="hidden text-sm text-ink-soft pointer-coarse:block">
            {t('Or swipe the card: forward for “Good”, back for “Again”.')}
          </p>
        </>
      )}
    </div>
  );
}

function Answer({ phrase, place }: { phrase: Phrase; place: RefObject<HTMLDivElement | null> }) {
  const { meaning, context, languageCode, partnerUserId } = phrase;
  return (
    <div
      ref={place}
      tabIndex={-1}
      className="grid gap-3 border-t border-line pt-5 outline-none [overflow-wrap:anywhere]"
    >
      <p dir="auto" className={classNames('text-xl whitespace-pre-line', meaning === '' && 'text-ink-faint')}>
        {meaning === '' ? t('No meaning was written down.') : meaning}
      </p>
      {context !== '' && (
        <p dir="auto" lang={languageCode} className="text-ink-soft whitespace-pre-line">
          {context}
        </p>
      )}
      {partnerUserId !== null && (
        <p className="text-sm text-ink-faint">
          <PhraseSource userId={partnerUserId} />
        </p>
      )}
    </div>
  );
}

/** Handles keys of the whole page, except in fields and on links or buttons. */
function useReviewKeys(
  card: RefObject<HTMLElement | null>,
  onKey: (key: string, isHere: boolean) => boolean,
): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isComposingKey(event) || event.repeat) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('input, textarea, select, [role="dialog"]')) return;
    if (target?.closest('button, a') && (event.key === ' ' || event.key === 'Enter')) return;
    if (onKey(event.key, card.current?.contains(target) ?? false)) event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}
