import { setImmediate as endOfTurn } from 'node:timers/promises';
import { prepared } from '#platform/database';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import { type Draft, refusals, type Sent, sentRow } from './draft.ts';
import { readMessage } from './find-message.ts';

interface Waiting {
  draft: Draft;
  chatMessageId: string;
  resolve(sent: Sent): void;
  reject(error: unknown): void;
}

interface VerdictRow {
  outcome: 'sent' | 'repeated' | keyof typeof refusals;
  /** None where the conversation went, with one of its people, while the message waited for it. */
  chat_message_id: string | null;
  sequence: number;
  created_at: Date;
}

const largestBatch = 256;
const lanesMax = 2;
const patienceMs = 50;
const newConversations = { aDay: 50, onFirstDay: 15 };

/** What is stored of a message, in the order in which send_message and send_messages take it. */
const columns: { type: 'uuid' | 'text' | 'integer' | 'bytea'; of(entry: Waiting): unknown }[] = [
  { type: 'uuid', of: ({ chatMessageId }) => chatMessageId },
  { type: 'uuid', of: ({ draft }) => draft.fromUserId },
  { type: 'uuid', of: ({ draft }) => draft.toUserId },
  { type: 'text', of: ({ draft }) => draft.type },
  { type: 'text', of: ({ draft }) => draft.content },
  { type: 'text', of: ({ draft }) => draft.audioKey },
  { type: 'integer', of: ({ draft }) => draft.durationMs },
  { type: 'bytea', of: ({ draft }) => draft.waveform },
  { type: 'uuid', of: ({ draft }) => draft.clientMessageId },
  { type: 'bytea', of: ({ draft }) => draft.payloadHash },
  { type: 'uuid', of: ({ draft }) => draft.corrects?.chatMessageId ?? null },
  { type: 'text', of: ({ draft }) => draft.corrects?.kind ?? null },
  { type: 'text', of: ({ draft }) => draft.corrects?.note || null },
  { type: 'uuid', of: ({ draft }) => draft.repliesTo?.chatMessageId ?? null },
  { type: 'text', of: ({ draft }) => draft.picture?.key ?? null },
  { type: 'integer', of: ({ draft }) => draft.picture?.width ?? null },
  { type: 'integer', of: ({ draft }) => draft.picture?.height ?? null },
];
const width = columns.length;
const statementOfOne = `SELECT send_message(
  ${columns.map(({ type }, index) => `$${index + 1}::${type}`).join(', ')}, $${width + 1}::timestamptz) AS sequence`;
const statement = `SELECT outcome, chat_message_id, sequence, created_at FROM send_messages(
  ${columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ')},
  $${width + 1}::timestamptz, $${width + 2}::integer, $${width + 3}::integer)`;

/** Stores messages; resolves after the commit. */
export interface SendQueue {
  send(draft: Draft): Promise<Sent>;
}

/**
 * Group commit: whatever has gathered while the last batch was written goes into the next one, with no timer. Alone, a
 * message is a batch of one and waits for nobody; under load hundreds share one commit, each acknowledged after it.
 */
export function createSendQueue(platform: Platform): SendQueue {
  const enqueue = createLanes(platform);
  // Retries that arrive while their first try is still on its way share its outcome.
  const underway = new Map<string, { draft: Draft; sent: Promise<Sent> }>();

  return {
    async send(draft) {
      if (draft.clientMessageId === null) return await enqueue(draft);
      const key = `${draft.fromUserId} ${draft.clientMessageId}`;
      const first = underway.get(key);
      if (first) {
        if (!isSamePayload(first.draft, draft)) throw refusals['key-reused']();
        return { ...(await first.sent), isRepeated: true };
      }
      const sent = enqueue(draft);
      underway.set(key, { draft, sent });
      try {
        return await sent;
      } finally {
        underway.delete(key);
      }
    },
  };
}

/**
 * One lane writes batch after batch. What a batch costs whatever its size is most of what a few messages cost, so a second
 * lane would halve the batches and take the processor from the first. It opens once a whole batch waits, to be written while the
 * other is answered, or when the batch under way takes so long that it may wait for somebody's lock. A sender with a message in
 * one lane stays out of the other, which keeps their messages in order.
 */
function createLanes(platform: Platform): (draft: Draft) => Promise<Sent> {
  let waiting: Waiting[] = [];
  let lanes = 0;
  let isWatched = false;
  const underWay = new Set<{ begunAt: number }>();
  const beingWritten = new Set<string>();

  function takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    for (const entry of waiting) {
      const isTaken = batch.length < largestBatch && !beingWritten.has(entry.draft.fromUserId);
      (isTaken ? batch : left).push(entry);
    }
    waiting = left;
    return batch;
  }

  function isSecondWorthIt(): boolean {
    if (waiting.length >= largestBatch) return true;
    const now = performance.now();
    return [...underWay].some(({ begunAt }) => now - begunAt > patienceMs);
  }

  async function openLane(): Promise<void> {
    lanes += 1;
    for (;;) {
      // Those that arrive in the same turn come along, instead of waiting for the commit of the first.
      await endOfTurn();
      const batch = lanes > 1 && !isSecondWorthIt() ? [] : takeBatch();
      if (batch.length === 0) break;
      const writing = { begunAt: performance.now() };
      const senders = new Set(batch.map(({ draft }) => draft.fromUserId));
      underWay.add(writing);
      for (const sender of senders) beingWritten.add(sender);
      await writeBatch(platform, batch);
      underWay.delete(writing);
      for (const sender of senders) beingWritten.delete(sender);
    }
    lanes -= 1;
  }

  function openWhereNeeded(): void {
    if (waiting.length === 0) return;
    if (lanes === 0 || (lanes < lanesMax && isSecondWorthIt())) return void openLane();
    if (isWatched) return;
    isWatched = true;
    setTimeout(() => {
      isWatched = false;
      openWhereNeeded();
    }, patienceMs).unref();
  }

  return (draft) => {
    const { promise, resolve, reject } = Promise.withResolvers<Sent>();
    waiting.push({ draft, chatMessageId: newId(platform.clock), resolve, reject });
    openWhereNeeded();
    return promise;
  };
}

async function writeBatch(platform: Platform, batch: Waiting[]): Promise<void> {
  try {
    const verdicts = await runBatch(platform, batch);
    batch.forEach((entry, index) => {
      settle(platform, entry, verdicts[index]);
    });
  } catch (error) {
    // One message that the database refuses (its sender was deleted this moment) must not take the others with it.
    if (batch.length > 1 && isRefusal(error)) {
      for (const entry of batch) await writeBatch(platform, [entry]);
    } else {
      for (const entry of batch) entry.reject(error);
    }
  }
}

/** Integrity violations and serialisation failures: certainly not committed. A lost connection may have been. */
export function isRefusal(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^(23|40)/.test(code);
}

async function runBatch(platform: Platform, batch: Waiting[]): Promise<VerdictRow[]> {
  const [first] = batch;
  const ordinary = first && batch.length === 1 && (await sendOne(platform, first));
  if (ordinary) return [ordinary];
  const limits = platform.config.rateLimits ? newConversations : { aDay: null, onFirstDay: null };
  type Row = VerdictRow & { [column: string]: unknown };
  return await prepared<Row>(platform.reserved, 'send-chat-messages', statement, [
    ...columns.map(({ type, of }) => columnOf(type, batch.map(of))),
    ...[platform.clock.now(), limits.aDay, limits.onFirstDay],
  ]);
}

/** A message between two who write to each other, the only one that waits. Nothing where it has to be judged. */
async function sendOne(platform: Platform, entry: Waiting): Promise<VerdictRow | null> {
  const sentAt = platform.clock.now();
  const [stored] = await prepared<{ sequence: number | null }>(
    platform.reserved,
    'send-chat-message',
    statementOfOne,
    [...columns.map(({ of }) => of(entry)), sentAt],
  );
  if (!stored || stored.sequence === null) return null;
  const { chatMessageId: chat_message_id } = entry;
  return { outcome: 'sent', chat_message_id, sequence: stored.sequence, created_at: sentAt };
}

/** Null for a column that the whole batch leaves empty, as ordinary messages leave most. */
function columnOf(type: string, values: unknown[]): unknown {
  if (values.every((value) => value === null)) return null;
  // As the driver would write it, which looks for quotation marks in each.
  return type === 'uuid' ? `{${values.map((id) => id ?? 'NULL').join(',')}}` : values;
}

function settle(
  platform: Platform,
  { draft, resolve, reject }: Waiting,
  verdict: VerdictRow | undefined,
): void {
  if (!verdict) reject(new Error('the database answered fewer verdicts than messages'));
  else if (verdict.outcome === 'sent' || verdict.outcome === 'repeated') {
    const { chat_message_id, sequence, created_at } = verdict;
    if (chat_message_id === null) reject(refusals.unknown());
    else if (verdict.outcome === 'repeated') readRepeated(platform, chat_message_id).then(resolve, reject);
    else resolve({ message: sentRow(draft, { chat_message_id, sequence, created_at }), isRepeated: false });
  } else reject(refusals[verdict.outcome]());
}

/** Since it was sent it may have been read, edited or deleted. */
async function readRepeated(platform: Platform, chatMessageId: string): Promise<Sent> {
  const message = await readMessage(platform, chatMessageId);
  if (!message) throw refusals.unknown();
  return { message, isRepeated: true };
}

const isSamePayload = (one: Draft, other: Draft): boolean =>
  one.toUserId === other.toUserId && one.payloadHash.equals(other.payloadHash);
