import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Logger } from './logger.ts';

/** The Redis through which nodes hear each other's events. */
export interface EventBus {
  /** For the Socket.IO adapter. Publishing fails at once while Redis is gone, instead of holding back the local sockets. */
  redis: Redis;
  /** Whether what is published now leaves, for all that is known. */
  isThere(): boolean;
  /** Called again and again while events of other nodes are missed, and once more when they come again. */
  onMissing(listener: () => void): void;
  /** Settles once what is published leaves, or after a while without Redis. */
  whenReady(): Promise<void>;
  close(): Promise<void>;
}

// A Redis that is there but silent counts as gone after this long.
const answerWithinMs = 2000;
// Reading waits up to five seconds for something to happen.
const readWithinMs = 15_000;
const retryAtMostMs = 2000;
const missingEveryMs = 5000;
// The connections that read come back a moment after the one that writes.
const returnedAfterMs = 1000;
const leaveWithinMs = 1000;

const shared = {
  maxRetriesPerRequest: null,
  retryStrategy: (attempts: number) => Math.min(attempts * 100, retryAtMostMs),
};

/**
 * A lost Redis only delays the events of other nodes, since clients catch up; it must never hold up or end the process. So
 * the connection that publishes queues nothing: what cannot leave now is dropped.
 */
export function connectEventBus(url: string, log: Logger): EventBus {
  const listeners = new Set<() => void>();
  const tellMissing = () => {
    for (const listener of listeners) listener();
  };
  let missing: ReturnType<typeof setInterval> | undefined;
  let returned: ReturnType<typeof setTimeout> | undefined;
  // Some end a connection without a word, such as a Redis that takes nobody from another machine.
  let reason = 'it closes the connection';
  let isClosing = false;

  const redis = new Redis(url, {
    ...shared,
    autoResendUnfulfilledCommands: false,
    commandTimeout: answerWithinMs,
    socketTimeout: answerWithinMs,
  });
  const readers: Redis[] = [];
  const publish = redis.publish.bind(redis);
  const xadd = redis.xadd.bind(redis) as (...args: unknown[]) => Promise<string>;
  Object.assign(redis, {
    // The adapter shows a rejection to nobody: it would end the process.
    publish: (channel: string, message: Buffer) =>
      redis.status === 'ready' ? publish(channel, message).catch(() => 0) : Promise.resolve(0),
    xadd: (...args: unknown[]) =>
      redis.status === 'ready' ? xadd(...args) : Promise.reject(new Error('redis is gone')),
    // The adapter reads through copies. They wait for Redis and for news as long as it takes.
    duplicate: () => {
      const reader = new Redis(url, { ...shared, socketTimeout: readWithinMs });
      readers.push(reader);
      const subscribe = reader.subscribe.bind(reader) as (...channels: string[]) => Promise<unknown>;
      // Cut short by the end of the bus, which the adapter shows to nobody either.
      return Object.assign(reader, {
        subscribe: (...channels: string[]) => subscribe(...channels).catch(() => 0),
      });
    },
  });

  redis.on('error', (error) => {
    reason = error.message || ((error as NodeJS.ErrnoException).code ?? reason);
  });
  redis.on('close', () => {
    clearTimeout(returned);
    if (missing !== undefined || isClosing) return;
    log.warn({ reason }, 'Redis does not answer: events of other nodes wait for it');
    missing = setInterval(tellMissing, missingEveryMs).unref();
  });
  redis.on('ready', () => {
    if (missing === undefined) return;
    clearInterval(missing);
    missing = undefined;
    returned = setTimeout(tellMissing, returnedAfterMs).unref();
    log.info('Redis answers again');
  });

  return {
    redis,
    isThere: () => redis.status === 'ready',
    onMissing: (listener) => void listeners.add(listener),
    async whenReady() {
      if (redis.status === 'ready') return;
      const ready = new Promise<void>((resolve) => redis.once('ready', () => resolve()));
      await Promise.race([ready, wait(answerWithinMs, undefined, { ref: false })]);
    },
    async close() {
      isClosing = true;
      listeners.clear();
      if (redis.status === 'ready') {
        // What was handed over for the other nodes, such as the cut of a banned person's sockets, still leaves.
        const left = redis.quit().catch(() => undefined);
        await Promise.race([left, wait(leaveWithinMs, undefined, { ref: false })]);
      }
      clearInterval(missing);
      clearTimeout(returned);
      for (const connection of [redis, ...readers]) connection.disconnect();
    },
  };
}
