// Encrypts and posts push messages in a worker thread: encryption takes a millisecond of CPU for each device.
import { workerData } from 'node:worker_threads';
import webPush from 'web-push';
import { createOutbound, isPublicAddress, OutboundRefused, type OutboundResponse } from './outbound.ts';
import type { PushOutcome, PushRequest, PushThreadData } from './push-sender.ts';
import { serveWorkerThread } from './worker-thread-entry.ts';

const { keys, contact, addresses, ca } = workerData as PushThreadData;
const contentEncoding = 'aes128gcm';
/** Payloads are padded to a multiple, so that their length does not reveal a name. */
const paddedBytes = 256;
const vapidForMs = 6 * 3_600_000;
const vapidCachedMax = 1000;
const limits = { timeoutMs: 10_000, maxBytes: 4096 };
const waitSeconds = { default: 60, max: 3600 };

const outbound = createOutbound({
  // All stay open between bursts of notifications: a TLS handshake costs more CPU time than a notification.
  connectionsMax: 32,
  ...(addresses && {
    isAllowed: (address) => Object.values(addresses).includes(address) || isPublicAddress(address),
    isAllowedPort: () => true,
    resolve: async (host) => [{ address: addresses[host] ?? '0.0.0.0', family: 4 }],
  }),
  ...(ca !== undefined && { ca }),
});

const vapidHeaders = new Map<string, { authorization: string; until: number }>();

/** The VAPID header of a push service. Signing costs more than encrypting, so a header is reused for half of its validity. */
function authorizationFor(origin: string): string {
  const known = vapidHeaders.get(origin);
  if (known && known.until > Date.now()) return known.authorization;
  const expiresAt = Math.floor((Date.now() + 2 * vapidForMs) / 1000);
  const { Authorization: authorization } = webPush.getVapidHeaders(
    origin,
    contact,
    keys.publicKey,
    keys.privateKey,
    contentEncoding,
    expiresAt,
  );
  if (vapidHeaders.size >= vapidCachedMax) vapidHeaders.clear();
  vapidHeaders.set(origin, { authorization, until: Date.now() + vapidForMs });
  return authorization;
}

/** JSON readers ignore the spaces. */
function padded(payload: string): Buffer {
  const bytes = Buffer.from(payload);
  const length = Math.ceil(bytes.length / paddedBytes) * paddedBytes;
  return Buffer.concat([bytes, Buffer.alloc(length - bytes.length, ' ')]);
}

async function send(request: PushRequest): Promise<PushOutcome> {
  const { endpoint, p256dh, auth, payload, ttlSeconds, topic, urgency } = request;
  const { cipherText } = webPush.encrypt(p256dh, auth, padded(payload), contentEncoding);
  try {
    const response = await outbound.request(endpoint, {
      method: 'POST',
      headers: {
        authorization: authorizationFor(new URL(endpoint).origin),
        'content-encoding': contentEncoding,
        'content-type': 'application/octet-stream',
        ttl: String(ttlSeconds),
        topic,
        urgency,
      },
      body: cipherText,
      ...limits,
    });
    return outcomeOf(response);
  } catch (error) {
    return { result: error instanceof OutboundRefused ? 'refused' : 'failed' };
  }
}

function outcomeOf({ status, headers }: OutboundResponse): PushOutcome {
  if (status >= 200 && status < 300) return { result: 'sent' };
  if (status === 404 || status === 410) return { result: 'gone' };
  if (status === 429 || status === 503) return { result: 'wait', seconds: secondsOf(headers['retry-after']) };
  return { result: status >= 400 && status < 500 ? 'refused' : 'failed' };
}

/** Retry-After is a number of seconds or a date. */
function secondsOf(retryAfter: string | undefined): number {
  const given = /^\d{1,9}$/.test(retryAfter ?? '')
    ? Number(retryAfter)
    : (Date.parse(retryAfter ?? '') - Date.now()) / 1000;
  if (Number.isNaN(given)) return waitSeconds.default;
  return Math.min(Math.max(1, Math.ceil(given)), waitSeconds.max);
}

serveWorkerThread<PushRequest>(async (request) => ({ answer: await send(request) }), { isConcurrent: true });
