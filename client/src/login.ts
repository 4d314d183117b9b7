import { type AuthResult, isEmail } from '@parlance/contract/access';
import { ApiError } from '@parlance/contract/errors';
import { readTimeZone } from './client-time-zone.ts';
import type { Calls } from './http.ts';
import type { Session } from './session.ts';

/** A code that was sent: its verification id, its expiry, and the earliest time of a resend. */
export type PendingCode = Awaited<ReturnType<Calls['beginAccessVerification']>>;

export interface TypedCode {
  accessVerificationId: string;
  emailOrPhone: string;
  code: string;
  /** Purpose of the code; sign-in by default. */
  type?: 'sign-in' | 'sign-up';
  also?: WithSignUp | undefined;
}

/** What a sign-up sends beside its proof. */
export type WithSignUp = Pick<Parameters<Calls['createUser']>[0] & object, 'invitation' | 'oidcToken'>;

export interface Login {
  beginCode(emailOrPhone: string, type?: 'sign-in' | 'sign-up'): Promise<PendingCode>;
  /** Confirms a code, then signs in; without an account, signs up with the same proof. */
  confirmCode(typed: TypedCode): Promise<void>;
  /** Signs in with the credential of the Google button; without an account, signs up with it. */
  signInWithGoogle(credential: string | null | undefined, also?: WithSignUp): Promise<void>;
}

type Proof =
  | { email: string; token: string }
  | { phone: string; token: string }
  | { googleIdentityToken: string };

export const createLogin = ({ calls, signIn }: Pick<Session, 'calls' | 'signIn'>): Login => {
  // A code can be confirmed only once. If the following step fails, a retry continues from the verification token.
  let confirmed: { accessVerificationId: string; token: string } | null = null;

  const enter = (proof: Proof, also?: WithSignUp, type?: 'sign-in' | 'sign-up'): Promise<AuthResult> => {
    const entry = { ...proof, ...readTimeZone() };
    const create = () => calls.createUser({ ...entry, ...also });
    if (type === 'sign-up') return create();
    return calls.authenticate(entry).catch((error: unknown) => {
      if (error instanceof ApiError && error.is('UserNotFound')) return create();
      throw error;
    });
  };

  const confirm = async ({ accessVerificationId, code }: TypedCode): Promise<string> => {
    if (confirmed?.accessVerificationId === accessVerificationId) return confirmed.token;
    const { token } = await calls.completeAccessVerification({ accessVerificationId, code });
    confirmed = { accessVerificationId, token };
    return token;
  };

  return {
    beginCode(emailOrPhone, type = 'sign-in') {
      return calls.beginAccessVerification({ emailOrPhone, type });
    },
    async confirmCode(typed) {
      const token = await confirm(typed);
      const address = typed.emailOrPhone.trim();
      const proof: Proof = isEmail(address) ? { email: address, token } : { phone: address, token };
      const tokens = await enter(proof, typed.also, typed.type);
      confirmed = null;
      await signIn(tokens);
    },
    async signInWithGoogle(credential, also) {
      if (!credential) throw new ApiError('GoogleIdentityTokenInvalid');
      await signIn(await enter({ googleIdentityToken: credential }, also));
    },
  };
};
