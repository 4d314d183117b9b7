import { NetworkError } from '@parlance/client/network-error';
import { writtenNames } from '@parlance/contract/written-page';
import { t } from '@parlance/words/current';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation, useMatches } from 'react-router';
import { screenHandleOf } from '#lib/screen-handle';
import { draftStorage } from '#onboarding/draft-storage';
import { onwardState } from '#session/return-address';
import { useSession } from '#session/session-context';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Spinner } from '#ui/spinner';
import { onboardingPath } from './navigation-items';
import { NoConnection } from './no-connection';

/** The server puts in here what a visitor sees; the app leaves that as it finds it. The same object, or it would empty it. */
const asWritten = { __html: '' };

/** Lets a screen show once the session is known, and sends people with an unfinished profile to finish it. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { loading, user, staticData, runtime, error } = useSession();
  const location = useLocation();

  const handle = screenHandleOf(useMatches().at(-1)?.handle);

  useEffect(() => {
    if (loading) return;
    // The title that the server wrote would stay before the screen's own.
    document.head.querySelector(`title[${writtenNames.titleForNow}]`)?.remove();
    // A page that waited with the app waits for this with what was pressed before.
    window.dispatchEvent(new Event(writtenNames.readyEvent));
  }, [loading]);

  if (loading && handle) {
    return (
      <div>
        <div
          {...{ [writtenNames.place]: handle.isForMembers ? 'for-all' : 'for-visitors' }}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: keeps what is there, adds nothing
          dangerouslySetInnerHTML={asWritten}
          suppressHydrationWarning
        />
        {/* As high as the window: the footer does not jump when the screen comes. */}
        <div {...{ [writtenNames.opening]: true }} className="min-h-dvh">
          <handle.Opening />
        </div>
      </div>
    );
  }
  if (loading) {
    return (
      <div className="flex min-h-[60vh] items-center justify-center">
        <Spinner />
      </div>
    );
  }
  if (!runtime || !staticData) {
    const tryAgain = () => (runtime ? void runtime.refresh() : window.location.reload());
    if (error instanceof NetworkError) return <NoConnection onRetry={tryAgain} />;
    return (
      <Banner tone="danger" action={<Button onClick={tryAgain}>{t('Try again')}</Button>}>
        {t('This page could not be loaded completely. Nothing was lost.')}
      </Banner>
    );
  }
  // A submission that failed half-way has stored the description already, but not all the rest.
  const isUnfinished = user && (!user.description || draftStorage.isUnfinished(user.userId));
  if (isUnfinished && location.pathname !== onboardingPath) {
    return <Navigate to={onboardingPath} replace state={onwardState(location)} />;
  }
  return children;
}
