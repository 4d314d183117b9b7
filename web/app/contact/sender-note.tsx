import { useQuery } from '@tanstack/react-query';
import { useSession } from '#session/session-context';
import { useSignedIn } from '#session/signed-in';
import { StandingNote } from './standing-note';
import { standingQuery } from './standing-query';

export interface SenderNoteProps {
  partnerId: string;
  /** Nothing was written to the partner so far. */
  isNew: boolean;
}

/** Above the composer while a partner has not answered: how a first message arrives. Messages to the admin are not limited. */
export function SenderNote({ partnerId, isNew }: SenderNoteProps) {
  const { runtime, user } = useSignedIn();
  const { staticData } = useSession();
  const isLimited = partnerId !== staticData?.adminUserId;
  const { data } = useQuery({ ...standingQuery(runtime.calls, user.userId), enabled: isLimited });
  // Without a fetch the query still has what another screen has read.
  if (!data || !isLimited) return null;
  return (
    <div className="px-4 py-3 text-sm empty:hidden sm:px-6">
      <StandingNote standing={data} place={isNew ? 'new conversation' : 'unanswered conversation'} />
    </div>
  );
}
