import { readTimeZone } from '@parlance/client/client-time-zone';
import type { Calls } from '@parlance/client/http';
import { ApiError } from '@parlance/contract/errors';
import type { Passkey, PasskeyAssertion, PasskeyRegistration } from '@parlance/contract/passkeys';
import type { SessionRuntime } from '#session/session-runtime';
import { deviceName } from './device-name';

/** A challenge is valid for five minutes; a request that waits longer is made anew. */
export const challengeUsedWithinMs = 4 * 60_000;

interface RequestOptions {
  /** Offers the passkeys in the suggestions of a field instead of a dialog of the browser. */
  isSuggestion?: boolean;
  signal: AbortSignal;
}

/** The response of this device to a challenge, and when that was made. */
export type Answer = Awaited<ReturnType<typeof askDevice>>;

export async function askDevice(
  { calls }: Pick<SessionRuntime, 'calls'>,
  { isSuggestion = false, signal }: RequestOptions,
) {
  // Not performance.now(), which stands still while a computer sleeps: the challenge expires meanwhile.
  const beganAt = Date.now();
  const { challengeToken, options } = await calls.beginPasskeySignIn(undefined, { signal });
  const credential = await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
    signal,
    ...(isSuggestion && { mediation: 'conditional' }),
  });
  const answered = (credential as PublicKeyCredential).toJSON() as PasskeyAssertion;
  return { challengeToken, credential: answered, beganAt };
}

export async function signInByAnswer(
  { calls, session }: Pick<SessionRuntime, 'calls' | 'session'>,
  { challengeToken, credential, beganAt }: Answer,
): Promise<void> {
  const tokens = await calls
    .authenticate({ passkey: { challengeToken, credential }, ...readTimeZone() })
    .catch(async (error: unknown) => {
      // The device stops offering a passkey that the server does not know. An expired challenge has the same error, so it is excluded.
      const isFresh = Date.now() - beganAt < challengeUsedWithinMs;
      if (isFresh && error instanceof ApiError && error.is('AccessNotVerified'))
        await forgetOnDevice(credential.id);
      throw error;
    });
  await session.signIn(tokens);
}

/**
 * Has this device make a passkey and adds it; `token` is the proof of a code. Returns null, before the device is asked, where a code is
 * needed and there is none.
 */
export async function makePasskey(calls: Calls, token?: string): Promise<Passkey | null> {
  const { challengeToken, needsCode, options } = await calls.beginPasskey();
  if (needsCode && token === undefined) return null;
  const credential = await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
      options as PublicKeyCredentialCreationOptionsJSON,
    ),
  });
  try {
    return await calls.addPasskey({
      challengeToken,
      name: deviceName(navigator.userAgent),
      credential: (credential as PublicKeyCredential).toJSON() as PasskeyRegistration,
      token,
    });
  } catch (error) {
    // The device has stored a passkey that the server refused.
    if (error instanceof ApiError) await calls.listPasskeys().then(tellDevice, () => undefined);
    throw error;
  }
}

// The signals are missing in some browsers, and only tidy the lists of the device.
async function forgetOnDevice(credentialId: string): Promise<void> {
  await PublicKeyCredential.signalUnknownCredential?.({ rpId: location.hostname, credentialId }).catch(
    () => undefined,
  );
}

/** Tells this device which passkeys of the account are left, and its name. */
export async function tellDevice({
  passkeys,
  account: { rpId, userHandle: userId, name, displayName },
}: Awaited<ReturnType<Calls['listPasskeys']>>): Promise<void> {
  if (userId === null || !('PublicKeyCredential' in window)) return;
  const allAcceptedCredentialIds = passkeys.map(({ credentialId }) => credentialId);
  await Promise.allSettled([
    PublicKeyCredential.signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds }),
    PublicKeyCredential.signalCurrentUserDetails?.({ rpId, userId, name, displayName }),
  ]);
}
