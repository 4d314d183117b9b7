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
  const words = useFocusHandedOn<HTMLDivElement>(standing.canAppeal);
  const paragraphs = standingText(standing, place);
  if (paragraphs.length === 0) return null;
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
      <div ref={words} tabIndex={-1} className="grid gap-1">
        {paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {isHeld && !standing.canAppeal && <p>{t('You have asked for a review.')}</p>}
      </div>
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
