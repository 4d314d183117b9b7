import { counted, t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSignedIn } from '#session/signed-in';
import { Button } from '#ui/button';
import { LinkButton } from '#ui/link-button';
import { dueCountQuery } from './phrases-queries';
import { type ReviewSession, reviewResult } from './review-session';

/** Result of a review session, without a score. */
export function ReviewSummary({
  reviewSession,
  onContinue,
}: {
  reviewSession: ReviewSession;
  onContinue: () => void;
}) {
  const { runtime, user } = useSignedIn();
  const { data: dueCount = 0 } = useQuery(dueCountQuery(runtime.calls, user.userId));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { done, remembered, again } = reviewResult(reviewSession);
  return (
    <section className="grid justify-items-start gap-4 rounded-xl border border-line bg-surface p-6 sm:p-8">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {done === 0 ? t('Nothing is due now') : t('Done for now')}
      </h2>
      {done > 0 && (
        <p className="text-ink-soft">
          {counted(remembered, 'You remembered 1 phrase at once.', 'You remembered {count} phrases at once.')}{' '}
          {again > 0 && counted(again, '1 is due again soon.', '{count} are due again soon.')}
        </p>
      )}
      {done === 0 && <p className="text-ink-soft">{t('Phrases that you know well come up less often.')}</p>}
      <div className="flex flex-wrap gap-3">
        <LinkButton to="/phrases">{t('Back to your phrases')}</LinkButton>
        {done > 0 && dueCount > 0 && (
          <Button variant="primary" onClick={onContinue}>
            {counted(dueCount, 'Go on with 1 more', 'Go on with {count} more')}
          </Button>
        )}
      </div>
    </section>
  );
}
