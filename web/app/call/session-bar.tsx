import type { CallSummary } from '@parlance/contract/call';
import { spoken, t } from '@parlance/words/current';
import Headphones from 'lucide-react/icons/headphones';
import { Button } from '#ui/button';
import { type CallSession, lastJoinOf } from './sessions';

export interface SessionBarProps {
  session: CallSession;
  summary: CallSummary | undefined;
  now: Date;
  userId: string;
  /** This page was in the session before a reload. */
  wasHere: boolean;
  onJoin: () => void;
}

/** Bar in the conversation while a session can be joined: time, participants and the join button. */
export function SessionBar({ session, summary, now, userId, wasHere, onJoin }: SessionBarProps) {
  const { partnerName: name } = session;
  const here = (summary?.seats ?? []).filter((seat) => seat.isHere && !seat.hasLeft);
  const isPartnerHere = here.some((seat) => seat.userId !== userId);
  const isElsewhere = !wasHere && here.some((seat) => seat.userId === userId);
  return (
    <section
      aria-label={t('Session')}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-line bg-in-session-soft px-4 py-3 sm:px-6"
    >
      <div className="min-w-0 flex-1 basis-56 leading-snug">
        <p className="font-semibold">{timeWords(session, now)}</p>
        <p role="status" className="text-sm text-ink-soft">
          {wasHere
            ? t('You were in this session. You can join again.')
            : isElsewhere
              ? t('You have joined in another tab or on another device.')
              : isPartnerHere
                ? t('{name} has joined.', { name })
                : t('{name} has not joined yet.', { name })}
        </p>
      </div>
      <Button variant="primary" onClick={onJoin}>
        <Headphones aria-hidden="true" className="size-5" />
        {wasHere ? t('Join again') : isElsewhere ? t('Use it here') : t('Join with voice')}
      </Button>
    </section>
  );
}

function timeWords(session: CallSession, now: Date): string {
  const { startsAt, endsAt } = session;
  const clock = (moment: Date) => spoken().date(moment, 'clock');
  if (now < startsAt) return t('Your session starts at {time}.', { time: clock(startsAt) });
  if (now < endsAt) return t('Your session lasts until {time}.', { time: clock(endsAt) });
  return t('The time of your session is over. You can still talk until {time}.', {
    time: clock(lastJoinOf(session)),
  });
}
