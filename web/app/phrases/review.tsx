import type { PhraseRating } from '@parlance/contract/phrases';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Spinner } from '#ui/spinner';
import { dueQuery } from './phrases-queries';
import { ReviewCard } from './review-card';
import { reviewOutbox } from './review-outbox';
import { ReviewSummary } from './review-summary';
import { answerPhrase, beginSitting, currentPhrase, type Sitting } from './sitting';
import { WaitingReviews } from './waiting-reviews';

/** Review session: one due phrase after the other. */
export default function Review() {
  const { runtime, user } = useSignedIn();
  const { data, isError, isFetching, refetch } = useQuery(dueQuery(runtime.calls, user.userId));
  const outbox = reviewOutbox(user.userId, runtime.calls);
  const [sitting, setSitting] = useState<Sitting | null>(null);
  const [round, setRound] = useState(0);
  // Fetched anew for each session, after queued reviews are sent.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a sitting begins once
  useEffect(() => {
    void outbox.flush().then(async () => {
      const { data: due } = await refetch();
      setSitting(due ? beginSitting(due) : null);
    });
  }, [round]);

  const phrase = sitting && currentPhrase(sitting);
  const answer = (rating: PhraseRating) => {
    if (!sitting || !phrase) return;
    outbox.add({
      reviewId: crypto.randomUUID(),
      phraseId: phrase.phraseId,
      rating,
      reviewedAt: new Date(),
    });
    setSitting(answerPhrase(sitting, rating));
  };

  return (
    <div className="mx-auto grid w-full max-w-reading gap-6">
      <header className="flex items-center justify-between gap-4">
        <h1 className="text-2xl">{t(word('Review', 'of phrases'))}</h1>
        <Link to="/phrases" className="flex min-h-11 items-center underline underline-offset-2">
          {t('Back to your phrases')}
        </Link>
      </header>
      <WaitingReviews />
      {!sitting && isError && !isFetching && (
        <Banner tone="danger" action={<Button onClick={() => setRound(round + 1)}>{t('Try again')}</Button>}>
          {t('What is due could not be loaded. Nothing was lost.')}
        </Banner>
      )}
      {!sitting && (!isError || isFetching) && data === undefined && (
        <Spinner label={t('Loading what is due...')} />
      )}
      {sitting && phrase && (
        <ReviewCard
          // A repeated phrase remounts with its front side, also if it is the only one left.
          key={`${phrase.phraseId} ${sitting.answers}`}
          phrase={phrase}
          place={sitting.total - sitting.waiting.length + 1}
          total={sitting.total}
          onAnswer={answer}
        />
      )}
      {sitting && !phrase && (
        <ReviewSummary
          sitting={sitting}
          onContinue={() => {
            setSitting(null);
            setRound(round + 1);
          }}
        />
      )}
    </div>
  );
}
