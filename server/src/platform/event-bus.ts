import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { subscribeToEvents } from './event-subscriptions.ts';
import type { Logger } from './logger.ts';
import { watchOlderNodes } from './older-nodes.ts';
import { answerWithinMs, redisServers } from './redis-servers.ts';

/** Distributes events between nodes by channels in Redis. An event that is lost is replaced by a catch-up of its members. */
export interface EventBus {
  /** Sends to every node that subscribes to the channel, also to this one. Never waits and never fails. */
  publish(channel: string, payload: string): void;
  /** Resolves once events of the channel arrive here, or at once while Redis is down. */
  subscribe(channel: string): Promise<void>;
  unsubscribe(channel: string): void;
  onEvent(listener: (payload: Buffer) => void): void;
  /** Channels whose events of other nodes were lost: repeatedly during an outage, and once more after it. */
  onMissed(listener: (channels: string[]) => void): void;
  /** Channels to which an event could not be published, as soon as publishing works again. */
  onUnsent(listener: (channels: string[]) => void): void;
  /** Whether publishing currently succeeds, as far as is known. */
  isThere(): boolean;
  /** Resolves once events pass in both directions, or after a timeout without Redis. */
  whenReady(): Promise<void>;
  close(): Promise<void>;
}

/** The channel of every node. In the list of unsent channels it stands for all channels. */
export const everyNode = 'parlance:nodes';

const unsentEveryMs = 1000;
/** Publishing resumes with a limited rate of catch-ups. */
const unsentAtOnce = 500;
const unsentAtMost = 10_000;
const leaveWithinMs = 1000;

export function connectEventBus(addresses: string, log: Logger): EventBus {
  const servers = redisServers(addresses);
  const { publisher } = servers;
  const [eventListeners, missedListeners, unsentListeners] = [
    new Set<(payload: Buffer) => void>(),
    new Set<(channels: string[]) => void>(),
    new Set<(channels: string[]) => void>(),
  ];
  // Some servers close without an error, such as a Redis in protected mode.
  let reason = 'it closes the connection';
  let isGone = false;
  let isClosing = false;

  const keepReason = (error: NodeJS.ErrnoException) => {
    reason = error.message || (error.code ?? reason);
  };
  publisher.on('error', keepReason);
  publisher.on('node error', keepReason);
  publisher.on('close', () => {
    if (isGone || isClosing) return;
    isGone = true;
    log.warn({ reason }, 'Redis does not answer: events of other nodes wait for it');
  });
  publisher.on('ready', () => {
    if (!isGone) return;
    isGone = false;
    log.info('Redis answers again');
  });

  const unsent = new Set<string>();
  const keepUnsent = (channel: string) => void unsent.add(unsent.size < unsentAtMost ? channel : everyNode);
  const unsentTimer = setInterval(() => {
    if (unsent.size === 0 || publisher.status !== 'ready') return;
    const channels = unsent.has(everyNode) ? [...unsent] : [...unsent].slice(0, unsentAtOnce);
    for (const channel of channels) unsent.delete(channel);
    for (const listener of unsentListeners) listener(channels);
  }, unsentEveryMs).unref();

  const onMissed = (channels: string[]) => {
    for (const listener of missedListeners) listener(channels);
  };
  const subscriptions = subscribeToEvents(servers, {
    onEvent: (payload) => {
      for (const listener of eventListeners) listener(payload);
    },
    onMissed,
  });
  const olderNodes =
    publisher instanceof Redis ? watchOlderNodes(publisher, () => onMissed(subscriptions.channels())) : null;

  return {
    publish(channel, payload) {
      if (publisher.status === 'ready') publisher.spublish(channel, payload).catch(() => keepUnsent(channel));
      else keepUnsent(channel);
    },
    subscribe: subscriptions.subscribe,
    unsubscribe: subscriptions.unsubscribe,
    onEvent: (listener) => void eventListeners.add(listener),
    onMissed: (listener) => void missedListeners.add(listener),
    onUnsent: (listener) => void unsentListeners.add(listener),
    isThere: () => publisher.status === 'ready',
    async whenReady() {
      const ready =
        publisher.status === 'ready'
          ? Promise.resolve()
          : new Promise<void>((resolve) => publisher.once('ready', () => resolve()));
      const timeout = wait(answerWithinMs, undefined, { ref: false });
      await Promise.race([ready.then(() => subscriptions.whenComplete()), timeout]);
    },
    async close() {
      isClosing = true;
      clearInterval(unsentTimer);
      olderNodes?.stop();
      if (publisher.status === 'ready') {
        // Flush published events, such as the disconnection of a banned member's sockets; pipelines are written at the end of a tick.
        await turn();
        const left = publisher.quit().catch(() => undefined);
        await Promise.race([left, wait(leaveWithinMs, undefined, { ref: false })]);
      }
      subscriptions.close();
      publisher.disconnect();
    },
  };
}
