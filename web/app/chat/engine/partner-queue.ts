import { ApiError } from '@parlance/contract/errors';
import { t } from '@parlance/words/current';
import { coalesce } from '#lib/coalesce';
import { failureMessage } from '#lib/failure-message';
import type { OutboxEntry } from './chat-storage';

/** What becomes of a message after an attempt that failed. */
export type SendVerdict =
  /** No answer: the way to the server is broken, and mended with the next connection. */
  | { kind: 'lost' }
  /** The server has answered that it cannot now, and where it says so, for how long. */
  | { kind: 'later'; afterMs: number }
  /** A limit that is over for hours: everything else goes first. */
  | { kind: 'held'; afterMs: number }
  | { kind: 'refused'; reason: string };

// Whoever is asked to wait longer lets others pass.
const longestStandingMs = 60_000;

/**
 * A refusal is the server's last word; everything else, a lost answer above all, says nothing about the message, which
 * is then sent again under the same id.
 */
export function judgeFailure(error: unknown): SendVerdict {
  // A call renews a token that has run out by itself; a refused one is followed by a new connection.
  if (!(error instanceof ApiError) || error.statusCode === 401) return { kind: 'lost' };
  const { statusCode, errorName, timeout = 0 } = error;
  const afterMs = timeout * 1000;
  if (statusCode === 429 && afterMs > longestStandingMs) return { kind: 'held', afterMs };
  // Without a name it is an answer of something on the way.
  if (errorName === null || statusCode >= 500 || statusCode === 429) return { kind: 'later', afterMs };
  return { kind: 'refused', reason: failureMessage(error, t('This message could not be sent.')) };
}

const firstDelayMs = 1000;
const longestDelayMs = 30_000;

/** How long to wait after so many attempts in a row that failed, and never less than was asked for. */
export const retryDelayMs = (attempts: number, askedMs = 0): number =>
  Math.max(askedMs, Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempts - 1, 10)));

const kindOf = ({ audio, picture, changed }: OutboxEntry): 'voice' | 'picture' | 'change' | 'text' => {
  if (audio) return 'voice';
  if (picture) return 'picture';
  return changed ? 'change' : 'text';
};
const dueAt = ({ heldUntil }: OutboxEntry): number => heldUntil?.getTime() ?? 0;

/** What to send to a partner next, or when there will be something; null while there is nothing. */
export type NextEntry = { entry: OutboxEntry; wakeAt?: never } | { entry: null; wakeAt: number | null };

/**
 * In the order of writing. What the server holds back for long steps aside with all later ones of its kind, since a limit is
 * one of voice messages, pictures, changes or texts: the other kinds go on. `entries` are those of one partner.
 */
export function nextEntry(entries: readonly OutboxEntry[], now: number): NextEntry {
  const heldKinds = new Set<string>();
  let wakeAt: number | null = null;
  for (const entry of entries) {
    if (entry.failure !== null || heldKinds.has(kindOf(entry))) continue;
    if (dueAt(entry) <= now) return { entry };
    heldKinds.add(kindOf(entry));
    wakeAt = Math.min(wakeAt ?? dueAt(entry), dueAt(entry));
  }
  return { entry: null, wakeAt };
}

/** The messages that have to leave before one, itself included: those of its partner and kind, in order. */
export const lineOf = (entry: OutboxEntry, entries: readonly OutboxEntry[]): OutboxEntry[] => {
  const line = entries.filter(
    (other) => other.partnerId === entry.partnerId && kindOf(other) === kindOf(entry),
  );
  const place = line.findIndex(({ clientMessageId }) => clientMessageId === entry.clientMessageId);
  return line.slice(0, place + 1);
};

/** When a message is tried again that the server holds back, itself or one before it; null for one that may go. */
export function heldUntil(entry: OutboxEntry, entries: readonly OutboxEntry[], now: number): Date | null {
  const held = lineOf(entry, entries).find((other) => other.failure === null && dueAt(other) > now);
  return held?.heldUntil ?? null;
}

/** What came of sending to one partner. */
export type SendOutcome =
  /** All that may go has gone; what is held back may go at `wakeAt`. */
  { kind: 'done'; wakeAt: number | null } | { kind: 'lost' } | { kind: 'later'; afterMs: number };

interface PartnerQueuePorts {
  /** Sends until nothing may go. */
  drain(): Promise<SendOutcome>;
  /** The server has answered, and is asked again at this moment; null when that is over. */
  onWait(until: Date | null): void;
  onFault(error: unknown): void;
}

// A timer of more than 24 days fires at once; and a laptop that slept looks again soon.
const longestTimerMs = 3_600_000;

export type PartnerQueue = ReturnType<typeof createPartnerQueue>;

/** Decides when to send to one partner. */
export function createPartnerQueue({ drain, onWait, onFault }: PartnerQueuePorts) {
  let failedInARow = 0;
  let notBefore = 0;
  let isAskedToWait = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const wakeAt = (moment: number) => {
    timer = setTimeout(start, Math.min(moment - Date.now(), longestTimerMs));
  };
  const run = coalesce(async () => {
    clearTimeout(timer);
    if (Date.now() < notBefore) return wakeAt(notBefore);
    const outcome = await drain();
    if (isStopped) return;
    const askedMs = outcome.kind === 'later' ? outcome.afterMs : 0;
    isAskedToWait = askedMs > 0;
    failedInARow = outcome.kind === 'done' ? 0 : failedInARow + 1;
    if (outcome.kind === 'done') {
      if (outcome.wakeAt !== null) wakeAt(outcome.wakeAt);
    } else {
      notBefore = Date.now() + retryDelayMs(failedInARow, askedMs);
      wakeAt(notBefore);
    }
    onWait(outcome.kind === 'later' ? new Date(notBefore) : null);
  });
  const start = () => void run().catch(onFault);

  return {
    /** Sends what waits, unless an attempt that failed is too recent. */
    start,
    /** The way to the server is open again: sends at once, unless the server itself has asked to wait. */
    flush() {
      if (!isAskedToWait) notBefore = 0;
      start();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
