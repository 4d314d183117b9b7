import type { ContactStanding } from '@parlance/contract/contact';
import { t } from '@parlance/words/current';
import { useRef, useState } from 'react';
import { useFocusHandedOn } from '#lib/use-focus-handed-on';
import { useLaterModule } from '#lib/use-later-module';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { type StandingPlace, standingText } from './standing-text';

export interface StandingNoteProps {
  standing: ContactStanding;
  place: StandingPlace;
}

/** States a limit of the member's first messages; a held member can ask for a review. */
export function StandingNote({ standing, place }: StandingNoteProps) {
  const [isAsking, setAsking] = useState(false);
  const appeal = useLaterModule(() => import('./appeal-dialog'), {
    isWanted: isAsking,
    onMissing: () => setAsking(false),
  });
  // The button disappears once the review was asked for, before or after the dialog has closed.
  const button = useRef<HTMLButtonElement>(null);
  const words = useFocusHandedOn<HTMLParagraphElement>(standing.canAppeal);
  const text = standingText(standing, place);
  if (text === null) return null;
  const isHeld = standing.state === 'held';
  return (
    <Banner
      action={
        isHeld && standing.canAppeal ? (
          <Button ref={button} onClick={() => setAsking(true)}>
            {t('Ask for a review')}
          </Button>
        ) : undefined
      }
    >
      <p ref={words} tabIndex={-1}>
        {text}
        {isHeld && !standing.canAppeal && ` ${t('You have asked for a review.')}`}
      </p>
      {appeal && (
        <appeal.AppealDialog
          open={isAsking}
          returnsFocus={() => button.current ?? words.current}
          onClose={() => setAsking(false)}
        />
      )}
    </Banner>
  );
}
