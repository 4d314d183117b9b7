import calculateSlot from 'cluster-key-slot';
import { Cluster, Redis, type RedisOptions } from 'ioredis';

/** One Redis, or the servers of a cluster. */
export interface RedisServers {
  /** Has no queue: a command fails at once while its server is unreachable. */
  publisher: Redis | Cluster;
  slotOf(channel: string): number;
  /** Names the server that serves a slot now; null while it is unknown. */
  serverOf(slot: number): string | null;
  /** Opens a connection for subscriptions. It reconnects without limit and subscribes to nothing by itself. */
  connect(server: string): Redis;
}

/** A connected but unresponsive Redis counts as down after this timeout. */
export const answerWithinMs = 2000;
const retryAtMostMs = 2000;
const slotsEveryMs = 1000;

const retryDelay = (attempts: number): number => Math.min(attempts * 100, retryAtMostMs);

const shared = {
  maxRetriesPerRequest: null,
  autoResendUnfulfilledCommands: false,
  commandTimeout: answerWithinMs,
  socketTimeout: answerWithinMs,
  connectTimeout: answerWithinMs,
} satisfies RedisOptions;

const subscribing = {
  ...shared,
  retryStrategy: retryDelay,
  autoResubscribe: false,
  enableOfflineQueue: false,
} satisfies RedisOptions;

/** Several addresses, separated by commas, are servers of one cluster; the others are discovered from each. */
export const redisServers = (addresses: string): RedisServers => {
  const urls = addresses.split(',').map((address) => address.trim());
  return urls.length === 1 ? oneServer(addresses) : clusterServers(urls);
};

function oneServer(url: string): RedisServers {
  return {
    publisher: new Redis(url, {
      ...shared,
      retryStrategy: retryDelay,
      enableOfflineQueue: false,
      enableAutoPipelining: true,
    }),
    slotOf: () => 0,
    serverOf: () => url,
    connect: () => new Redis(url, subscribing),
  };
}

function clusterServers(urls: string[]): RedisServers {
  const access = accessOf(urls[0] ?? '');
  const publisher = new Cluster(urls, {
    clusterRetryStrategy: retryDelay,
    enableOfflineQueue: false,
    // A repeated command would wait in memory; an event that fails is replaced by a catch-up.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshInterval: slotsEveryMs,
    slotsRefreshTimeout: answerWithinMs,
    redisOptions: { ...shared, ...access },
  });
  return {
    publisher,
    slotOf: calculateSlot,
    serverOf: (slot) => publisher.slots[slot]?.[0] ?? null,
    connect(server) {
      const colon = server.lastIndexOf(':');
      const place = { host: server.slice(0, colon), port: Number(server.slice(colon + 1)) };
      return new Redis({ ...subscribing, ...access, ...place });
    },
  };
}

/** The servers of a cluster share their credentials, and all of them use TLS or none. */
function accessOf(address: string): RedisOptions {
  const { protocol, username, password } = new URL(address);
  return {
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: {} }),
  };
}
