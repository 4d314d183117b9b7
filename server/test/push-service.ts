import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { PushNetwork } from '#platform/push-sender';
import { afterTest } from '#test/after-test';
import { createCertificate } from '#test/certificate';

/** A decrypted push message. */
export interface ArrivedPush {
  endpoint: string;
  title: string;
  body: string;
  tag: string;
  path: string;
  unread: number | null;
  lang: string;
  ttl: number;
  topic: string;
  urgency: string;
  /** Of the decrypted payload. */
  bytes: number;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** Closes the connection instead of an answer. */
  isDropped?: boolean;
  /** Answers after this. */
  after?: Promise<void>;
}

/** A push service on loopback. It refuses what a real one would: RFC 8030, RFC 8291 and RFC 8292. */
export interface TestPushService {
  /** Settings and network of an application that uses it. */
  env: Record<string, string>;
  network: PushNetwork;
  /** Creates a subscription as a browser does, at one of its two names. */
  subscribe(host?: (typeof hosts)[number]): { endpoint: string; keys: { p256dh: string; auth: string } };
  arrived: ArrivedPush[];
  /** Problems of refused requests. */
  refusals: string[];
  requests(): number;
  /** Replaces the responses to valid messages, for one endpoint or for all. */
  answerWith(answer: Answer, endpoint?: string): void;
}

interface Subscriber {
  pair: ReturnType<typeof createECDH>;
  auth: Buffer;
}

const hosts = ['push.test', 'other-push.test'] as const;
const day = 24 * 3600;

export async function startPushService(): Promise<TestPushService> {
  const certificate = createCertificate(...hosts);
  const server = createECDH('prime256v1');
  const publicKey = server.generateKeys('base64url');
  const privateKey = Buffer.from(server.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
  const subscribers = new Map<string, Subscriber>();
  const arrived: ArrivedPush[] = [];
  const refusals: string[] = [];
  const answers = new Map<string, Answer>();
  let requests = 0;

  const service = createServer(certificate, async (request, response) => {
    requests += 1;
    const origin = `https://${request.headers.host}`;
    const endpoint = `${origin}${request.url}`;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = answers.get(endpoint) ?? answers.get('') ?? { status: 201 };
    try {
      const subscriber = subscribers.get(endpoint);
      if (!subscriber) throw new Error('unknown endpoint');
      checkVapid(request.headers.authorization ?? '', { origin, publicKey });
      const push = { endpoint, ...headersOf(request.headers), ...open(Buffer.concat(chunks), subscriber) };
      await answer.after;
      if (answer.isDropped) return void request.socket.destroy();
      if (answer.status === 201) arrived.push(push);
      response.writeHead(answer.status, answer.headers).end(answer.body);
    } catch (error) {
      refusals.push((error as Error).message);
      response.writeHead(403).end();
    }
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = service.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  afterTest(async () => {
    service.closeAllConnections();
    await new Promise<void>((resolve) => service.close(() => resolve()));
    return undefined;
  });

  return {
    env: {
      PUSH_PUBLIC_KEY: publicKey,
      PUSH_PRIVATE_KEY: privateKey,
      PUSH_SERVICES: hosts[0],
      PUSH_CONTACT: 'mailto:operator@example.org',
    },
    network: {
      addresses: Object.fromEntries(hosts.map((host) => [host, '127.0.0.1'])),
      ca: certificate.cert,
    },
    subscribe(host = hosts[0]) {
      const pair = createECDH('prime256v1');
      const p256dh = pair.generateKeys('base64url');
      const auth = randomBytes(16);
      const endpoint = `https://${host}:${address.port}/device/${randomBytes(16).toString('base64url')}`;
      subscribers.set(endpoint, { pair, auth });
      return { endpoint, keys: { p256dh, auth: auth.toString('base64url') } };
    },
    arrived,
    refusals,
    requests: () => requests,
    answerWith: (answer, endpoint = '') => answers.set(endpoint, answer),
  };
}

function checkVapid(header: string, expected: { origin: string; publicKey: string }): void {
  const parts = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header);
  if (!parts) throw new Error('no VAPID header');
  const [, head = '', claims = '', signature = '', key = ''] = parts;
  if (key !== expected.publicKey) throw new Error('another key than that of the subscription');
  const raw = Buffer.from(key, 'base64url');
  const [x, y] = [raw.subarray(1, 33).toString('base64url'), raw.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('a wrong signature');
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const aheadSeconds = exp - Date.now() / 1000;
  if (aud !== expected.origin) throw new Error('another audience');
  if (!(aheadSeconds > 0 && aheadSeconds <= day)) throw new Error('a wrong expiry');
  if (sub !== 'mailto:operator@example.org') throw new Error('another contact');
}

function headersOf(headers: IncomingHttpHeaders) {
  const { ttl, topic, urgency } = headers as Record<string, string | undefined>;
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('a wrong encoding');
  if (!/^\d+$/.test(ttl ?? '')) throw new Error('no TTL');
  if (!/^[\w-]{1,32}$/.test(topic ?? '')) throw new Error('a wrong topic');
  return { ttl: Number(ttl), topic: topic ?? '', urgency: urgency ?? '' };
}

/** Decrypts with node:crypto alone, so that the library of the sender is not checked by itself. */
function open(body: Buffer, { pair, auth }: Subscriber) {
  if (body.length > 4096) throw new Error('too long');
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const derive = (from: Buffer, given: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', from, given, info, length));
  const label = (text: string) => Buffer.from(`${text}\0`);
  const info = Buffer.concat([label('WebPush: info'), pair.getPublicKey(), senderKey]);
  const secret = derive(pair.computeSecret(senderKey), auth, info, 32);
  const key = derive(secret, salt, label('Content-Encoding: aes128gcm'), 16);
  const nonce = derive(secret, salt, label('Content-Encoding: nonce'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const record = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const payload = record.subarray(0, record.lastIndexOf(2));
  return { ...JSON.parse(payload.toString()), bytes: payload.length };
}
