import { t } from '@parlance/words/current';
import KeyRound from 'lucide-react/icons/key-round';
import { useEffect, useRef, useState } from 'react';
import type { SessionRuntime } from '#session/session-runtime';
import { useReadySession } from '#session/signed-in';
import { Button } from '#ui/button';
import { type Answer, askDevice, challengeUsedWithinMs, signInByAnswer } from './passkey-device';
import { passkeyProblem } from './passkey-problem';

export interface PasskeyEntryProps {
  onProblem: (problem: string | null) => void;
}

/** The sign-in by passkey: a button, and suggestions in the email field, whose `autocomplete` names webauthn. */
export function PasskeyEntry({ onProblem }: PasskeyEntryProps) {
  const { runtime } = useReadySession();
  const [busy, setBusy] = useState(false);
  // A browser refuses a second request while one waits.
  const suggestion = useRef<AbortController>(null);

  const enter = async (ask: () => Promise<Answer | null>) => {
    try {
      const answer = await ask();
      if (!answer) return;
      setBusy(true);
      onProblem(null);
      await signInByAnswer(runtime, answer);
    } catch (error) {
      const problem = passkeyProblem(error);
      if (problem !== null) onProblem(problem);
      setBusy(false);
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the suggestion begins anew only after a use of the button
  useEffect(() => {
    if (busy) return;
    const stop = new AbortController();
    suggestion.current = stop;
    void enter(() => suggest(runtime, stop.signal));
    return () => stop.abort();
  }, [busy]);

  const press = () => {
    suggestion.current?.abort();
    setBusy(true);
    onProblem(null);
    void enter(() => askDevice(runtime, { signal: new AbortController().signal }));
  };
  return (
    <Button size="lg" busy={busy} onClick={press}>
      {!busy && <KeyRound aria-hidden="true" className="size-5" />}
      {busy ? t('Signing in...') : t('Sign in with a passkey')}
    </Button>
  );
}

/** Waits until a suggested passkey is chosen, with a new challenge before the old one expires; null where that is not possible. */
async function suggest(runtime: SessionRuntime, signal: AbortSignal): Promise<Answer | null> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return null;
  while (!signal.aborted) {
    const expiry = AbortSignal.timeout(challengeUsedWithinMs);
    try {
      return await askDevice(runtime, { isSuggestion: true, signal: AbortSignal.any([signal, expiry]) });
    } catch {
      // The member did not ask for suggestions, so that their failure needs no message.
      if (!expiry.aborted) return null;
    }
  }
  return null;
}
