import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import Repeat from 'lucide-react/icons/repeat';
import { useState } from 'react';
import { sentence } from '#lib/sentence';
import { useLaterModule } from '#lib/use-later-module';
import { nameOf } from '#people/person-name';
import { Button } from '#ui/button';
import { showToast } from '#ui/toast';
import type { WeeklySession } from './weekly-dialog';

const labels = {
  open: word('Every week?', 'a session'),
  asked: word('You asked to meet every week', 'a session'),
  wanted: word('{name} would like every week', 'a session'),
  agreed: word('Weekly', 'a session'),
};

/** The state of a weekly series; its dialog is loaded on a click. */
export function WeeklyButton({ session, partner, weekly }: WeeklySession) {
  const [isOpen, setIsOpen] = useState(false);
  const later = useLaterModule(() => import('./weekly-dialog'), {
    isWanted: isOpen,
    onMissing: () => {
      setIsOpen(false);
      showToast({ title: t('It could not be loaded. Please try again.'), tone: 'danger' });
    },
  });
  return (
    <>
      <Button
        variant={weekly.state === 'wanted' ? 'secondary' : 'quiet'}
        aria-haspopup="dialog"
        busy={isOpen && !later}
        onClick={() => setIsOpen(true)}
      >
        <Repeat aria-hidden="true" className="size-5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">
          {sentence(labels[weekly.state], { name: <bdi>{nameOf(partner)}</bdi> })}
        </span>
      </Button>
      {later && (
        <later.WeeklyDialog
          session={session}
          partner={partner}
          weekly={weekly}
          open={isOpen}
          onOpenChange={setIsOpen}
        />
      )}
    </>
  );
}
