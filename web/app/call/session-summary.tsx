import { t } from '@parlance/words/current';
import Flag from 'lucide-react/icons/flag';
import { AfterSessionOf } from '#trust/after-session';
import { Button } from '#ui/button';
import { SessionRecap, type SessionRecapProps } from './session-recap';

export interface SessionSummaryProps extends SessionRecapProps {
  scheduleSlotId: string;
  onReport: () => void;
}

/** Summary of a session: minutes, balance, notes, booking another, and the report last. */
export function SessionSummary({ scheduleSlotId, onReport, ...recap }: SessionSummaryProps) {
  const { togetherMs, startsAt } = recap.summary;
  return (
    <div className="grid gap-4">
      <SessionRecap {...recap} />
      {togetherMs > 0 && <AfterSessionOf scheduleSlotId={scheduleSlotId} startsAt={startsAt} />}
      {togetherMs > 0 && (
        <Button variant="quiet" className="-ms-4 justify-self-start" onClick={onReport}>
          <Flag aria-hidden="true" className="size-5 shrink-0" />
          {t('Report {name}', { name: recap.partnerName })}
        </Button>
      )}
    </div>
  );
}
