import { t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { useFocusHandedOn } from '#lib/use-focus-handed-on';
import { useSignedIn } from '#session/signed-in';
import { Button } from '#ui/button';
import { Skeleton } from '#ui/skeleton';
import { type Call, dismissCall } from './call';
import { endWords } from './call-words';
import { SessionSummary } from './session-summary';
import { summaryQuery } from './sessions';
import { useRoom } from './use-room';

export interface CallEndedProps {
  call: Call;
  partnerName: string;
  /** Undefined once the session can no longer be joined. */
  onRejoin: (() => void) | undefined;
  onReport: () => void;
}

/** End of a session: the reason, the summary and a button to rejoin while possible. */
export function CallEnded({ call, partnerName, onRejoin, onReport }: CallEndedProps) {
  const { runtime, user } = useSignedIn();
  const { end } = useRoom(call);
  const { scheduleSlotId } = call.session;
  const heading = useFocusHandedOn<HTMLHeadingElement>('ended', null);
  const summary = useQuery({ ...summaryQuery(runtime.calls, user.userId, scheduleSlotId), staleTime: 0 });
  const close = ({ currentTarget }: MouseEvent) => {
    // Moves the focus to the message list or, if it is empty, to the text field.
    const around = currentTarget.closest('section')?.parentElement;
    around?.querySelector<HTMLElement>('section[tabindex="0"], textarea')?.focus({ preventScroll: true });
    dismissCall();
  };
  return (
    <section
      aria-label={t('Session with {name}', { name: partnerName })}
      className="grid max-h-[60dvh] gap-4 overflow-y-auto border-b border-line bg-surface px-4 py-4 sm:px-6"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 flex-1 basis-48 text-lg">
          {endWords(end, partnerName)}
        </h2>
        <div className="flex gap-2">
          <Button onClick={close}>{t('Close')}</Button>
          {onRejoin && (
            <Button variant="primary" onClick={onRejoin}>
              {end === 'replaced' ? t('Use it here') : t('Join again')}
            </Button>
          )}
        </div>
      </div>
      {summary.data ? (
        <SessionSummary
          scheduleSlotId={scheduleSlotId}
          summary={summary.data}
          userId={user.userId}
          partnerName={partnerName}
          onReport={onReport}
        />
      ) : (
        summary.isPending && <Skeleton className="h-16" />
      )}
    </section>
  );
}
