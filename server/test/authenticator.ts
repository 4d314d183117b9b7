import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

// A software authenticator (WebAuthn): it makes passkeys and signs with them as a device does, or with one fault.

const flag = { present: 0x01, verified: 0x04, canSync: 0x08, isSynced: 0x10, hasCredential: 0x40 };

export interface Faults {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  challenge?: string;
  type?: string;
  attestation?: 'none' | 'packed';
}

export interface DeviceOptions {
  origin: string;
  algorithm?: -7 | -257;
  /** Starts at 0 and stays there without it. */
  counter?: number;
  isSynced?: boolean;
  userHandle?: string;
}

interface RequestOptions {
  challenge: string;
  rpId: string;
}

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}

export interface Device {
  /** The id of its credential. */
  id: string;
  counter: number;
  userHandle: string;
  register(options: CreationOptions, faults?: Faults): ReturnType<typeof registrationOf>;
  assert(options: RequestOptions, faults?: Faults): ReturnType<typeof assertionOf>;
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();
const text = (bytes: Buffer): string => bytes.toString('base64url');

export function createDevice({
  origin,
  algorithm = -7,
  counter = 0,
  isSynced = false,
}: DeviceOptions): Device {
  const keys =
    algorithm === -7
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const credentialId = randomBytes(16);

  const clientData = (type: string, challenge: string, faults: Faults): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (rpId: string, faults: Faults, extra?: Buffer): Buffer => {
    const flags =
      flag.present |
      (faults.isVerified === false ? 0 : flag.verified) |
      (isSynced ? flag.canSync | flag.isSynced : 0) |
      (extra ? flag.hasCredential : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(device.counter);
    return Buffer.concat([sha256(faults.rpId ?? rpId), Buffer.from([flags]), count, extra ?? Buffer.of()]);
  };

  const device: Device = {
    id: text(credentialId),
    counter,
    userHandle: '',
    register({ challenge, rp, user }, faults = {}) {
      device.userHandle = user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const made = Buffer.concat([
        Buffer.alloc(16),
        length,
        credentialId,
        coseKey(keys.publicKey, algorithm),
      ]);
      const data = authenticatorData(rp.id, faults, made);
      return registrationOf(
        credentialId,
        clientData('webauthn.create', challenge, faults),
        attestationObject(data, faults.attestation ?? 'none'),
      );
    },
    assert({ challenge, rpId }, faults = {}) {
      if (device.counter > 0) device.counter += 1;
      const client = clientData('webauthn.get', challenge, faults);
      const data = authenticatorData(rpId, faults);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), keys.privateKey);
      return assertionOf(credentialId, { client, data, signature, userHandle: device.userHandle });
    },
  };
  return device;
}

const named = (credentialId: Buffer) => ({
  id: text(credentialId),
  rawId: text(credentialId),
  type: 'public-key',
});

const registrationOf = (credentialId: Buffer, client: Buffer, attestation: Buffer) => ({
  ...named(credentialId),
  response: {
    clientDataJSON: text(client),
    attestationObject: text(attestation),
    transports: ['internal', 'unheard-of'],
  },
});

const assertionOf = (
  credentialId: Buffer,
  {
    client,
    data,
    signature,
    userHandle,
  }: { client: Buffer; data: Buffer; signature: Buffer; userHandle: string },
) => ({
  ...named(credentialId),
  response: {
    clientDataJSON: text(client),
    authenticatorData: text(data),
    signature: text(signature),
    userHandle,
  },
});

// CBOR: a head of one to three bytes, then the bytes or text.
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([head(2, bytes.length), bytes]);
const cborText = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const cborNumber = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));

function coseKey(publicKey: KeyObject, algorithm: number): Buffer {
  const { x = '', y = '', n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const entries: [number, Buffer][] =
    algorithm === -7
      ? [
          [1, cborNumber(2)],
          [3, cborNumber(algorithm)],
          [-1, cborNumber(1)],
          [-2, cborBytes(Buffer.from(x, 'base64url'))],
          [-3, cborBytes(Buffer.from(y, 'base64url'))],
        ]
      : [
          [1, cborNumber(3)],
          [3, cborNumber(algorithm)],
          [-1, cborBytes(Buffer.from(n, 'base64url'))],
          [-2, cborBytes(Buffer.from(e, 'base64url'))],
        ];
  return Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([key, value]) => [cborNumber(key), value]),
  ]);
}

const attestationObject = (data: Buffer, format: string): Buffer =>
  Buffer.concat([
    head(5, 3),
    cborText('fmt'),
    cborText(format),
    cborText('attStmt'),
    head(5, 0),
    cborText('authData'),
    cborBytes(data),
  ]);
