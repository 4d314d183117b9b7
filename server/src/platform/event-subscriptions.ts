import type { Redis } from 'ioredis';
import type { RedisServers } from './redis-servers.ts';

/** Subscriptions to sharded channels, each on the server that serves its slot. */
export interface EventSubscriptions {
  /** Resolves once events of the channel arrive. While its server is unreachable it resolves at once, and `onMissed` is called later. */
  subscribe(channel: string): Promise<void>;
  unsubscribe(channel: string): void;
  channels(): string[];
  /** Resolves once every subscription is confirmed. */
  whenComplete(): Promise<void>;
  close(): void;
}

interface Subscription {
  slot: number;
  /** The server that has confirmed, or was last asked. */
  server: string | null;
  attempt: Promise<void>;
}

interface Listeners {
  onEvent(payload: Buffer): void;
  /** Called for channels without a subscription every five seconds, and once more after each is confirmed. */
  onMissed(channels: string[]): void;
}

const checkEveryMs = 1000;
const missedEveryMs = 5000;
const gatherConfirmedMs = 50;

/**
 * A channel loses its subscription when its connection closes, or when its slot moves to another server (failover, resharding). Events of
 * that time are lost, so `realtime:catch-up` is sent to its members once the new subscription is confirmed, not before.
 */
export function subscribeToEvents(servers: RedisServers, listeners: Listeners): EventSubscriptions {
  const wanted = new Map<string, Subscription>();
  const unconfirmed = new Set<string>();
  const confirmedLate = new Set<string>();
  const connections = new Map<string, Redis>();
  const waiting = new Set<() => void>();
  let gathering: ReturnType<typeof setTimeout> | undefined;

  function lose(channels: Iterable<string>): void {
    for (const channel of channels) if (wanted.has(channel)) unconfirmed.add(channel);
  }

  const channelsOn = (server: string): string[] =>
    [...wanted].flatMap(([channel, subscription]) => (subscription.server === server ? [channel] : []));

  function confirm(channel: string): void {
    if (!unconfirmed.delete(channel)) return;
    confirmedLate.add(channel);
    gathering ??= setTimeout(() => {
      gathering = undefined;
      const channels = [...confirmedLate];
      confirmedLate.clear();
      listeners.onMissed(channels);
    }, gatherConfirmedMs).unref();
    if (unconfirmed.size > 0) return;
    for (const resolve of waiting) resolve();
    waiting.clear();
  }

  function connectionTo(server: string): Redis {
    const known = connections.get(server);
    if (known) return known;
    const redis = servers.connect(server);
    connections.set(server, redis);
    redis.on('smessageBuffer', (_channel: Buffer, payload: Buffer) => listeners.onEvent(payload));
    redis.on('ready', subscribeUnconfirmed);
    redis.on('close', () => lose(channelsOn(server)));
    redis.on('error', (error: Error) => {
      // A server that gives its slot away ends the subscription unasked, which ioredis reports as an error. A confirmation that arrives
      // then can belong to another channel, so any other reply out of turn puts all channels of the connection in doubt.
      const ended = /Last reply: sunsubscribe,([^,]+),/.exec(error.message)?.[1];
      if (ended !== undefined) {
        if (wanted.get(ended)?.server === server) lose([ended]);
      } else if (error.message.includes('Command queue state error')) lose(channelsOn(server));
    });
    return redis;
  }

  async function attempt(channel: string, subscription: Subscription): Promise<void> {
    const server = servers.serverOf(subscription.slot);
    if (server === null) return void lose([channel]);
    const redis = connectionTo(server);
    subscription.server = server;
    if (redis.status !== 'ready') return void lose([channel]);
    try {
      await redis.ssubscribe(channel);
    } catch {
      return void (wanted.get(channel) === subscription && lose([channel]));
    }
    if (wanted.get(channel) === subscription && subscription.server === server) confirm(channel);
  }

  function subscribeUnconfirmed(): void {
    for (const channel of unconfirmed) {
      const subscription = wanted.get(channel);
      if (subscription) subscription.attempt = attempt(channel, subscription);
    }
  }

  function loseMoved(): void {
    for (const [channel, { slot, server }] of wanted)
      if (server !== servers.serverOf(slot)) unconfirmed.add(channel);
  }

  /** A connection without traffic reveals a dead server only when it is asked. */
  function check(): void {
    loseMoved();
    subscribeUnconfirmed();
    const used = new Set([...wanted.values()].map(({ server }) => server));
    for (const [server, redis] of connections) {
      if (used.has(server)) redis.ping().catch(() => {});
      else {
        connections.delete(server);
        redis.disconnect();
      }
    }
  }

  servers.publisher.on('refresh', () => {
    loseMoved();
    subscribeUnconfirmed();
  });
  const checks = setInterval(check, checkEveryMs).unref();
  const notices = setInterval(() => {
    if (unconfirmed.size > 0) listeners.onMissed([...unconfirmed]);
  }, missedEveryMs).unref();

  return {
    subscribe(channel) {
      const known = wanted.get(channel);
      if (known) return known.attempt;
      const subscription: Subscription = {
        slot: servers.slotOf(channel),
        server: null,
        attempt: Promise.resolve(),
      };
      wanted.set(channel, subscription);
      subscription.attempt = attempt(channel, subscription);
      return subscription.attempt;
    },
    unsubscribe(channel) {
      const subscription = wanted.get(channel);
      if (!subscription) return;
      wanted.delete(channel);
      const redis = connections.get(subscription.server ?? '');
      if (!unconfirmed.delete(channel) && redis?.status === 'ready')
        redis.sunsubscribe(channel).catch(() => {});
    },
    channels: () => [...wanted.keys()],
    whenComplete: () =>
      unconfirmed.size === 0
        ? Promise.all([...wanted.values()].map(({ attempt: asked }) => asked)).then(() => {})
        : new Promise((resolve) => void waiting.add(resolve)),
    close() {
      clearInterval(checks);
      clearInterval(notices);
      clearTimeout(gathering);
      wanted.clear();
      unconfirmed.clear();
      for (const redis of connections.values()) redis.disconnect();
    },
  };
}
