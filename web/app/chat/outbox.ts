import { createStore } from '@parlance/client/store';
import type { ChatMessage } from '@parlance/contract/chat';
import { coalesce } from '#lib/coalesce';
import type { ChatStorage, OutboxEntry } from './chat-storage';
import { judgeFailure, retryDelayMs } from './send-verdict';

/** What the tabs of one person tell each other. */
export type TabNews = { kind: 'outbox-changed' } | { kind: 'sent'; message: ChatMessage };

/** What an outbox needs of its surroundings. */
export interface OutboxPorts {
  storage: Promise<ChatStorage>;
  /** Brings one message to the server; `onProgress` hears how much of a recording is uploaded, from 0 to 1. */
  send(entry: OutboxEntry, onProgress: (fraction: number) => void): Promise<ChatMessage>;
  /** A message has arrived at the server, sent from this tab or another. */
  onSent(message: ChatMessage): void;
  /** False while an attempt would be lost for certain. */
  isReachable(): boolean;
  /** Runs a task that only one tab may run at a time. */
  withLock(name: string, task: () => Promise<void>): Promise<void>;
  tellTabs(news: TabNews): void;
  onFault(error: unknown): void;
}

export interface OutboxState {
  /** In the order of writing. */
  entries: OutboxEntry[];
  /** How much of a recording is uploaded, by clientMessageId. */
  progress: Record<string, number>;
}

export interface Outbox {
  getState(): OutboxState;
  subscribe(listener: () => void): () => void;
  /** Shows the message at once, keeps it, then sends it. Resolves when it is kept. */
  add(entry: OutboxEntry, options?: { isFromDraft?: boolean }): Promise<void>;
  retry(clientMessageId: string): Promise<void>;
  discard(clientMessageId: string): Promise<void>;
  /** Sends at once what waits: the server can be reached again. */
  flush(): void;
  hear(news: TabNews): void;
  close(): void;
}

/** What came of sending: nothing waits, an attempt was lost, or the server asked to wait so many milliseconds. */
type Outcome = 'done' | 'lost' | number;

interface PartnerQueue {
  /** Sends what waits, unless an attempt that was lost is too recent. */
  start(): void;
  /** Sends what waits at once. */
  flush(): void;
  stop(): void;
}

/**
 * Sends what waits: one partner apart from the other, and to each one after the other. A message is kept before it is
 * sent and leaves only when the server has it, always under the same id: nothing is lost and nothing is doubled.
 */
export function createOutbox(ports: OutboxPorts): Outbox {
  const store = createStore<OutboxState>({ entries: [], progress: {} });
  const queues = new Map<string, PartnerQueue>();
  let isClosed = false;

  const readKept = coalesce(async () => {
    const entries = await (await ports.storage).entries();
    if (!isClosed) store.set({ entries });
    for (const { partnerId } of entries) queueOf(partnerId);
  });

  const changed = async (): Promise<void> => {
    ports.tellTabs({ kind: 'outbox-changed' });
    await readKept();
  };

  function queueOf(partnerId: string): PartnerQueue {
    const known = queues.get(partnerId);
    if (known) return known;
    const queue = createPartnerQueue(() => drain(partnerId));
    queues.set(partnerId, queue);
    return queue;
  }

  function flush(): void {
    for (const queue of queues.values()) queue.flush();
  }

  /** Sends to one partner until nothing waits; answers how long to wait before the next attempt. */
  async function drain(partnerId: string): Promise<Outcome> {
    let outcome: Outcome = 'done';
    await ports.withLock(`outbox-${partnerId}`, async () => {
      while (outcome === 'done' && !isClosed && ports.isReachable()) {
        // Read again each time: another tab may have sent or deleted it meanwhile.
        const entries = await (await ports.storage).entries();
        const next = entries.find((entry) => entry.partnerId === partnerId && entry.failure === null);
        if (!next) return;
        outcome = await attempt(next);
      }
    });
    return outcome;
  }

  async function attempt(entry: OutboxEntry): Promise<Outcome> {
    const { clientMessageId } = entry;
    const storage = await ports.storage;
    try {
      const message = await ports.send(entry, (fraction) =>
        store.set({ progress: { ...store.get().progress, [clientMessageId]: fraction } }),
      );
      ports.onSent(message);
      ports.tellTabs({ kind: 'sent', message });
      await storage.remove(clientMessageId);
    } catch (error) {
      const verdict = judgeFailure(error);
      if (verdict.kind === 'again') return 'lost';
      if (verdict.kind === 'wait') return verdict.ms;
      await storage.setFailure(clientMessageId, verdict.reason);
    } finally {
      const { [clientMessageId]: _ended, ...progress } = store.get().progress;
      store.set({ progress });
    }
    await changed();
    return 'done';
  }

  function createPartnerQueue(task: () => Promise<Outcome>): PartnerQueue {
    let lostInARow = 0;
    let notBefore = 0;
    let isLimited = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = coalesce(async () => {
      clearTimeout(timer);
      const waitMs = notBefore - Date.now();
      if (waitMs > 0) {
        timer = setTimeout(start, waitMs);
        return;
      }
      const outcome = await task();
      isLimited = typeof outcome === 'number';
      lostInARow = outcome === 'lost' ? lostInARow + 1 : 0;
      if (outcome === 'done' || isClosed) return;
      const delayMs = outcome === 'lost' ? retryDelayMs(lostInARow) : outcome;
      notBefore = Date.now() + delayMs;
      timer = setTimeout(start, delayMs);
    });
    const start = () => void run().catch(ports.onFault);
    return {
      start,
      flush() {
        // A limit of the server is kept, whatever the network does.
        if (!isLimited) notBefore = 0;
        lostInARow = 0;
        start();
      },
      stop: () => clearTimeout(timer),
    };
  }

  void readKept().then(flush, ports.onFault);

  return {
    getState: store.get,
    subscribe: store.subscribe,
    async add(entry, { isFromDraft = false } = {}) {
      const isKnown = store.get().entries.some((known) => known.clientMessageId === entry.clientMessageId);
      if (!isKnown) store.set({ entries: [...store.get().entries, entry] });
      await (await ports.storage).add(entry, { isFromDraft });
      await changed();
      queueOf(entry.partnerId).start();
    },
    async retry(clientMessageId) {
      await (await ports.storage).setFailure(clientMessageId, null);
      await changed();
      flush();
    },
    async discard(clientMessageId) {
      await (await ports.storage).remove(clientMessageId);
      await changed();
    },
    flush,
    hear(news) {
      if (news.kind === 'sent') ports.onSent(news.message);
      void readKept().then(() => {
        for (const queue of queues.values()) queue.start();
      }, ports.onFault);
    },
    close() {
      isClosed = true;
      for (const queue of queues.values()) queue.stop();
    },
  };
}
