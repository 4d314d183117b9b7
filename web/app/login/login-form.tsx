import { createLogin } from '@parlance/client/login';
import { loginMessage } from '@parlance/client/login-message';
import { email } from '@parlance/contract/access';
import { t, translate } from '@parlance/words/current';
import { useState } from 'react';
import type { OidcEntryProps, SignUpHintProps } from '#access/closed-entry';
import { CodeForm } from '#access/code-form';
import { GoogleButton } from '#access/google-button';
import { forgetInvitation, keptInvitation } from '#access/kept-invitation';
import type { PasskeyEntryProps } from '#access/passkey-entry';
import { canUsePasskeys } from '#access/passkey-support';
import { useCodeFlow } from '#access/use-code-flow';
import { DemoEntry } from '#demo/demo-entry';
import { refusalOf } from '#lib/refusal';
import { useLaterModule } from '#lib/use-later-module';
import { useReadySession } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Spinner } from '#ui/spinner';
import { loginProblem } from './login-problem';

/** Sign-in and sign-up by a code; other methods are offered until a code is requested. */
export function LoginForm() {
  const { runtime, staticData } = useReadySession();
  const [login] = useState(() => createLogin(runtime.session));
  const { googleClientId, hasDemoUser, oidcName, signUp } = staticData;
  const controls = useCodeFlow({
    refusalOf: (address) => refusalOf(email, address),
    begin: (address) => login.beginCode(address),
    async confirm({ address, ...typed }) {
      await login.confirmCode({ ...typed, emailOrPhone: address, also: keptInvitation() });
      forgetInvitation();
      // Not awaited: an offer that cannot be loaded or stored is left out.
      void import('#access/passkey-offer')
        .then(({ offerPasskey }) => offerPasskey(runtime, staticData))
        .catch(() => undefined);
    },
    problemOf: loginProblem,
  });
  const [isGoogleBusy, setGoogleBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const hasPasskeys = canUsePasskeys(staticData);

  const enterWithGoogle = async (credential: string | undefined) => {
    setGoogleBusy(true);
    setProblem(null);
    try {
      await login.signInWithGoogle(credential, keptInvitation());
      forgetInvitation();
    } catch (error) {
      setGoogleBusy(false);
      setProblem(translate(loginMessage(error)));
    }
  };

  return (
    <div className="grid gap-6 rounded-xl border border-line bg-surface p-5 shadow-raised sm:p-8">
      {problem && <Banner tone="danger">{problem}</Banner>}
      {signUp && !controls.flow.sent && <LaterSignUpHint signUp={signUp} />}
      <CodeForm
        controls={controls}
        addressLabel={t('Email')}
        addressInput={{
          type: 'email',
          name: 'email',
          autoComplete: hasPasskeys ? 'email webauthn' : 'email',
          inputMode: 'email',
          maxLength: 254,
        }}
        focusAddress
      />
      {(googleClientId || hasDemoUser || hasPasskeys || oidcName) && !controls.flow.sent && <OrDivider />}
      {oidcName && !controls.flow.sent && <LaterOidcEntry name={oidcName} onProblem={setProblem} />}
      {hasPasskeys && !controls.flow.sent && <LaterPasskeyEntry onProblem={setProblem} />}
      {googleClientId && !controls.flow.sent && (
        <>
          {isGoogleBusy && <Spinner label={t('Signing in...')} />}
          <div hidden={isGoogleBusy}>
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

function LaterPasskeyEntry(props: PasskeyEntryProps) {
  const later = useLaterModule(() => import('#access/passkey-entry'), { isWanted: true });
  // The height of the button, so that nothing moves when it comes.
  return later ? <later.PasskeyEntry {...props} /> : <div className="min-h-13" />;
}

function LaterOidcEntry(props: OidcEntryProps) {
  const later = useLaterModule(() => import('#access/closed-entry'), { isWanted: true });
  return later ? <later.OidcEntry {...props} /> : <div className="min-h-13" />;
}

function LaterSignUpHint(props: SignUpHintProps) {
  const later = useLaterModule(() => import('#access/closed-entry'), { isWanted: true });
  return later ? <later.SignUpHint {...props} /> : <div className="min-h-7" />;
}

function OrDivider() {
  return (
    <p className="flex items-center gap-4 text-sm text-ink-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {/* words: between two ways to sign in */}
      {t('Or')}
    </p>
  );
}
