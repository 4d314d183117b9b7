import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queryClient } from '#lib/query-client';
import { sentence } from '#lib/sentence';
import { profileQuery } from '#people/people-queries';
import { nameOf } from '#people/person-name';
import { useSignedIn } from '#session/signed-in';

/** Source of a phrase, with a link to the conversation. */
export function PhraseSource({ userId }: { userId: string }) {
  const { runtime, user } = useSignedIn();
  const { data } = useQuery(profileQuery(runtime.calls, user.userId, userId, queryClient));
  if (!data) return null;
  return sentence('From {name}', {
    name: (
      <Link to={`/chat/${userId}`} className="underline underline-offset-2">
        <bdi>{nameOf(data)}</bdi>
      </Link>
    ),
  });
}
