import { t } from '@parlance/words/current';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { conversationQuery } from '#chat/engine/chat-queries';
import { failureMessage } from '#lib/failure-message';
import { sentence } from '#lib/sentence';
import { profileQuery } from '#people/people-queries';
import { nameOf } from '#people/person-name';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { LinkButton } from '#ui/link-button';
import { Spinner } from '#ui/spinner';
import { AnswerForm } from './answer-form';
import { RequestHeader } from './request-header';

/** The address of a request that is not in the list: declined, answered meanwhile, or never there. */
export function ClosedRequest({ userId }: { userId: string }) {
  const { runtime, user } = useSignedIn();
  const { calls } = runtime;
  const cache = useQueryClient();
  const conversation = useQuery({
    ...conversationQuery(calls, user.userId, userId, cache),
    staleTime: 0,
    refetchOnMount: 'always',
  });
  const profile = useQuery(profileQuery(calls, user.userId, userId, cache));
  // A later fetch, such as when the member returns to the tab, keeps the field and its focus.
  if (!conversation.isFetchedAfterMount || conversation.isPending || profile.isPending)
    return (
      <div className="p-6">
        <Spinner />
      </div>
    );
  if (conversation.isError) {
    return (
      <div className="p-4 sm:p-6">
        <Banner
          tone="danger"
          action={<Button onClick={() => void conversation.refetch()}>{t('Try again')}</Button>}
        >
          {failureMessage(conversation.error, t('This conversation could not be loaded. Nothing was lost.'))}
        </Banner>
      </div>
    );
  }
  const { messages = [], isRequest } = conversation.data ?? {};
  if (profile.data && messages.length > 0 && !isRequest) return <Navigate to={`/chat/${userId}`} replace />;
  if (!profile.data || !isRequest) {
    return (
      <div className="grid justify-items-center gap-4 px-6 py-12 text-center">
        <p role="status">{t('This request is no longer here.')}</p>
        <LinkButton to="/requests">{t('Requests')}</LinkButton>
      </div>
    );
  }
  return (
    <article aria-labelledby="request-name" className="mx-auto grid w-full max-w-2xl gap-5 px-4 py-6 sm:px-6">
      <RequestHeader profile={profile.data} />
      <p className="text-ink-soft">
        {sentence('You declined this request. {name} is not told, and can write to you once you answer.', {
          name: <bdi>{nameOf(profile.data)}</bdi>,
        })}
      </p>
      <AnswerForm partner={profile.data} isOpen onOpen={() => undefined} />
    </article>
  );
}
