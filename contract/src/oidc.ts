import * as z from 'zod/mini';
import { oidcToken } from './access.ts';
import { endpoint } from './endpoint.ts';
import { empty } from './text.ts';

/** Starts a sign-in at the identity provider. The state of the attempt is a sealed cookie, which `completeOidc` needs. */
export const beginOidc = endpoint({
  method: 'POST',
  path: '/oidc',
  access: 'entry',
  summary: 'Begin to sign in at the identity provider of the organisation',
  /** The page of the provider. */
  result: z.object({ url: z.string() }),
});

// Only the length: the provider decides, and a malformed value gets the error of a refused one.
const fromProvider = z.string().check(z.minLength(1), z.maxLength(4096));

/**
 * Exchanges the provider's answer, which is valid once, for a token of ours, which is consumed by the call that succeeds with it.
 * Where the provider has not verified the address, a sign-up needs a confirmed code as well.
 */
export const completeOidc = endpoint({
  method: 'POST',
  path: '/oidc/complete',
  access: 'entry',
  summary: 'Exchange the answer of the identity provider for a token',
  payload: z.object({ code: fromProvider, state: fromProvider, iss: z.optional(fromProvider) }),
  result: z.object({
    oidcToken: z.string(),
    /** The address that the provider gives, null without one. */
    email: z.nullable(z.string()),
    isEmailVerified: z.boolean(),
  }),
});

export const connectOidc = endpoint({
  method: 'POST',
  path: '/user/connect-oidc',
  access: 'signed-in',
  summary: 'Connect an identity of the identity provider',
  payload: z.object({ oidcToken }),
  result: empty,
});
