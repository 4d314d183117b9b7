import { createLogin } from '@parlance/client/login';
import { email as emailSchema } from '@parlance/contract/access';
import { ApiError } from '@parlance/contract/errors';
import { t } from '@parlance/words/current';
import { useState } from 'react';
import { refusalOf } from '#lib/refusal';
import type { SessionRuntime } from '#session/session-runtime';
import { LoneWords } from '#ui/lone-page';
import { CodeForm } from './code-form';
import { forgetInvitation, keptInvitation } from './kept-invitation';
import { oidcProblem } from './oidc-problem';
import { useCodeFlow } from './use-code-flow';

interface OidcAddressProps {
  runtime: SessionRuntime;
  oidcToken: string;
  /** The address that the organisation gives without having verified it. */
  email: string | null;
  onEntered: () => void;
}

/** Confirms an address by a code, where the organisation has not: an account is created only for a mailbox that was proven. */
export function OidcAddress({ runtime, oidcToken, email, onEntered }: OidcAddressProps) {
  const [login] = useState(() => createLogin(runtime.session));
  const controls = useCodeFlow({
    address: email ?? '',
    refusalOf: (address) => refusalOf(emailSchema, address),
    begin: (address) => login.beginCode(address, 'sign-up'),
    async confirm({ address, ...typed }) {
      const also = { oidcToken, ...keptInvitation() };
      await login.confirmCode({ ...typed, emailOrPhone: address, type: 'sign-up', also });
      forgetInvitation();
      onEntered();
    },
    problemOf: (error, step) => ({
      at: step === 'begin' ? 'address' : isOfCode(error) ? 'code' : 'form',
      message: oidcProblem(error),
      waitMs: error instanceof ApiError && error.timeout ? error.timeout * 1000 : undefined,
    }),
  });
  return (
    <>
      <LoneWords title={t('Confirm your email address')}>
        {t('Your organisation knows you. To create your account, please confirm where we can reach you.')}
      </LoneWords>
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
      />
    </>
  );
}

const isOfCode = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.statusCode === 400 ||
    error.is(
      'AccessVerificationCodeExpired',
      'AccessVerificationCodeInvalid',
      'AccessVerificationAttemptsExceeded',
      'AccessVerificationAlreadyCompleted',
    ));
