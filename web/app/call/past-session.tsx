import { spoken, t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { useSignedIn } from '#session/signed-in';
import { SessionSummary } from './session-summary';
import { type CallSession, summaryQuery } from './sessions';

export interface PastSessionProps {
  session: CallSession;
  onReport: () => void;
}

/** The last session of the pair, for a day: one line, expandable. Renders nothing if they did not meet. */
export function PastSession({ session, onReport }: PastSessionProps) {
  const { runtime, user } = useSignedIn();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(summaryQuery(runtime.calls, user.userId, session.scheduleSlotId));
  if (!data || data.togetherMs === 0) return null;
  return (
    <section aria-label={t('Last session')} className="border-b border-line bg-surface">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full items-center gap-2 px-4 py-2 text-start text-sm sm:px-6"
      >
        <span className="min-w-0 flex-1">
          {t('Your session of {moment}: words and talk time', {
            moment: spoken().date(data.startedAt ?? data.startsAt, 'moment'),
          })}
        </span>
        <ChevronDown aria-hidden="true" className={isOpen ? 'size-5 rotate-180' : 'size-5'} />
      </button>
      {isOpen && (
        <div className="max-h-[50dvh] overflow-y-auto px-4 pb-4 sm:px-6">
          <SessionSummary
            scheduleSlotId={session.scheduleSlotId}
            summary={data}
            userId={user.userId}
            partnerName={session.partnerName}
            onReport={onReport}
          />
        </div>
      )}
    </section>
  );
}
