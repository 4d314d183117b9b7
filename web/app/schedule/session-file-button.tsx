import { t } from '@parlance/words/current';
import CalendarDown from 'lucide-react/icons/calendar-arrow-down';
import { useState } from 'react';
import { failureMessage } from '#lib/failure-message';
import { saveFile } from '#lib/save-file';
import { useSignedIn } from '#session/signed-in';
import { Button, type ButtonLook } from '#ui/button';
import { showToast } from '#ui/toast';

interface SessionFileButtonProps extends ButtonLook {
  scheduleSlotId: string;
  /** Shows only the icon on a phone; the accessible name stays. */
  isShortOnPhone?: boolean;
}

/** Downloads a booked session as a calendar file. */
export function SessionFileButton({
  scheduleSlotId,
  isShortOnPhone = false,
  ...look
}: SessionFileButtonProps) {
  const { runtime } = useSignedIn();
  const [isLoading, setIsLoading] = useState(false);
  const download = async () => {
    setIsLoading(true);
    try {
      const file = await runtime.calls.getAppointmentIcs({ scheduleSlotId });
      saveFile('parlance-session.ics', file, 'text/calendar');
    } catch (error) {
      showToast({ title: failureMessage(error, t('The calendar file could not be made.')), tone: 'danger' });
    } finally {
      setIsLoading(false);
    }
  };
  return (
    <Button {...look} busy={isLoading} onClick={() => void download()}>
      {!isLoading && <CalendarDown aria-hidden="true" className="size-5" />}
      <span className={isShortOnPhone ? 'max-sm:sr-only' : undefined}>{t('Add to calendar')}</span>
    </Button>
  );
}
