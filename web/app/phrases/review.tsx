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
import { PendingReviews } from './pending-reviews';
import { dueQuery } from './phrases-queries';
import { ReviewCard } from './review-card';
import { reviewOutbox } from './review-outbox';
import { answerPhrase, beginReviewSession, currentPhrase, type ReviewSession } from './review-session';
import { ReviewSummary } from './review-summary';

/** Review session: one due phrase after the other. */
export default function Review() {
  const { runtime, user } = useSignedIn();
  const { data, isError, isFetching, refetch } = useQuery(dueQuery(runtime.calls, user.userId));
  const outbox = reviewOutbox(user.userId, runtime.calls);
  const [reviewSession, setReviewSession] = useState<ReviewSession | null>(null);
  const [round, setRound] = useState(0);
  // Fetched anew for each session, after queued reviews are sent.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a review session begins once
  useEffect(() => {
    void outbox.flush().then(async () => {
      const { data: due } = await refetch();
      setReviewSession(due ? beginReviewSession(due) : null);
    });
  }, [round]);

  const phrase = reviewSession && currentPhrase(reviewSession);
  const answer = (rating: PhraseRating) => {
    if (!reviewSession || !phrase) return;
    outbox.add({
      reviewId: crypto.randomUUID(),
      phraseId: phrase.phraseId,
      rating,
      reviewedAt: new Date(),
    });
    setReviewSession(answerPhrase(reviewSession, rating));
  };

  return (
    <div className="mx-auto grid w-full max-w-reading gap-6">
      <header className="flex items-center justify-between gap-4">
        <h1 className="text-2xl">{t(word('Review', 'of phrases'))}</h1>
        <Link to="/phrases" className="flex min-h-11 items-center underline underline-offset-2">
          {t('Back to your phrases')}
        </Link>
      </header>
      <PendingReviews />
      {!reviewSession && isError && !isFetching && (
        <Banner tone="danger" action={<Button onClick={() => setRound(round + 1)}>{t('Try again')}</Button>}>
          {t('What is due could not be loaded. Nothing was lost.')}
        </Banner>
      )}
      {!reviewSession && (!isError || isFetching) && data === undefined && (
        <Spinner label={t('Loading what is due...')} />
      )}
      {reviewSession && phrase && (
        <ReviewCard
          // A repeated phrase remounts with its front side, also if it is the only one left.
          key={`${phrase.phraseId} ${reviewSession.answers}`}
          phrase={phrase}
          place={reviewSession.total - reviewSession.waiting.length + 1}
          total={reviewSession.total}
          onAnswer={answer}
        />
      )}
      {reviewSession && !phrase && (
        <ReviewSummary
          reviewSession={reviewSession}
          onContinue={() => {
            setReviewSession(null);
            setRound(round + 1);
          }}
        />
      )}
    </div>
  );
}
