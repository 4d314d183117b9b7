import { readTimeZone } from '@parlance/client/client-time-zone';
import { loginMessage } from '@parlance/client/login-message';
import { NetworkError } from '@parlance/client/network-error';
import { type AuthResult, authResult } from '@parlance/contract/access';
import { apiPrefix } from '@parlance/contract/endpoint';
import { ApiError, errorBody } from '@parlance/contract/errors';
import { fromWire, isOnWire } from '@parlance/contract/wire';
import { t, translate } from '@parlance/words/current';
import { useState } from 'react';
import { useReadySession } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';

// Not part of the contract: only demo servers have this call.
async function authenticate(): Promise<AuthResult> {
  const response = await fetch(`${apiPrefix}/auth/demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': document.documentElement.lang },
    body: JSON.stringify(readTimeZone()),
  }).catch(() => Promise.reject(new NetworkError()));
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return fromWire(authResult, body);
  throw isOnWire(errorBody, body) ? ApiError.fromBody(body) : ApiError.fromStatus(response.status);
}

/** Login without an address, on an installation with a demo community. */
export function DemoEntry() {
  const { session } = useReadySession().runtime;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const enter = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await session.signIn(await authenticate());
    } catch (error) {
      setProblem(translate(loginMessage(error)));
      setBusy(false);
    }
  };

  return (
    <div className="grid gap-3">
      {problem && <Banner tone="danger">{problem}</Banner>}
      <Button size="lg" busy={busy} onClick={() => void enter()}>
        {busy ? t('Signing in...') : t('Continue as demo user')}
      </Button>
      <p className="text-center text-sm text-ink-soft">
        {t('No address needed: meet sixty invented people.')}
      </p>
    </div>
  );
}
