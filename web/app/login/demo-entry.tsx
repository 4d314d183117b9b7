import { loginMessage } from '@parlance/client/login-message';
import { t, translateMessage } from '@parlance/words/current';
import { useState } from 'react';
import { useReadySession } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';

/** The way in without an address, on an installation that has a demo community. */
export function DemoEntry() {
  const { login } = useReadySession().runtime;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const enter = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await login.continueAsDemoUser();
    } catch (error) {
      setProblem(translateMessage(loginMessage(error)));
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
