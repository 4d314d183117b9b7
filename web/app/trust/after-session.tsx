import type { BaseProfile } from '@parlance/contract/people';
import type { Appointment } from '@parlance/contract/schedule';
import { useQuery } from '@tanstack/react-query';
import { useLaterModule } from '#lib/use-later-module';
import { nameOf } from '#people/person-name';
import { useSignedIn } from '#session/signed-in';
import { AgainOffer } from './again-offer';
import { SessionQuestion } from './session-question';
import { ownSessionQuery } from './trust-queries';
import { WeeklyButton } from './weekly-button';

const minuteMs = 60_000;

export interface AfterSessionProps {
  session: Appointment;
  partner: BaseProfile;
  /** The two have talked, so the same time next week is offered at once. */
  hasTalked?: boolean | undefined;
  /** Thanks were received, which are shown whatever the answer. */
  hasThanks?: boolean | undefined;
  isExplained?: boolean | undefined;
  onAnswered?: (() => void) | undefined;
}

/** Follow-up of a session: whether it took place, a repetition, and thanks. */
export function AfterSession(props: AfterSessionProps) {
  const { session, partner, hasTalked = false, hasThanks = false, isExplained = true, onAnswered } = props;
  const { scheduleSlotId, startsAt, duration, outcome, again, weekly } = session;
  const isKept = outcome?.answer === 'kept';
  const showsThanks = isKept || hasThanks;
  const thanks = useLaterModule(() => import('#thanks/say-thanks'), { isWanted: showsThanks });
  const isOffered = hasTalked || isKept || again?.isWanted || again?.isAsked;
  return (
    <>
      {outcome && (
        <SessionQuestion
          scheduleSlotId={scheduleSlotId}
          partnerName={nameOf(partner)}
          outcome={outcome}
          isExplained={isExplained}
          onAnswered={onAnswered}
        />
      )}
      {again && isOffered && (
        <AgainOffer
          scheduleSlotId={scheduleSlotId}
          duration={duration}
          partner={{ name: nameOf(partner), timeZone: partner.timeZone }}
          offer={again}
        />
      )}
      {outcome && weekly && (isOffered || weekly.state !== 'open') && (
        <div>
          <WeeklyButton session={session} partner={partner} weekly={weekly} />
        </div>
      )}
      {showsThanks && thanks && (
        <thanks.SayThanks
          scheduleSlotId={scheduleSlotId}
          endsAt={new Date(startsAt.getTime() + duration * minuteMs)}
          partnerName={nameOf(partner)}
        />
      )}
    </>
  );
}

/** The same for a screen with only id and start of the session, such as the summary of a call. */
export function AfterSessionOf({ scheduleSlotId, startsAt }: { scheduleSlotId: string; startsAt: Date }) {
  const { runtime, user } = useSignedIn();
  const { data: session } = useQuery(
    ownSessionQuery(runtime.calls, user.userId, { scheduleSlotId, startsAt }),
  );
  if (!session) return null;
  const partner = session.userId === user.userId ? session.bookedByUser : session.user;
  return partner && <AfterSession session={session} partner={partner} hasTalked />;
}
