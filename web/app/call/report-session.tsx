import { t } from '@parlance/words/current';
import { ReportForm } from '#reports/report-form';
import { useSignedIn } from '#session/signed-in';
import { Dialog } from '#ui/dialog';

export interface ReportSessionProps {
  scheduleSlotId: string;
  partnerName: string;
  onClose: () => void;
}

/** Reports the partner of a session. Calls are not recorded, so the member describes what was said. */
export function ReportSession({ scheduleSlotId, partnerName: name, onClose }: ReportSessionProps) {
  const { calls } = useSignedIn().runtime;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('Report {name}', { name })}
      description={t(
        'We see when you met, how long you talked and the notes {name} wrote. Sessions are not recorded, so please tell us what happened. {name} is not told.',
        { name },
      )}
    >
      <ReportForm
        onReport={(details) => calls.reportSession({ scheduleSlotId, ...details })}
        thanked={t('Thank you. The session was reported.')}
        onClose={onClose}
      >
        {t('Your session with {name}', { name })}
      </ReportForm>
    </Dialog>
  );
}
