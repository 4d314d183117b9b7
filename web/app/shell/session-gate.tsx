import { NetworkError } from '@parlance/client/network-error';
import { t } from '@parlance/words/current';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useMatches } from 'react-router';
import { pageAttributes } from '#lib/page-attributes';
import { screenHandleOf } from '#lib/screen-handle';
import { isUnfinished as isMarkedUnfinished } from '#onboarding/unfinished-mark';
import { onwardState } from '#session/return-address';
import { provisionalSession, SessionContext, useSession } from '#session/session-context';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Spinner } from '#ui/spinner';
import { Loading } from './loading';
import { onboardingPath } from './navigation-items';
import { NoConnection } from './no-connection';

/** Renders a screen once the session is known, and redirects members with an unfinished profile. */
export function SessionGate({ children }: { children: ReactNode }) {
  const session = useSession();
  const { loading, user, staticData, runtime, error } = session;
  const location = useLocation();
  const handle = screenHandleOf(useMatches().at(-1)?.handle);
  // A half-failed submission has stored the description but not the rest.
  const isUnfinished = user && (!user.description || isMarkedUnfinished(user.userId));

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
  // Only members see members here, so a screen for visitors asks them to sign in.
  if (handle && !loading && !user && staticData?.hasVisitors === false) {
    return <Navigate to="/login" replace state={onwardState(location)} />;
  }
  if (!handle) return children;
  // Same tree position before and after the session is known: the screen hydrates instead of remounting.
  const { MemberOpening } = handle;
  return (
    <>
      <div {...{ [pageAttributes.forVisitors]: loading && MemberOpening ? '' : undefined }}>
        <SessionContext value={loading ? provisionalSession : session}>{children}</SessionContext>
      </div>
      {loading && MemberOpening && (
        // Window height, so that the footer does not jump when the screen appears.
        <div {...{ [pageAttributes.memberOpening]: '' }} className="min-h-dvh">
          <Loading>
            <MemberOpening />
          </Loading>
        </div>
      )}
    </>
  );
}
