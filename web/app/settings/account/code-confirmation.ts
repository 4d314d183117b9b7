import type { Calls } from '@parlance/client/http';

type Typed = { accessVerificationId: string; code: string };

/** Exchanges codes for tokens. A code is valid once: if the following step fails, the retry reuses its token. */
export function createCodeConfirmation({
  completeAccessVerification,
}: Pick<Calls, 'completeAccessVerification'>) {
  let confirmed: { accessVerificationId: string; token: string } | null = null;
  return async ({ accessVerificationId, code }: Typed): Promise<string> => {
    if (confirmed?.accessVerificationId !== accessVerificationId) {
      const { token } = await completeAccessVerification({ accessVerificationId, code });
      confirmed = { accessVerificationId, token };
    }
    return confirmed.token;
  };
}
