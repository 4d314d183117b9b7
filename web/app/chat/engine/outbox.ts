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

/** What the tabs of one person tell each other. */
export type TabNews = { kind: 'outbox-changed' } | { kind: 'sent'; message: ChatMessage };

/** What an outbox needs of its surroundings. */
export interface OutboxPorts {
  storage: Promise<ChatStorage>;
  /** Brings one message to the server; `onProgress` hears how much of a file is uploaded, from 0 to 1. */
  send(
    entry: OutboxEntry,
    onProgress: (fraction: number) => void,
    cancelled: AbortSignal,
  ): Promise<ChatMessage>;
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
  /** How much of a file is uploaded, by clientMessageId. */
  progress: Record<string, number>;
  /** When a server that could not take it is asked again, by partner. */
  waits: Record<string, Date | null>;
}

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Sends what waits: one partner apart from the other, and to each one after the other (docs/decisions/outbox-rate-limits.md). A message is kept before it is
 * sent and leaves only when the server has it, always under the same id: nothing is lost and nothing is doubled.
 */
export function createOutbox(ports: OutboxPorts) {
  const store = createStore<OutboxState>({ entries: [], progress: {}, waits: {} });
  const queues = new Map<string, PartnerQueue>();
  const underWay = new Map<string, AbortController>();
  let isClosed = false;

  const readKept = coalesce(async () => {
    const entries = await (await ports.storage).entries();
    if (!isClosed) store.set({ entries });
    // Its writer has deleted it, here or in another tab.
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

  /** Sends to one partner until nothing may go. */
  async function drain(partnerId: string): Promise<SendOutcome> {
    let outcome: SendOutcome = { kind: 'done', wakeAt: null };
    await ports.withLock(`outbox-${partnerId}`, async () => {
      while (outcome.kind === 'done' && !isClosed && ports.isReachable()) {
        // Read again each time: another tab may have sent or deleted it meanwhile.
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
      // Its writer has deleted it while it was uploaded: the others go on.
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
    /** Shows the message at once, keeps it, then sends it. Resolves when it is kept. */
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
      // Those before it are tried as well, so that the order stays; what was refused is retried by its own press.
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
    /** Sends at once what waits: the server can be reached again. */
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
