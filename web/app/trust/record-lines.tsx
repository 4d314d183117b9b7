import type { FullProfile } from '@parlance/contract/people';
import type { AnsweringTime } from '@parlance/contract/reliability';
import { counted, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import MessageCircleReply from 'lucide-react/icons/message-circle-reply';

const answering: Record<AnsweringTime, string> = {
  hour: word('Usually answers within an hour'),
  day: word('Usually answers within a day'),
  days: word('Usually answers within a few days'),
};

/** Session record and response time, with an explanation of the numbers. */
export function RecordLines({ profile: { sessions, answersWithin } }: { profile: FullProfile }) {
  return (
    <div className="grid gap-1 text-ink-soft">
      {sessions && (
        <p className="flex items-center gap-2">
          <CalendarCheck aria-hidden="true" className="size-4 shrink-0" />
          {counted(sessions.total, 'Came to {kept} of 1 session', 'Came to {kept} of {count} sessions', {
            kept: sessions.kept,
          })}
        </p>
      )}
      {answersWithin && (
        <p className="flex items-center gap-2">
          <MessageCircleReply aria-hidden="true" className="size-4 shrink-0" />
          {t(answering[answersWithin])}
        </p>
      )}
      <details className="text-sm">
        <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-4">
          {t('How is this counted?')}
        </summary>
        <div className="grid max-w-reading gap-2 pb-2">
          {sessions && (
            <p>
              {t(
                'What at least three partners said of their sessions in the last 180 days. Sessions that were cancelled or moved, and those about which the two disagree, do not count.',
              )}
            </p>
          )}
          {answersWithin && (
            <p>{t('How soon more than half of the latest messages from new partners were answered.')}</p>
          )}
        </div>
      </details>
    </div>
  );
}
