import { createECDH } from 'node:crypto';
import { checkOutboundAddress, hostOf, OutboundRefused } from './outbound.ts';
import { loadKeptSecret } from './secret.ts';
import type { Config } from './settings.ts';
import { createWorkerThread, type WorkerThread } from './worker-thread.ts';

export interface PushThreadData {
  keys: { publicKey: string; privateKey: string };
  /** An https or mailto address for the operators of push services. */
  contact: string;
  /** For tests: addresses of host names. Every other name is resolved and checked as always. */
  addresses?: Readonly<Record<string, string>>;
  ca?: string;
}

export interface PushRequest {
  endpoint: string;
  /** The device's public key and secret in base64url. */
  p256dh: string;
  auth: string;
  payload: string;
  ttlSeconds: number;
  /** At most 32 characters of base64url; a newer message replaces an undelivered one of the same topic. */
  topic: string;
  urgency: 'normal' | 'high';
}

/** The response of a push service. `wait` applies to the whole service. */
export type PushOutcome =
  | { result: 'sent' | 'gone' | 'refused' | 'failed' }
  | { result: 'wait'; seconds: number };

/** Sends push messages (RFC 8030) with VAPID (RFC 8292) and encryption (RFC 8291), in a worker thread. */
export interface PushSender {
  /** The application server key in base64url. */
  publicKey(): Promise<string>;
  /** Whether the endpoint belongs to an accepted push service. */
  isAccepted(endpoint: string): boolean;
  send(request: PushRequest): Promise<PushOutcome>;
  close(): Promise<void>;
}

/** For tests: host names that resolve to an address of this machine, with the certificate of their server. */
export type PushNetwork = Pick<PushThreadData, 'addresses' | 'ca'>;

const keysFile = 'push-keys';
const limits = { queueMax: 1000, timeoutMs: 30_000, heapMaxMb: 128 };

/** Null without keys: an installation with several nodes has to configure one pair for all. */
export function createPushSender(config: Config, network: PushNetwork = {}): PushSender | null {
  const { keys: configured, contact, services } = config.push;
  if (configured === null && config.databaseUrl !== null) return null;
  // On first use: most processes of a test run or a command send none.
  let keys: Promise<PushThreadData['keys']> | null = null;
  const loadKeys = () => {
    keys ??= (configured ? Promise.resolve(configured) : loadKeptKeys(config.dataDir)).catch(
      (error: unknown) => {
        keys = null;
        throw error;
      },
    );
    return keys;
  };
  let thread: WorkerThread<PushRequest, PushOutcome> | null = null;

  return {
    publicKey: async () => (await loadKeys()).publicKey,
    isAccepted(endpoint) {
      try {
        const host = hostOf(
          checkOutboundAddress(endpoint, {
            isAllowedPort: (port) => port === '' || network.addresses !== undefined,
          }),
        );
        return services === null || services.some((name) => host === name || host.endsWith(`.${name}`));
      } catch (error) {
        if (error instanceof OutboundRefused) return false;
        throw error;
      }
    },
    async send(request) {
      const given: PushThreadData = { keys: await loadKeys(), contact, ...network };
      thread ??= createWorkerThread({
        module: new URL('./push-thread.ts', import.meta.url),
        given,
        ...limits,
      });
      return await thread.ask(request);
    },
    close: async () => thread?.close(),
  };
}

/** The pair of a single-node installation, generated once: a new pair would invalidate every registered device. */
async function loadKeptKeys(dataDir: string) {
  const kept = await loadKeptSecret(dataDir, keysFile, () => {
    const pair = createECDH('prime256v1');
    const publicKey = pair.generateKeys('base64url');
    // Without leading zeros the private key may be shorter than its 32 bytes.
    const privateKey = pair.getPrivateKey('hex').padStart(64, '0');
    return `${publicKey} ${Buffer.from(privateKey, 'hex').toString('base64url')}`;
  });
  const [publicKey = '', privateKey = ''] = kept.trim().split(' ');
  return { publicKey, privateKey };
}
