import { ApiError, clientMessages } from '@parlance/contract/errors';
import { t } from '@parlance/words/current';
import { coalesce } from '#lib/coalesce';
import { failureMessage } from '#lib/failure-message';
import type { OutboxEntry } from './chat-storage';

/** Classification of a failed attempt. */
export type SendVerdict =
  /** No answer: the connection is broken; retried with backoff, and at once after a reconnection. */
  | { kind: 'lost' }
  /** A temporary server error, with the requested wait if given. */
  | { kind: 'later'; afterMs: number }
  /** A rate limit that lasts for hours: other kinds are sent first. */
  | { kind: 'held'; afterMs: number }
  | { kind: 'refused'; reason: string };

// After a longer wait than this, other kinds overtake the entry.
const longestStandingMs = 60_000;

/**
 * Only a refusal is final. Any other failure, such as a lost answer, leaves the outcome unknown, so the entry is resent under the same id.
 */
export function judgeFailure(error: unknown): SendVerdict {
  // Calls renew an expired token themselves; a rejected token leads to a new connection.
  if (!(error instanceof ApiError) || error.statusCode === 401) return { kind: 'lost' };
  const { statusCode, errorName, timeout = 0 } = error;
  const afterMs = timeout * 1000;
  if (statusCode === 429 && afterMs > longestStandingMs) return { kind: 'held', afterMs };
  // Such a limit ends when the partner answers, not by waiting.
  const isUntilAnswer = error.timeout === undefined && error.key !== clientMessages.TooManyRequests;
  // An error without a name comes from a proxy, not from the API.
  if (errorName === null || statusCode >= 500 || (statusCode === 429 && !isUntilAnswer))
    return { kind: 'later', afterMs };
  return { kind: 'refused', reason: failureMessage(error, t('This message could not be sent.')) };
}

const firstDelayMs = 1000;
const longestDelayMs = 30_000;

/** Exponential backoff after consecutive failures, at least as long as the server requested. */
export const retryDelayMs = (attempts: number, askedMs = 0): number =>
  Math.max(askedMs, Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempts - 1, 10)));

const kindOf = ({ audio, picture, changed }: OutboxEntry): 'voice' | 'picture' | 'change' | 'text' => {
  if (audio) return 'voice';
  if (picture) return 'picture';
  return changed ? 'change' : 'text';
};
const dueAt = ({ heldUntil }: OutboxEntry): number => heldUntil?.getTime() ?? 0;

/** The next entry to send, or the time when one is due; null for never. */
export type NextEntry = { entry: OutboxEntry; wakeAt?: never } | { entry: null; wakeAt: number | null };

/**
 * The first due entry in the order of writing. Rate limits apply per kind (voice, picture, change, text), so a held entry blocks only later
 * ones of its kind. `entries` belong to one partner.
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

/** Entries up to and including this one with the same partner and kind, in order. */
export const lineOf = (entry: OutboxEntry, entries: readonly OutboxEntry[]): OutboxEntry[] => {
  const line = entries.filter(
    (other) => other.partnerId === entry.partnerId && kindOf(other) === kindOf(entry),
  );
  const place = line.findIndex(({ clientMessageId }) => clientMessageId === entry.clientMessageId);
  return line.slice(0, place + 1);
};

/** End of the rate limit that blocks an entry or one before it; null if it is due. */
export function heldUntil(entry: OutboxEntry, entries: readonly OutboxEntry[], now: number): Date | null {
  const held = lineOf(entry, entries).find((other) => other.failure === null && dueAt(other) > now);
  return held?.heldUntil ?? null;
}

/** Result of draining one queue. */
export type SendOutcome =
  /** All due entries were sent, or none can be sent now; held ones are due at `wakeAt`. */
  { kind: 'done'; wakeAt: number | null } | { kind: 'lost' } | { kind: 'later'; afterMs: number };

interface PartnerQueuePorts {
  /** Sends until no entry is due. */
  drain(): Promise<SendOutcome>;
  /** Time of the next retry after a server error; null once that is over. */
  onWait(until: Date | null): void;
  onFault(error: unknown): void;
}

// Timers over 24 days fire at once (32-bit overflow), and a device that slept must check again soon.
const longestTimerMs = 3_600_000;

export type PartnerQueue = ReturnType<typeof createPartnerQueue>;

/** Schedules the attempts for one partner. */
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
  const start = () =>
    void run().catch((error) => {
      // An attempt that was under way finds the storage and the other tabs closed: it is made again in the next session.
      if (!isStopped) onFault(error);
    });

  return {
    /** Sends unless the backoff of a failed attempt is still running. */
    start,
    /** Sends at once after a reconnection, unless the server requested a wait. */
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
