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

/** Listens for the adapter, and waits for Redis and for events as long as it takes. */
class ListeningRedis extends Redis {
  constructor(url: string) {
    super(url, { ...shared, socketTimeout: readWithinMs });
  }

  // Cut short by the end of the bus. The adapter handles no rejection: it would end the process.
  override subscribe(...channels: unknown[]): Promise<unknown> {
    return Reflect.apply(super.subscribe, this, channels).catch(() => 0);
  }
}

/** Publishes for the adapter without a queue: what cannot leave now is refused. */
class PublishingRedis extends Redis {
  readonly listening: Redis[] = [];
  readonly #url: string;

  constructor(url: string) {
    super(url, {
      ...shared,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      commandTimeout: answerWithinMs,
      socketTimeout: answerWithinMs,
    });
    this.#url = url;
  }

  // The adapter handles no rejection: it would end the process.
  override publish(channel: string | Buffer, message: string | Buffer): Promise<number> {
    return super.publish(channel, message).catch(() => 0);
  }

  // The adapter reads through copies of this one, whose timeouts are too short for reading.
  override duplicate(): Redis {
    const copy = new ListeningRedis(this.#url);
    this.listening.push(copy);
    return copy;
  }
}

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

  const redis = new PublishingRedis(url);

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
      for (const connection of [redis, ...redis.listening]) connection.disconnect();
    },
  };
}
