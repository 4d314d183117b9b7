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

export default function Conversation() {
  const { userId: partnerId = '' } = useParams();
  const { runtime, user } = useSignedIn();
  const cache = useQueryClient();
  const profile = useQuery(profileQuery(runtime.calls, user.userId, partnerId, cache));
  // Nobody there, or nobody to be had: the list is the place to go on (§2). So it is for whoever writes to themselves.
  const isNobody = profile.isError && !profile.data;
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
