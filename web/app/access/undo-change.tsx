import { t } from '@parlance/words/current';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { pageTitle } from '#lib/brand';
import { sentence } from '#lib/sentence';
import { useSession } from '#session/session-context';
import type { SessionRuntime } from '#session/session-runtime';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { LinkButton } from '#ui/link-button';
import { LonePage, LoneWords } from '#ui/lone-page';
import { Spinner } from '#ui/spinner';
import { undoProblem } from './undo-problem';

export const meta = () => [{ title: pageTitle(t('Undo a change')) }, { name: 'robots', content: 'noindex' }];

/** Target of the link in the notice of a changed sign-in. It needs a confirmation, because link scanners open every link. */
export default function UndoChange() {
  const { runtime, loading } = useSession();
  const [search] = useSearchParams();
  return (
    <LonePage>
      {runtime && !loading ? <Undo runtime={runtime} token={search.get('token') ?? ''} /> : <Spinner />}
    </LonePage>
  );
}

type Step = 'asking' | 'undoing' | { undoneFor: string } | { problem: string | null };

function Undo({ runtime: { calls, session }, token }: { runtime: SessionRuntime; token: string }) {
  const [step, setStep] = useState<Step>(token === '' ? { problem: null } : 'asking');

  const undo = async () => {
    setStep('undoing');
    try {
      const { emailOrPhone } = await calls.restoreWaysIn({ token });
      // The undo may have ended the session of this tab: while the app does not know it, "Sign in" leads to the dashboard.
      if (session.getState().user) await session.updateUser().catch(() => undefined);
      setStep({ undoneFor: emailOrPhone });
    } catch (error) {
      setStep({ problem: undoProblem(error) });
    }
  };

  if (typeof step === 'object' && 'undoneFor' in step) {
    return (
      <>
        <LoneWords title={t('The change is undone')}>
          {sentence('You sign in with {address} again. Every device was signed out.', {
            address: <bdi className="break-words text-ink">{step.undoneFor}</bdi>,
          })}
        </LoneWords>
        <LinkButton to="/login" size="lg" variant="primary">
          {t('Sign in')}
        </LinkButton>
      </>
    );
  }
  const problem = typeof step === 'object' ? step.problem : undefined;
  if (problem === null) {
    return (
      <>
        <LoneWords title={t('This link does not work')}>
          {t(
            'It works once, for seven days. If you have just opened it, part of it may be missing: please open it from the message again.',
          )}
        </LoneWords>
        <LinkButton to="/login" size="lg">
          {t('Sign in')}
        </LinkButton>
      </>
    );
  }
  return (
    <>
      <LoneWords title={t('Was this not you?')}>
        {t(
          'Undo it, and you sign in as before: with the email address, phone number, Google account and passkeys that your account had then. Every device is signed out.',
        )}
      </LoneWords>
      {problem && <Banner tone="danger">{problem}</Banner>}
      <Button size="lg" variant="primary" busy={step === 'undoing'} onClick={() => void undo()}>
        {step === 'undoing' ? t('Undoing...') : t('Undo the change')}
      </Button>
      <p className="text-ink-soft">{t('If it was you, close this page. Nothing changes.')}</p>
    </>
  );
}
