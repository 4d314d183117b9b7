import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { empty, instant, text, uuid } from './text.ts';

/** Largest number of passkeys of one member. */
export const passkeysMax = 20;

export const passkeyName = text({ min: 1, max: 60, required: 'Name is required' });

// Only the length: the contents are verified by the server, where a malformed response gets the error of an unknown passkey.
const encoded = (max: number) => z.string().check(z.maxLength(max));
const credentialIdMaxLength = 1400;

const ofAnyCredential = {
  id: encoded(credentialIdMaxLength),
  rawId: encoded(credentialIdMaxLength),
  type: encoded(20),
};

/** A challenge as signed by the server, valid for five minutes and one use. */
export const challengeToken = z.string().check(z.minLength(1), z.maxLength(1000));

/** The response of a device that signs in, in the form of `PublicKeyCredential.toJSON()`. */
export const passkeyAssertion = z.object({
  ...ofAnyCredential,
  response: z.object({
    clientDataJSON: encoded(4096),
    authenticatorData: encoded(4096),
    signature: encoded(1024),
    userHandle: z.optional(encoded(100)),
  }),
});
export type PasskeyAssertion = z.output<typeof passkeyAssertion>;

/** The response of a device that made a passkey, in the form of `PublicKeyCredential.toJSON()`. */
export const passkeyRegistration = z.object({
  ...ofAnyCredential,
  response: z.object({
    clientDataJSON: encoded(4096),
    attestationObject: encoded(16_384),
    transports: z.optional(z.array(encoded(20)).check(z.maxLength(10))),
  }),
});
export type PasskeyRegistration = z.output<typeof passkeyRegistration>;

const userVerification = z.literal('required');
const credentialType = z.literal('public-key');

/** Starts a sign-in by passkey. The response is the same for every caller and names no passkey. */
export const beginPasskeySignIn = endpoint({
  method: 'POST',
  path: '/auth/passkey-challenge',
  access: 'entry',
  summary: 'Begin to sign in with a passkey',
  result: z.object({
    challengeToken: z.string(),
    /** For `PublicKeyCredential.parseRequestOptionsFromJSON`. */
    options: z.object({ challenge: z.string(), rpId: z.string(), timeout: z.number(), userVerification }),
  }),
});

/** Starts the addition of a passkey. With `needsCode` a confirmed code of type `add-passkey` has to come with it. */
export const beginPasskey = endpoint({
  method: 'POST',
  path: '/passkey/challenge',
  access: 'signed-in',
  summary: 'Begin to add a passkey',
  result: z.object({
    challengeToken: z.string(),
    needsCode: z.boolean(),
    /** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
    options: z.object({
      challenge: z.string(),
      rp: z.object({ id: z.string(), name: z.string() }),
      user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
      pubKeyCredParams: z.array(z.object({ type: credentialType, alg: z.number() })),
      timeout: z.number(),
      attestation: z.literal('none'),
      authenticatorSelection: z.object({ residentKey: z.literal('required'), userVerification }),
      excludeCredentials: z.array(
        z.object({ type: credentialType, id: z.string(), transports: z.array(z.string()) }),
      ),
    }),
  }),
});

export const passkey = z.object({
  passkeyId: uuid,
  credentialId: z.string(),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
  /** Whether the device copies the passkey to others of its owner. */
  isSynced: z.boolean(),
});
export type Passkey = z.output<typeof passkey>;

/** Adds a passkey. `token` is the proof of a code, needed where the session began more than ten minutes ago. */
export const addPasskey = endpoint({
  method: 'POST',
  path: '/passkey',
  access: 'signed-in',
  summary: 'Add a passkey',
  payload: z.object({
    challengeToken,
    name: passkeyName,
    credential: passkeyRegistration,
    token: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  }),
  result: passkey,
});

/** The own passkeys, oldest first, and the account as devices list it, for the signals to the browser. */
export const listPasskeys = endpoint({
  method: 'GET',
  path: '/passkey',
  access: 'signed-in',
  summary: 'Own passkeys',
  result: z.object({
    passkeys: z.array(passkey),
    account: z.object({
      rpId: z.string(),
      /** Null before the first passkey. */
      userHandle: z.nullable(z.string()),
      name: z.string(),
      displayName: z.string(),
    }),
  }),
});

const passkeyParams = z.object({ passkeyId: uuid });

export const renamePasskey = endpoint({
  method: 'POST',
  path: '/passkey/{passkeyId}',
  access: 'signed-in',
  summary: 'Rename a passkey',
  params: passkeyParams,
  payload: z.object({ name: passkeyName }),
  result: passkey,
});

/** Removes a passkey and ends every other session. */
export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/passkey/{passkeyId}',
  access: 'signed-in',
  summary: 'Remove a passkey',
  params: passkeyParams,
  result: empty,
});
