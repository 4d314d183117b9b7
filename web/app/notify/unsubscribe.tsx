import { ApiError } from '@parlance/contract/errors';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { QueryClientProvider, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { pageTitle } from '#lib/brand';
import { queryClient } from '#lib/query-client';
import { sentence } from '#lib/sentence';
import { useSession } from '#session/session-context';
import type { SessionRuntime } from '#session/session-runtime';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { LonePage, LoneWords } from '#ui/lone-page';
import { Spinner } from '#ui/spinner';
import { noticeKinds } from './notice-kinds';
import { subscriptionQuery } from './notify-queries';

export const meta = () => [{ title: pageTitle(t('Unsubscribe')) }, { name: 'robots', content: 'noindex' }];

const otherKind = { on: word('You get these emails.'), off: word('You no longer get these emails.') };

/** Target of the unsubscribe link. It needs a confirmation, because link scanners open every link. */
export default function Unsubscribe() {
  const { runtime } = useSession();
  const [search] = useSearchParams();
  return (
    <QueryClientProvider client={queryClient}>
      <LonePage>
        {runtime ? <Subscription runtime={runtime} token={search.get('token') ?? ''} /> : <Spinner />}
      </LonePage>
    </QueryClientProvider>
  );
}

function Subscription({ runtime: { calls }, token }: { runtime: SessionRuntime; token: string }) {
  const cache = useQueryClient();
  const query = subscriptionQuery(calls, token);
  const { data, error, refetch, isPending } = useQuery({ ...query, enabled: token !== '' });
  const change = useMutation({
    mutationFn: (isOn: boolean) => calls.setSubscription({ token, isOn }),
    onSuccess: (subscription) => cache.setQueryData(query.queryKey, subscription),
  });
  const isUnknown = token === '' || (error instanceof ApiError && error.statusCode < 500);
  if (isUnknown) return <UnknownLink />;
  if (error) {
    return (
      <Banner tone="danger" action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}>
        {t('This page could not be loaded. Nothing was changed.')}
      </Banner>
    );
  }
  if (isPending) return <Spinner />;
  const kind = noticeKinds.find(({ name }) => name === data.name) ?? otherKind;
  return (
    <>
      <LoneWords title={data.isOn ? t('Unsubscribe') : t('You are unsubscribed')}>
        {t(data.isOn ? kind.on : kind.off)}
      </LoneWords>
      {change.isError && (
        <Banner tone="danger">{t('That did not work. Nothing was changed, please try again.')}</Banner>
      )}
      <Button
        size="lg"
        variant={data.isOn ? 'primary' : 'secondary'}
        busy={change.isPending}
        onClick={() => change.mutate(!data.isOn)}
      >
        {data.isOn ? t('Unsubscribe') : t('Turn on again')}
      </Button>
      <SettingsLink />
    </>
  );
}

function UnknownLink() {
  return (
    <>
      <LoneWords title={t('This link does not work')}>
        {t('Part of it may be missing. Please open it from the email again.')}
      </LoneWords>
      <SettingsLink />
    </>
  );
}

function SettingsLink() {
  return (
    <p className="text-ink-soft">
      {sentence('You can change all notifications in your {settings}.', {
        settings: (
          <Link to="/settings#notices" className="font-medium text-ink underline underline-offset-4">
            {t(word('settings', 'at the end of a sentence'))}
          </Link>
        ),
      })}
    </p>
  );
}
