import { setImmediate as endOfTick } from 'node:timers/promises';
import { contactRules } from '#platform/contact-rules';
import { prepared } from '#platform/database';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import { type Draft, refusals, type Sent, sentRow } from './draft.ts';
import { readMessage } from './find-message.ts';
import { countContact, holdsContact, refuseUnanswered } from './first-contacts.ts';

interface Waiting {
  draft: Draft;
  /** Whether the text contains contact details; null until `send_messages` returns 'needs-check' (unanswered conversations only). */
  hasContact: boolean | null;
  chatMessageId: string;
  resolve(sent: Sent): void;
  reject(error: unknown): void;
}

interface VerdictRow {
  outcome: 'sent' | 'repeated' | 'needs-check' | 'unanswered' | keyof typeof refusals;
  /** Null if the conversation was deleted with a member's account while the message waited in the queue. */
  chat_message_id: string | null;
  sequence: number;
  /** The recipient sees the conversation as a request. */
  is_request: boolean;
  /** How a first contact was placed or which one was answered, for the metrics. */
  note: string | null;
  /** For 'too-many': when the next first contact is free. */
  free_at: Date | null;
}

const largestBatch = 256;
const writersMax = 2;
const secondWriterDelayMs = 50;
const conflictRetries = 3;

/** The stored columns, in the parameter order of send_message and send_messages. */
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
const statement = `SELECT outcome, chat_message_id, sequence, is_request, note, free_at FROM send_messages(
  ${columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ')},
  $${width + 1}::timestamptz, $${width + 2}::boolean[], $${width + 3}::jsonb)`;

export interface SendQueue {
  send(draft: Draft): Promise<Sent>;
}

/** Group commit without a timer: messages that arrive during a write form the next batch, and each is acknowledged after its commit. */
export function createSendQueue(platform: Platform): SendQueue {
  const enqueue = createWriters(platform);
  // Retries that arrive while the first attempt is in flight share its outcome.
  const sendsByKey = new Map<string, { draft: Draft; sent: Promise<Sent> }>();

  return {
    async send(draft) {
      if (draft.clientMessageId === null) return await enqueue(draft);
      const key = `${draft.fromUserId} ${draft.clientMessageId}`;
      const first = sendsByKey.get(key);
      if (first) {
        if (!isSamePayload(first.draft, draft)) throw refusals['key-reused']();
        return { ...(await first.sent), isRepeated: true, mayBeRequest: true };
      }
      const sent = enqueue(draft);
      sendsByKey.set(key, { draft, sent });
      try {
        return await sent;
      } finally {
        sendsByKey.delete(key);
      }
    },
  };
}

/**
 * One writer commits batch after batch. The fixed cost of a batch dominates, so a second writer would halve the batches and compete for the
 * CPU. It starts only if a full batch waits, or if the current batch takes so long that it may wait for a lock. A sender with a message in
 * one batch is excluded from the other, which keeps their messages in order.
 */
function createWriters(platform: Platform): (draft: Draft) => Promise<Sent> {
  let waiting: Waiting[] = [];
  let writers = 0;
  let isWatched = false;
  const runningBatches = new Set<{ begunAt: number }>();
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
    return [...runningBatches].some(({ begunAt }) => now - begunAt > secondWriterDelayMs);
  }

  async function startWriter(): Promise<void> {
    writers += 1;
    for (;;) {
      // Messages of the same event-loop tick join this batch instead of waiting for its commit.
      await endOfTick();
      const batch = writers > 1 && !isSecondWorthIt() ? [] : takeBatch();
      if (batch.length === 0) break;
      const writing = { begunAt: performance.now() };
      const senders = new Set(batch.map(({ draft }) => draft.fromUserId));
      runningBatches.add(writing);
      for (const sender of senders) beingWritten.add(sender);
      await writeBatch(platform, batch);
      runningBatches.delete(writing);
      for (const sender of senders) beingWritten.delete(sender);
    }
    writers -= 1;
  }

  function startWhereNeeded(): void {
    if (waiting.length === 0) return;
    if (writers === 0 || (writers < writersMax && isSecondWorthIt())) return void startWriter();
    if (isWatched) return;
    isWatched = true;
    setTimeout(() => {
      isWatched = false;
      startWhereNeeded();
    }, secondWriterDelayMs).unref();
  }

  return (draft) => {
    const { promise, resolve, reject } = Promise.withResolvers<Sent>();
    const chatMessageId = newId(platform.clock);
    waiting.push({ draft, hasContact: null, chatMessageId, resolve, reject });
    startWhereNeeded();
    return promise;
  };
}

async function writeBatch(
  platform: Platform,
  batch: Waiting[],
  retriesLeft = conflictRetries,
): Promise<void> {
  try {
    const sentAt = platform.clock.now();
    const verdicts = await runBatch(platform, batch, sentAt);
    batch.forEach((entry, index) => {
      settle(platform, entry, verdicts[index], sentAt);
    });
    // Stored by a second statement, in order: only these messages wait for the search for contact details.
    const unchecked = batch.filter((_entry, index) => verdicts[index]?.outcome === 'needs-check');
    for (const entry of unchecked) {
      // Yields between two searches: otherwise a batch of expensive texts would block the event loop for seconds.
      await endOfTick();
      entry.hasContact = holdsContact(entry.draft);
    }
    if (unchecked.length > 0) await writeBatch(platform, unchecked);
  } catch (error) {
    // A message that the database refuses (its sender was just deleted) must not fail the rest of the batch.
    if (batch.length > 1 && isRefusal(error)) {
      for (const entry of batch) await writeBatch(platform, [entry]);
    } else if (isConflict(error) && retriesLeft > 0) {
      await writeBatch(platform, batch, retriesLeft - 1);
    } else {
      for (const entry of batch) entry.reject(error);
    }
  }
}

/** Integrity violations and serialisation failures are certainly not committed; a lost connection may be. */
export function isRefusal(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^(23|40)/.test(code);
}

/** Another node wrote the same rows at the same time: the same statement succeeds when repeated. */
const isConflict = (error: unknown): boolean => String((error as { code?: unknown }).code).startsWith('40');

async function runBatch(platform: Platform, batch: Waiting[], sentAt: Date): Promise<VerdictRow[]> {
  const [first] = batch;
  // send_message stores nothing before an answer, and a checked message has none: so only send_messages is called.
  const ordinary =
    first && batch.length === 1 && first.hasContact === null && (await sendOne(platform, first, sentAt));
  if (ordinary) return [ordinary];
  type Row = VerdictRow & { [column: string]: unknown };
  return await prepared<Row>(platform.reserved, 'send-chat-messages', statement, [
    ...columns.map(({ type, of }) => columnOf(type, batch.map(of))),
    sentAt,
    columnOf(
      'boolean',
      batch.map(({ hasContact }) => hasContact),
    ),
    contactRules(platform),
  ]);
}

/** Sends a single message in an established conversation. Returns null if the full statement has to decide. */
async function sendOne(platform: Platform, entry: Waiting, sentAt: Date): Promise<VerdictRow | null> {
  const [stored] = await prepared<{ sequence: number | null }>(
    platform.reserved,
    'send-chat-message',
    statementOfOne,
    [...columns.map(({ of }) => of(entry)), sentAt],
  );
  if (!stored || stored.sequence === null) return null;
  const { chatMessageId: chat_message_id } = entry;
  const { sequence } = stored;
  const asked = { is_request: false, note: null, free_at: null };
  return { outcome: 'sent', chat_message_id, sequence, ...asked };
}

/** Null for a column that is empty in the whole batch, as most are. */
function columnOf(type: string, values: unknown[]): unknown {
  if (values.every((value) => value === null)) return null;
  // Builds the array literal directly: the driver would scan every value for quotation marks.
  return type === 'uuid' ? `{${values.map((id) => id ?? 'NULL').join(',')}}` : values;
}

function settle(platform: Platform, entry: Waiting, verdict: VerdictRow | undefined, sentAt: Date): void {
  const { draft, resolve, reject } = entry;
  if (!verdict) reject(new Error('the database answered fewer verdicts than messages'));
  else if (verdict.outcome === 'sent' || verdict.outcome === 'repeated') {
    const { chat_message_id, sequence, is_request: isRequest, note } = verdict;
    if (chat_message_id === null) reject(refusals.unknown());
    else if (verdict.outcome === 'repeated')
      readRepeated(platform, chat_message_id, isRequest).then(resolve, reject);
    else {
      countContact(platform, note);
      const message = sentRow(draft, { chat_message_id, sequence, created_at: sentAt });
      // Only messages before the first answer are searched.
      resolve({ message, isRepeated: false, isRequest, mayBeRequest: entry.hasContact !== null });
    }
  } else if (verdict.outcome === 'unanswered') refuseUnanswered(platform, draft).then(undefined, reject);
  else if (verdict.outcome !== 'needs-check')
    reject(refusals[verdict.outcome](secondsUntil(platform, verdict.free_at)));
}

const secondsUntil = ({ clock }: Platform, at: Date | null): number =>
  at === null ? 0 : Math.max(1, Math.ceil((at.getTime() - clock.now().getTime()) / 1000));

/** Reads the row again: the message may have been read, edited or deleted since. */
async function readRepeated(platform: Platform, chatMessageId: string, isRequest: boolean): Promise<Sent> {
  const message = await readMessage(platform, chatMessageId);
  if (!message) throw refusals.unknown();
  return { message, isRepeated: true, isRequest, mayBeRequest: true };
}

const isSamePayload = (one: Draft, other: Draft): boolean =>
  one.toUserId === other.toUserId && one.payloadHash.equals(other.payloadHash);
