import { createStore } from '@parlance/client/store';
import type { ChatMessage } from '@parlance/contract/chat';
import { coalesce } from '#lib/coalesce';
import type { ChatStorage, OutboxEntry } from './chat-storage';
import {
  createPartnerQueue,
  judgeFailure,
  lineOf,
  nextEntry,
  type PartnerQueue,
  type SendOutcome,
} from './partner-queue';

/** Messages between tabs of the same member. */
export type TabNews = { kind: 'outbox-changed' } | { kind: 'sent'; message: ChatMessage };

export interface OutboxPorts {
  storage: Promise<ChatStorage>;
  /** Sends one entry; `onProgress` receives the uploaded fraction of a file, from 0 to 1. */
  send(
    entry: OutboxEntry,
    onProgress: (fraction: number) => void,
    cancelled: AbortSignal,
  ): Promise<ChatMessage>;
  /** Called after an acknowledgement, in this tab or another. */
  onSent(message: ChatMessage): void;
  /** False when the browser is offline and no socket is connected. */
  isReachable(): boolean;
  /** Runs a task in one tab at a time. */
  withLock(name: string, task: () => Promise<void>): Promise<void>;
  tellTabs(news: TabNews): void;
  onFault(error: unknown): void;
}

export interface OutboxState {
  /** In the order of writing. */
  entries: OutboxEntry[];
  /** Uploaded fraction by clientMessageId. */
  progress: Record<string, number>;
  /** Time of the next retry after a server error, by partner. */
  waits: Record<string, Date | null>;
}

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Outbox with one ordered queue per partner (docs/decisions/outbox-rate-limits.md). An entry is stored before sending, removed on
 * acknowledgement and always sent under the same idempotency key: no loss, no duplicates.
 */
export function createOutbox(ports: OutboxPorts) {
  const store = createStore<OutboxState>({ entries: [], progress: {}, waits: {} });
  const queues = new Map<string, PartnerQueue>();
  const underWay = new Map<string, AbortController>();
  let isClosed = false;

  const readKept = coalesce(async () => {
    const entries = await (await ports.storage).entries();
    if (!isClosed) store.set({ entries });
    // The sender discarded the entry, here or in another tab.
    for (const [id, cancel] of underWay)
      if (!entries.some(({ clientMessageId }) => clientMessageId === id)) cancel.abort();
    for (const { partnerId } of entries) queueOf(partnerId);
  });

  const changed = async (): Promise<void> => {
    ports.tellTabs({ kind: 'outbox-changed' });
    await readKept();
  };

  function queueOf(partnerId: string): PartnerQueue {
    const known = queues.get(partnerId);
    if (known) return known;
    const queue = createPartnerQueue({
      drain: () => drain(partnerId),
      onWait: (until) => store.set({ waits: { ...store.get().waits, [partnerId]: until } }),
      onFault: ports.onFault,
    });
    queues.set(partnerId, queue);
    return queue;
  }

  const start = () => {
    for (const queue of queues.values()) queue.start();
  };
  const flush = () => {
    for (const queue of queues.values()) queue.flush();
  };

  /** Sends a partner's queue until no entry is due. */
  async function drain(partnerId: string): Promise<SendOutcome> {
    let outcome: SendOutcome = { kind: 'done', wakeAt: null };
    await ports.withLock(`outbox-${partnerId}`, async () => {
      while (outcome.kind === 'done' && !isClosed && ports.isReachable()) {
        // Re-read on each iteration: another tab can send or discard entries.
        const entries = await (await ports.storage).entries();
        const toPartner = entries.filter((entry) => entry.partnerId === partnerId);
        const next = nextEntry(toPartner, Date.now());
        if (next.entry === null) {
          outcome = { kind: 'done', wakeAt: next.wakeAt };
          return;
        }
        outcome = await attempt(next.entry);
      }
    });
    return outcome;
  }

  async function attempt(entry: OutboxEntry): Promise<SendOutcome> {
    const { clientMessageId } = entry;
    const storage = await ports.storage;
    const cancel = new AbortController();
    underWay.set(clientMessageId, cancel);
    try {
      const message = await ports.send(
        entry,
        (fraction) => store.set({ progress: { ...store.get().progress, [clientMessageId]: fraction } }),
        cancel.signal,
      );
      ports.onSent(message);
      ports.tellTabs({ kind: 'sent', message });
      await storage.remove(clientMessageId);
    } catch (error) {
      // The sender discarded the entry during its upload; the queue continues.
      if (cancel.signal.aborted) return { kind: 'done', wakeAt: null };
      const verdict = judgeFailure(error);
      if (verdict.kind === 'lost' || verdict.kind === 'later') return verdict;
      await storage.mark(
        clientMessageId,
        verdict.kind === 'held'
          ? { failure: null, heldUntil: new Date(Date.now() + verdict.afterMs) }
          : { failure: verdict.reason, heldUntil: null },
      );
    } finally {
      underWay.delete(clientMessageId);
      const { [clientMessageId]: _ended, ...progress } = store.get().progress;
      store.set({ progress });
    }
    await changed();
    return { kind: 'done', wakeAt: null };
  }

  void readKept().then(flush, ports.onFault);

  return {
    getState: store.get,
    subscribe: store.subscribe,
    /** Shows and stores the entry, then sends it. Resolves once it is stored. */
    async add(entry: OutboxEntry, { isFromDraft = false } = {}): Promise<void> {
      const isKnown = store.get().entries.some((known) => known.clientMessageId === entry.clientMessageId);
      if (!isKnown) store.set({ entries: [...store.get().entries, entry] });
      await (await ports.storage).add(entry, { isFromDraft });
      await changed();
      queueOf(entry.partnerId).start();
    },
    async retry(clientMessageId: string): Promise<void> {
      const storage = await ports.storage;
      const entries = await storage.entries();
      const entry = entries.find((kept) => kept.clientMessageId === clientMessageId);
      // Earlier entries are retried too, to keep the order; a refused one needs its own retry.
      for (const kept of entry ? lineOf(entry, entries) : []) {
        const failure = kept === entry ? null : kept.failure;
        await storage.mark(kept.clientMessageId, { failure, heldUntil: null });
      }
      await changed();
      flush();
    },
    async discard(clientMessageId: string): Promise<void> {
      await (await ports.storage).remove(clientMessageId);
      await changed();
      start();
    },
    /** Sends queued entries at once after a reconnection. */
    flush,
    hear(news: TabNews) {
      if (news.kind === 'sent') ports.onSent(news.message);
      void readKept().then(start, ports.onFault);
    },
    close() {
      isClosed = true;
      for (const queue of queues.values()) queue.stop();
    },
  };
}
