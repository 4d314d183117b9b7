import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { draftStorage } from '#onboarding/draft-storage';
import { useSession } from '#session/session-context';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Spinner } from '#ui/spinner';
import { onwardState } from './return-address';

const onboardingPath = '/onboarding';

/** Lets a screen show once the session is known, and sends people with an unfinished profile to finish it. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { loading, user, staticData, runtime } = useSession();
  const location = useLocation();

  if (loading) {
    return (
      <div className="flex min-h-[60vh] items-center justify-center">
        <Spinner />
      </div>
    );
  }
  if (!runtime || !staticData) {
    const tryAgain = () => (runtime ? void runtime.refresh() : window.location.reload());
    return (
      <Banner tone="danger" action={<Button onClick={tryAgain}>Try again</Button>}>
        This page could not be loaded completely. Nothing was lost.
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
