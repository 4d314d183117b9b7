import { loginMessage } from '@parlance/client/login-message';
import { email } from '@parlance/contract/access';
import { t, translate } from '@parlance/words/current';
import { useState } from 'react';
import { CodeForm } from '#access/code-form';
import { GoogleButton } from '#access/google-button';
import { useCodeFlow } from '#access/use-code-flow';
import { DemoEntry } from '#demo/demo-entry';
import { refusalOf } from '#lib/refusal';
import { useReadySession } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Spinner } from '#ui/spinner';
import { loginProblem } from './login-problem';

/** Sign-in and sign-up by a code; other methods are offered until a code is requested. */
export function LoginForm() {
  const { runtime, staticData } = useReadySession();
  const { login } = runtime;
  const { googleClientId, hasDemoUser } = staticData;
  const controls = useCodeFlow({
    refusalOf: (address) => refusalOf(email, address),
    begin: (address) => login.beginCode(address),
    confirm: ({ address, ...typed }) => login.confirmCode({ ...typed, emailOrPhone: address }),
    problemOf: loginProblem,
  });
  const [google, setGoogle] = useState<{ busy: boolean; problem: string | null }>({
    busy: false,
    problem: null,
  });

  const enterWithGoogle = async (credential: string | undefined) => {
    setGoogle({ busy: true, problem: null });
    try {
      await login.signInWithGoogle(credential);
    } catch (error) {
      setGoogle({ busy: false, problem: translate(loginMessage(error)) });
    }
  };

  return (
    <div className="grid gap-6 rounded-xl border border-line bg-surface p-5 shadow-raised sm:p-8">
      {google.problem && <Banner tone="danger">{google.problem}</Banner>}
      <CodeForm
        controls={controls}
        addressLabel={t('Email')}
        addressInput={{
          type: 'email',
          name: 'email',
          autoComplete: 'email',
          inputMode: 'email',
          maxLength: 254,
        }}
        focusAddress
      />
      {(googleClientId || hasDemoUser) && !controls.flow.sent && <OrDivider />}
      {googleClientId && !controls.flow.sent && (
        <>
          {google.busy && <Spinner label={t('Signing in...')} />}
          <div hidden={google.busy}>
            <GoogleButton
              clientId={googleClientId}
              text="continue_with"
              onCredential={(credential) => void enterWithGoogle(credential)}
            />
          </div>
        </>
      )}
      {hasDemoUser && !controls.flow.sent && <DemoEntry />}
    </div>
  );
}

function OrDivider() {
  return (
    <p className="flex items-center gap-4 text-sm text-ink-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {/* words: between two ways to sign in */}
      {t('Or')}
    </p>
  );
}
