import { createHash, createHmac, randomBytes } from 'node:crypto';

/** The parts of STUN and TURN (RFC 8489, RFC 8656) that an allocation needs. */
const methods = { allocate: 0x0003, refresh: 0x0004 } as const;
const attributes = {
  username: 0x0006,
  messageIntegrity: 0x0008,
  errorCode: 0x0009,
  lifetime: 0x000d,
  realm: 0x0014,
  nonce: 0x0015,
  requestedTransport: 0x0019,
} as const;
const magicCookie = 0x2112a442;
const headerBytes = 20;
const integrityBytes = 24;
const successBit = 0x0100;
const udp = Buffer.from([17, 0, 0, 0]);

type AttributeName = keyof typeof attributes;

/** Credentials; the first answer of a relay supplies realm and nonce. */
export interface StunIdentity {
  username: string;
  credential: string;
  realm: Buffer;
  nonce: Buffer;
}

function attribute(name: AttributeName, value: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(attributes[name], 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
}

function header(method: number, length: number, transactionId: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16BE(method, 0);
  head.writeUInt16BE(length, 2);
  head.writeUInt32BE(magicCookie, 4);
  return Buffer.concat([head, transactionId]);
}

/** A request to allocate or release a relayed address. */
export function stunRequest(method: keyof typeof methods, identity: StunIdentity | null): Buffer {
  const transactionId = randomBytes(12);
  const parts = [
    method === 'allocate'
      ? attribute('requestedTransport', udp)
      : attribute('lifetime', Buffer.from([0, 0, 0, 0])),
  ];
  if (!identity) {
    const body = Buffer.concat(parts);
    return Buffer.concat([header(methods[method], body.length, transactionId), body]);
  }
  const { username, credential, realm, nonce } = identity;
  parts.push(
    attribute('username', Buffer.from(username)),
    attribute('realm', realm),
    attribute('nonce', nonce),
  );
  const body = Buffer.concat(parts);
  // The signed length includes the signature.
  const signed = Buffer.concat([header(methods[method], body.length + integrityBytes, transactionId), body]);
  const key = createHash('md5').update(`${username}:${realm}:${credential}`).digest();
  return Buffer.concat([
    signed,
    attribute('messageIntegrity', createHmac('sha1', key).update(signed).digest()),
  ]);
}

/** An answer of a relay; null while incomplete. */
export interface StunAnswer {
  isSuccess: boolean;
  /** Such as 401; 0 if there is none. */
  errorCode: number;
  realm: Buffer | null;
  nonce: Buffer | null;
}

export function readStunAnswer(bytes: Buffer): StunAnswer | null {
  if (bytes.length < headerBytes) return null;
  const end = headerBytes + bytes.readUInt16BE(2);
  if (bytes.length < end) return null;
  const found = new Map<number, Buffer>();
  for (let at = headerBytes; at + 4 <= end; ) {
    const length = bytes.readUInt16BE(at + 2);
    found.set(bytes.readUInt16BE(at), bytes.subarray(at + 4, Math.min(at + 4 + length, end)));
    at += 4 + length + ((4 - (length % 4)) % 4);
  }
  const error = found.get(attributes.errorCode);
  return {
    isSuccess: (bytes.readUInt16BE(0) & 0x0110) === successBit,
    errorCode: error && error.length >= 4 ? error.readUInt8(2) * 100 + error.readUInt8(3) : 0,
    realm: found.get(attributes.realm) ?? null,
    nonce: found.get(attributes.nonce) ?? null,
  };
}
