import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Logger } from './logger.ts';

/** The Redis connection that distributes events between nodes. */
export interface EventBus {
  /** For the Socket.IO adapter. Publishing fails fast without Redis, so local sockets are not delayed. */
  redis: Redis;
  /** Whether publishing currently succeeds, as far as is known. */
  isThere(): boolean;
  /** Calls the listener periodically while events of other nodes are lost, and once more after the reconnect. */
  onMissing(listener: () => void): void;
  /** Resolves once publishing succeeds, or after a timeout without Redis. */
  whenReady(): Promise<void>;
  /** Deletes events older than a minute. The adapter keeps the last 10,000, with the names and texts in them, however old they are. */
  deleteOldEvents(): Promise<void>;
  close(): Promise<void>;
}

// A connected but unresponsive Redis counts as down after this timeout.
const answerWithinMs = 2000;
// Blocking reads wait up to five seconds for an event.
const readWithinMs = 15_000;
const retryAtMostMs = 2000;
const missingEveryMs = 5000;
// The reading connections reconnect shortly after the publishing one.
const returnedAfterMs = 1000;
const leaveWithinMs = 1000;
/** Nodes read an event within milliseconds; one that is absent for longer catches up by `onMissing`. */
const eventsKeptMs = 60_000;
/** The default of the adapter. */
const streamName = 'socket.io';

const shared = {
  maxRetriesPerRequest: null,
  retryStrategy: (attempts: number) => Math.min(attempts * 100, retryAtMostMs),
};

/** The adapter's subscriber: retries without limit and has a read timeout for blocking reads. */
class ListeningRedis extends Redis {
  constructor(url: string) {
    super(url, { ...shared, socketTimeout: readWithinMs });
  }

  // Closing the bus rejects pending subscriptions. The adapter handles no rejection, which would end the process.
  override subscribe(...channels: unknown[]): Promise<unknown> {
    return Reflect.apply(super.subscribe, this, channels).catch(() => 0);
  }
}

/** The adapter's publisher without an offline queue: messages are dropped while Redis is down. */
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

  // The adapter handles no rejection, which would end the process.
  override publish(channel: string | Buffer, message: string | Buffer): Promise<number> {
    return super.publish(channel, message).catch(() => 0);
  }

  // The adapter subscribes through duplicates, which need longer timeouts.
  override duplicate(): Redis {
    const copy = new ListeningRedis(this.#url);
    this.listening.push(copy);
    return copy;
  }
}

/**
 * Connects to Redis. An outage only delays events of other nodes, since clients catch up; it must not block or end the process, so
 * the publisher drops messages instead of queueing them.
 */
export function connectEventBus(url: string, log: Logger): EventBus {
  const listeners = new Set<() => void>();
  const tellMissing = () => {
    for (const listener of listeners) listener();
  };
  let missing: ReturnType<typeof setInterval> | undefined;
  let returned: ReturnType<typeof setTimeout> | undefined;
  // Some servers close without an error, such as a Redis in protected mode.
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
    async deleteOldEvents() {
      if (redis.status !== 'ready') return;
      // Ids of events begin with the time of Redis.
      const [seconds] = await redis.time();
      await redis.xtrim(streamName, 'MINID', Number(seconds) * 1000 - eventsKeptMs);
    },
    async close() {
      isClosing = true;
      listeners.clear();
      if (redis.status === 'ready') {
        // Flush published events, such as the disconnection of a banned member's sockets.
        const left = redis.quit().catch(() => undefined);
        await Promise.race([left, wait(leaveWithinMs, undefined, { ref: false })]);
      }
      clearInterval(missing);
      clearTimeout(returned);
      for (const connection of [redis, ...redis.listening]) connection.disconnect();
    },
  };
}
