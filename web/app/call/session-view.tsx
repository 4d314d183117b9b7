import type { FullProfile } from '@parlance/contract/people';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { nameOf } from '#people/person-name';
import { useSignedIn } from '#session/signed-in';
import { type Call, joinCall, useCall, wasInCall } from './call';
import { CallEnded } from './call-ended';
import { CallPanel } from './call-panel';
import { CallPresence } from './call-presence';
import { createOwnMedia, type OwnMedia } from './media/own-media';
import { MicrophoneCheck } from './microphone-check';
import { ongoing } from './ongoing';
import { PastSession } from './past-session';
import { ReportSession } from './report-session';
import { SessionBar } from './session-bar';
import { type CallSession, summaryQuery } from './sessions';
import { useLiveSeats } from './use-live-seats';
import { useRoom } from './use-room';

interface SessionViewProps {
  partner: FullProfile;
  /** The session that can be joined now. */
  session: CallSession | null;
  /** The last session that ended. */
  before: CallSession | null;
  now: Date;
}

/** Sessions in a conversation: joining one, the current one and the summary of the last. */
export function SessionView(props: SessionViewProps) {
  const { partner, session, before, now } = props;
  const { runtime, user } = useSignedIn();
  const call = useCall();
  const name = nameOf(partner);
  const [checked, setChecked] = useState<{ session: CallSession; media: OwnMedia } | null>(null);
  // Held here so that a report being typed survives the end of the session.
  const [reportedId, setReportedId] = useState<string | null>(null);
  const summary = useQuery({
    ...summaryQuery(runtime.calls, user.userId, session?.scheduleSlotId ?? ''),
    enabled: session !== null,
  });
  useLiveSeats(session?.scheduleSlotId ?? null);

  const begin = (wanted: CallSession) => setChecked({ session: wanted, media: createOwnMedia() });
  const join = () => {
    if (!checked) return;
    ongoing.set({ Presence: CallPresence });
    joinCall({ runtime, userId: user.userId, ...checked });
    setChecked(null);
  };

  const isOver = summary.data?.endedAt != null;
  const isHere = call?.session.partnerId === partner.userId;
  const past = session ?? before;
  return (
    <>
      {isHere ? (
        <OwnCall
          call={call}
          partner={partner}
          onReport={() => setReportedId(call.session.scheduleSlotId)}
          onRejoin={session && !isOver ? () => begin(session) : undefined}
        />
      ) : session && !isOver ? (
        <SessionBar
          session={session}
          summary={summary.data}
          now={now}
          userId={user.userId}
          wasHere={wasInCall(session.scheduleSlotId)}
          onJoin={() => begin(session)}
        />
      ) : (
        past && <PastSession session={past} onReport={() => setReportedId(past.scheduleSlotId)} />
      )}
      {reportedId !== null && (
        <ReportSession scheduleSlotId={reportedId} partnerName={name} onClose={() => setReportedId(null)} />
      )}
      {checked && (
        <MicrophoneCheck
          partnerName={name}
          relay={summary.data?.relay ?? 'off'}
          media={checked.media}
          onCancel={() => setChecked(null)}
          onJoin={join}
        />
      )}
    </>
  );
}

interface OwnCallProps {
  partner: FullProfile;
  call: Call;
  onReport: () => void;
  onRejoin: (() => void) | undefined;
}

function OwnCall({ call, partner, onReport, onRejoin }: OwnCallProps) {
  const { end } = useRoom(call);
  const canRejoin = end === 'left' || end === 'replaced' || end === 'refused';
  if (end) {
    return (
      <CallEnded
        call={call}
        partnerName={nameOf(partner)}
        onRejoin={canRejoin ? onRejoin : undefined}
        onReport={onReport}
      />
    );
  }
  return <CallPanel call={call} partner={partner} onReport={onReport} />;
}
