import { readTimeZone } from '@parlance/client/client-time-zone';
import type { AuthResult } from '@parlance/contract/access';
import { ApiError } from '@parlance/contract/errors';
import { t } from '@parlance/words/current';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { pageTitle } from '#lib/brand';
import { useSession } from '#session/session-context';
import type { SessionRuntime } from '#session/session-runtime';
import { LinkButton } from '#ui/link-button';
import { LonePage, LoneWords } from '#ui/lone-page';
import { Spinner } from '#ui/spinner';
import { forgetInvitation, keptInvitation } from './kept-invitation';
import { OidcAddress } from './oidc-address';
import { oidcProblem } from './oidc-problem';
import { type OidcTrip, takeTrip } from './oidc-trip';

export const meta = () => [{ title: pageTitle(t('Sign in')) }, { name: 'robots', content: 'noindex' }];

type Step = 'working' | { problem: string } | { oidcToken: string; email: string | null };

/** Where the identity provider leads back to. Its answer is valid once, so it is used once. */
export default function OidcReturn() {
  const { runtime, loading, user } = useSession();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>('working');
  const [trip, setTrip] = useState<OidcTrip | null>(null);
  const isUsed = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: begins once, when the session is known
  useEffect(() => {
    if (!runtime || loading || isUsed.current) return;
    isUsed.current = true;
    const taken = takeTrip();
    // Another tab has signed in meanwhile.
    if (user && taken.purpose === 'sign-in') return void navigate(taken.returnTo, { replace: true });
    setTrip(taken);
    void finish(runtime, taken, search).then(
      (result) => (result === 'done' ? void navigate(taken.returnTo, { replace: true }) : setStep(result)),
      (error: unknown) => setStep({ problem: oidcProblem(error) }),
    );
  }, [runtime, loading]);

  if (!runtime || !trip || step === 'working') {
    return (
      <LonePage>
        <Spinner label={t('Signing in...')} />
      </LonePage>
    );
  }
  if ('oidcToken' in step) {
    return (
      <LonePage>
        <OidcAddress
          {...step}
          runtime={runtime}
          onEntered={() => void navigate(trip.returnTo, { replace: true })}
        />
      </LonePage>
    );
  }
  const isConnecting = trip.purpose === 'connect';
  return (
    <LonePage>
      <LoneWords title={isConnecting ? t('Not connected') : t('You are not signed in')}>
        {step.problem}
      </LoneWords>
      <LinkButton to={isConnecting ? trip.returnTo : '/login'} size="lg" variant="primary">
        {isConnecting ? t('Back to the settings') : t('Sign in')}
      </LinkButton>
    </LonePage>
  );
}

async function finish(runtime: SessionRuntime, trip: OidcTrip, search: URLSearchParams) {
  const { calls, session } = runtime;
  const [code, state, iss] = ['code', 'state', 'iss'].map((name) => search.get(name));
  // After a cancelled sign-in the redirect has no authorization code.
  if (!code || !state) return { problem: t('The sign-in was cancelled.') };
  const { oidcToken, email, isEmailVerified } = await calls.completeOidc({
    code,
    state,
    ...(iss ? { iss } : {}),
  });
  if (trip.purpose === 'connect') {
    await calls.connectOidc({ oidcToken });
    await session.showSaved({});
    return 'done' as const;
  }
  const entry = { oidcToken, ...readTimeZone() };
  let tokens: AuthResult;
  try {
    tokens = await calls.authenticate(entry);
  } catch (error) {
    if (!(error instanceof ApiError) || !error.is('UserNotFound')) throw error;
    if (!isEmailVerified) return { oidcToken, email };
    tokens = await calls.createUser({ ...entry, ...keptInvitation() });
  }
  await session.signIn(tokens);
  forgetInvitation();
  return 'done' as const;
}
