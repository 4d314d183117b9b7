import type { PasskeyAssertion, PasskeyRegistration } from '@parlance/contract/passkeys';
import type { Platform } from '#platform/platform';
import { relyingPartyOf } from './passkey-challenges.ts';

/** ES256 and RS256, which every device supports one of. */
export const passkeyAlgorithms = [-7, -257];
const ecdsa = -7;
// A COSE key of RSA with 4096 bits takes 527 bytes. A longer one would only make each signature costly to verify.
const publicKeyMaxBytes = 600;
const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

// Loaded with the first passkey: 27 MB of memory and 0.4 s of CPU time.
const loadLibrary = () => import('@simplewebauthn/server');

export interface NewPasskey {
  credentialId: Buffer;
  publicKey: Buffer;
  algorithm: number;
  counter: number;
  isSynced: boolean;
  transports: string[];
}

/** Verifies the response of a device that made a passkey; null for any response that is not valid. */
export async function verifyRegistration(
  platform: Platform,
  challenge: string,
  credential: PasskeyRegistration,
): Promise<NewPasskey | null> {
  const { rpId, origin } = relyingPartyOf(platform);
  const { verifyRegistrationResponse } = await loadLibrary();
  const { decodeAttestationObject, decodeCredentialPublicKey } = await import(
    '@simplewebauthn/server/helpers'
  );
  try {
    const attestation = Buffer.from(credential.response.attestationObject, 'base64url');
    // No attestation is requested. Certificates of one that comes anyway are not read: they name addresses to fetch.
    if (decodeAttestationObject(new Uint8Array(attestation)).get('fmt') !== 'none') return null;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...credential,
        type: credential.type as 'public-key',
        response: responseOf(credential),
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    });
    if (!registrationInfo || registrationInfo.credential.id !== credential.id) return null;
    const { publicKey, counter } = registrationInfo.credential;
    if (publicKey.length > publicKeyMaxBytes) return null;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(publicKey),
      // The library has checked that this is one of ours.
      algorithm: Number(decodeCredentialPublicKey(publicKey).get(3)),
      counter,
      isSynced: registrationInfo.credentialBackedUp,
      transports: knownTransports.filter((each) => credential.response.transports?.includes(each)),
    };
  } catch {
    return null;
  }
}

const responseOf = ({ response: { clientDataJSON, attestationObject } }: PasskeyRegistration) => ({
  clientDataJSON,
  attestationObject,
});

interface StoredKey {
  public_key: Buffer;
  algorithm: number;
}

/** Verifies the response of a device that signs in; null for any response that is not valid. The caller compares the counter. */
export async function verifyAssertion(
  platform: Platform,
  challenge: string,
  credential: PasskeyAssertion,
  { public_key, algorithm }: StoredKey,
): Promise<{ counter: number; isSynced: boolean } | null> {
  if (algorithm === ecdsa && !isWholeSignature(Buffer.from(credential.response.signature, 'base64url'))) {
    return null;
  }
  const { rpId, origin } = relyingPartyOf(platform);
  const { verifyAuthenticationResponse } = await loadLibrary();
  try {
    const { userHandle, ...response } = credential.response;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...credential,
        type: credential.type as 'public-key',
        response: { ...response, ...(userHandle !== undefined && { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      // 0 disables the check of the library: a decreased counter is reported to the member, but only after the signature is verified.
      credential: { id: credential.id, publicKey: new Uint8Array(public_key), counter: 0 },
    });
    if (!verified) return null;
    return { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp };
  } catch {
    // The library throws for malformed and for false responses alike.
    return null;
  }
}

/** Whether the bytes are one DER sequence of two integers and nothing else. The library ignores bytes that follow it. */
function isWholeSignature(bytes: Buffer): boolean {
  if (bytes[0] !== 0x30 || bytes[1] !== bytes.length - 2) return false;
  const afterFirst = endOfInteger(bytes, 2);
  return afterFirst !== null && endOfInteger(bytes, afterFirst) === bytes.length;
}

function endOfInteger(bytes: Buffer, start: number): number | null {
  const length = bytes[start + 1] ?? 0;
  // 32 bytes, and one for the sign.
  return bytes[start] === 0x02 && length >= 1 && length <= 33 ? start + 2 + length : null;
}
