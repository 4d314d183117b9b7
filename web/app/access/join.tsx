import type { User } from '@parlance/contract/account';
import { ApiError } from '@parlance/contract/errors';
import { spoken, t } from '@parlance/words/current';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router';
import { pageTitle } from '#lib/brand';
import { queryClient } from '#lib/query-client';
import { rememberAddress } from '#session/return-address';
import { useSession } from '#session/session-context';
import type { SessionRuntime } from '#session/session-runtime';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { LinkButton } from '#ui/link-button';
import { LonePage, LoneWords } from '#ui/lone-page';
import { Spinner } from '#ui/spinner';
import { keepInvitation } from './kept-invitation';

export const meta = () => [{ title: pageTitle(t('Invitation')) }, { name: 'robots', content: 'noindex' }];

/** Target of an invitation link. The secret is kept until the account exists. */
export default function Join() {
  const { runtime, loading, user } = useSession();
  const { secret = '' } = useParams();
  return (
    <QueryClientProvider client={queryClient}>
      <LonePage>
        {!runtime || loading ? <Spinner /> : <Invitation runtime={runtime} secret={secret} user={user} />}
      </LonePage>
    </QueryClientProvider>
  );
}

interface InvitationProps {
  runtime: SessionRuntime;
  secret: string;
  user: User | null;
}

function Invitation({ runtime: { calls }, secret, user }: InvitationProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['access', 'invitation', secret],
    queryFn: () => calls.getInvitation({ secret }),
    staleTime: 0,
  });
  const isKept = data !== undefined && user === null;
  useEffect(() => {
    if (isKept) keepInvitation(secret);
  }, [isKept, secret]);

  if (error instanceof ApiError && error.statusCode < 500 && !error.is('TooManyRequests')) {
    return (
      <>
        <LoneWords title={t('This invitation does not work')}>
          {t('It may have expired, been used up or been withdrawn. Please ask for a new one.')}
        </LoneWords>
        {user?.programme ? (
          <LinkButton to="/programmes" size="lg">
            {t('My programme')}
          </LinkButton>
        ) : user ? (
          <LinkButton to="/dashboard" size="lg">
            {t('Find Language Partners')}
          </LinkButton>
        ) : (
          <LinkButton to="/login" size="lg">
            {t('Sign in')}
          </LinkButton>
        )}
      </>
    );
  }
  if (error) {
    return (
      <Banner tone="danger" action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}>
        {t('This page could not be loaded completely. Nothing was lost.')}
      </Banner>
    );
  }
  if (!data) return <Spinner />;
  const { programmeId, programmeName, until, domain } = data;
  // A place in a programme needs the invitation as well.
  const next = programmeId && {
    pathname: `/programmes/${programmeId}/join`,
    search: `?${new URLSearchParams({ invitation: secret })}`,
    hash: '',
  };
  if (user && next) return <Navigate to={next} replace />;
  const title = programmeName
    ? t('Join {programme}', { programme: programmeName })
    : t('You are invited to Parlance');
  if (user) {
    return (
      <>
        <LoneWords title={title}>{t('You are signed in, so you need no invitation.')}</LoneWords>
        <LinkButton to="/dashboard" size="lg" variant="primary">
          {t('Find Language Partners')}
        </LinkButton>
      </>
    );
  }
  return (
    <>
      <LoneWords title={title}>
        {t('Create your account by {date}. A code by email is enough, without a password.', {
          date: spoken().date(until, 'longDay'),
        })}
      </LoneWords>
      {domain && <p>{t('It needs an email address of {domain}.', { domain })}</p>}
      <LinkButton to="/signup" state={next && rememberAddress(next)} size="lg" variant="primary">
        {t('Create account')}
      </LinkButton>
    </>
  );
}
