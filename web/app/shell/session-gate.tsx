import { NetworkError } from '@parlance/client/network-error';
import { t } from '@parlance/words/current';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useMatches } from 'react-router';
import { pageAttributes } from '#lib/page-attributes';
import { screenHandleOf } from '#lib/screen-handle';
import { draftStorage } from '#onboarding/draft-storage';
import { onwardState } from '#session/return-address';
import { provisionalSession, SessionContext, useSession } from '#session/session-context';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Spinner } from '#ui/spinner';
import { Loading } from './loading';
import { onboardingPath } from './navigation-items';
import { NoConnection } from './no-connection';

/** Lets a screen show once the session is known, and sends people with an unfinished profile to finish it. */
export function SessionGate({ children }: { children: ReactNode }) {
  const session = useSession();
  const { loading, user, staticData, runtime, error } = session;
  const location = useLocation();
  const handle = screenHandleOf(useMatches().at(-1)?.handle);
  // A submission that failed half-way has stored the description already, but not all the rest.
  const isUnfinished = user && (!user.description || draftStorage.isUnfinished(user.userId));

  if (loading && !handle) {
    return (
      <div className="flex min-h-[60vh] items-center justify-center">
        <Spinner />
      </div>
    );
  }
  if (!loading && (!runtime || !staticData)) {
    const tryAgain = () => (runtime ? void runtime.refresh() : window.location.reload());
    if (error instanceof NetworkError) return <NoConnection onRetry={tryAgain} />;
    return (
      <Banner tone="danger" action={<Button onClick={tryAgain}>{t('Try again')}</Button>}>
        {t('This page could not be loaded completely. Nothing was lost.')}
      </Banner>
    );
  }
  if (isUnfinished && location.pathname !== onboardingPath) {
    return <Navigate to={onboardingPath} replace state={onwardState(location)} />;
  }
  if (!handle) return children;
  // At one place in the tree before and after the session is known: the screen is hydrated, not mounted again.
  const { MemberOpening } = handle;
  return (
    <>
      <div {...{ [pageAttributes.forVisitors]: loading && MemberOpening ? '' : undefined }}>
        <SessionContext value={loading ? provisionalSession : session}>{children}</SessionContext>
      </div>
      {loading && MemberOpening && (
        // As high as the window: the footer does not jump when the screen comes.
        <div {...{ [pageAttributes.memberOpening]: '' }} className="min-h-dvh">
          <Loading>
            <MemberOpening />
          </Loading>
        </div>
      )}
    </>
  );
}
