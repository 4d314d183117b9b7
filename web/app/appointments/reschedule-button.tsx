import { t } from '@parlance/words/current';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import { useState } from 'react';
import { useLaterModule } from '#lib/use-later-module';
import { useSignedIn } from '#session/signed-in';
import { Button } from '#ui/button';
import { showToast } from '#ui/toast';
import type { RescheduleProps } from './chosen-time';

/** The guest moves the session, the owner suggests another time; the dialog is loaded on a press. */
export function RescheduleButton({ session, partner, onMoved }: RescheduleProps) {
  const { user } = useSignedIn();
  const [isOpen, setIsOpen] = useState(false);
  const isOwner = session.userId === user.userId;
  const later = useLaterModule(() => import('./reschedule-dialog'), {
    isWanted: isOpen,
    onMissing: () => {
      setIsOpen(false);
      showToast({ title: t('It could not be loaded. Please try again.'), tone: 'danger' });
    },
  });
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" busy={isOpen && !later} onClick={() => setIsOpen(true)}>
        <CalendarClock aria-hidden="true" className="size-5 shrink-0" />
        {isOwner ? t('Suggest another time') : t('Reschedule')}
      </Button>
      {later && isOpen && (
        <later.RescheduleDialog
          session={session}
          partner={partner}
          isOwner={isOwner}
          onMoved={onMoved}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
