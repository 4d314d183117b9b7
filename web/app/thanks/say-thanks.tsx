import { type SessionThanks, thanksHiddenMs } from '@parlance/contract/thanks';
import { spoken, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useQuery } from '@tanstack/react-query';
import HeartHandshake from 'lucide-react/icons/heart-handshake';
import { type ReactNode, useId, useRef, useState } from 'react';
import { sentence } from '#lib/sentence';
import { useSignedIn } from '#session/signed-in';
import { Button } from '#ui/button';
import { ThanksForm } from './thanks-form';
import { sessionThanksQuery } from './thanks-queries';
import { ThanksQuote } from './thanks-quote';

export interface SayThanksProps {
  scheduleSlotId: string;
  endsAt: Date;
  partnerName: string;
}

/** Offers to thank the partner of a session, and shows the visible thanks of both. */
export function SayThanks({ scheduleSlotId, endsAt, partnerName }: SayThanksProps) {
  const { runtime, user } = useSignedIn();
  const headingId = useId();
  const place = useRef<HTMLElement>(null);
  const [isWriting, setIsWriting] = useState(false);
  const finish = () => {
    setIsWriting(false);
    // The pressed button is removed, so the focus moves here.
    place.current?.focus();
  };
  const { data } = useQuery(sessionThanksQuery(runtime.calls, user.userId, scheduleSlotId));
  if (!data || (!data.isOpen && !data.given && !data.received)) return null;
  const name = <bdi>{partnerName}</bdi>;
  const opensOn = spoken().date(new Date(endsAt.getTime() + thanksHiddenMs), 'longDay');
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-labelledby={headingId}
      className="grid gap-3 border-t border-line pt-4"
    >
      <h3 id={headingId} className="font-semibold">
        {t(word('Thanks', 'what partners wrote after a session'))}
      </h3>
      {isWriting && data.isOpen ? (
        <ThanksForm
          scheduleSlotId={scheduleSlotId}
          given={data.given}
          help={
            <>
              {sentence(
                'Shown once {name} has written as well, or on {day}. Until then only you can see it.',
                {
                  name,
                  day: opensOn,
                },
              )}{' '}
              {sentence('Members then read it on the profile of {name}.', { name })}
            </>
          }
          onDone={finish}
        />
      ) : (
        <Said data={data} name={name} opensOn={opensOn} onWrite={() => setIsWriting(true)} />
      )}
    </section>
  );
}

interface SaidProps {
  data: SessionThanks;
  name: ReactNode;
  opensOn: string;
  onWrite: () => void;
}

function Said({ data: { isOpen, given, received }, name, opensOn, onWrite }: SaidProps) {
  return (
    <>
      {received && (
        <figure className="grid gap-1.5">
          <figcaption className="text-ink-soft">{sentence('{name} thanked you:', { name })}</figcaption>
          <ThanksQuote thanks={received} />
        </figure>
      )}
      {given && (
        <figure className="grid gap-1.5">
          <figcaption className="text-ink-soft">{sentence('You thanked {name}:', { name })}</figcaption>
          <ThanksQuote thanks={given} />
        </figure>
      )}
      {given && !given.isShown && (
        <p role="status" className="text-sm text-ink-soft">
          {sentence('It is shown once {name} has written as well, or on {day}.', { name, day: opensOn })}
        </p>
      )}
      {isOpen && (
        <div>
          <Button variant={given ? 'quiet' : 'secondary'} onClick={onWrite}>
            {!given && <HeartHandshake aria-hidden="true" className="size-5" />}
            {given ? t(word('Change', 'thanks')) : t('Say thanks')}
          </Button>
        </div>
      )}
    </>
  );
}
