import * as z from 'zod/mini';
import {
  authResult,
  clientTimeZone,
  email,
  googleIdentityToken,
  oidcToken,
  phone,
  verificationToken,
} from './access.ts';
import { endpoint } from './endpoint.ts';
import { challengeToken, passkeyAssertion } from './passkeys.ts';

/** Signs in an existing user by a confirmed address, a Google identity, an identity of the provider or a passkey. */
export const authenticate = endpoint({
  method: 'POST',
  path: '/auth',
  access: 'entry',
  summary: 'Sign in',
  payload: z.object({
    email: z.optional(email),
    phone: z.optional(phone),
    token: z.optional(verificationToken),
    googleIdentityToken: z.optional(googleIdentityToken),
    oidcToken: z.optional(oidcToken),
    passkey: z.optional(z.object({ challengeToken, credential: passkeyAssertion })),
    ...clientTimeZone,
  }),
  result: authResult,
});
