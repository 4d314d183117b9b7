import { NetworkError } from '@parlance/client/network-error';
import { t } from '@parlance/words/current';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { pageTitle } from '#lib/brand';
import { profileQuery } from '#people/people-queries';
import { nameOf } from '#people/person-name';
import { useSignedIn } from '#session/signed-in';
import { ConversationView } from './conversation/conversation-view';

// The title holds the partner's name, which the page knows later.
export const meta = () => [];

const askAgainMs = 5000;

export default function Conversation() {
  const { userId: partnerId = '' } = useParams();
  const { runtime, user } = useSignedIn();
  const cache = useQueryClient();
  const profile = useQuery({
    ...profileQuery(runtime.calls, user.userId, partnerId, cache),
    refetchInterval: ({ state }) => state.error instanceof NetworkError && askAgainMs,
  });
  // Nobody there, or nobody to be had: the list is the place to go on (§2). So it is for whoever writes to themselves.
  // Whoever only lost the connection stays with what they write.
  const isNobody = profile.isError && !profile.data && !(profile.error instanceof NetworkError);
  if (isNobody || partnerId === user.userId) return <Navigate to="/chats" replace />;
  return (
    <>
      <title>
        {pageTitle(profile.data ? t('Chat with {name}', { name: nameOf(profile.data) }) : t('Conversation'))}
      </title>
      <ConversationView key={partnerId} partnerId={partnerId} profile={profile.data} />
    </>
  );
}
