import { coalesce } from '#lib/coalesce';
import { retryDelayMs } from './send-verdict';

/** What came of sending to one partner. */
export type SendOutcome =
  /** All that may go has gone; what is held back may go at `wakeAt`. */
  { kind: 'done'; wakeAt: number | null } | { kind: 'lost' } | { kind: 'later'; afterMs: number };

export interface PartnerQueue {
  /** Sends what waits, unless an attempt that failed is too recent. */
  start(): void;
  /** The way to the server is open again: sends at once, unless the server itself has asked to wait. */
  flush(): void;
  stop(): void;
}

export interface PartnerQueuePorts {
  /** Sends until nothing may go. */
  drain(): Promise<SendOutcome>;
  /** The server has answered, and is asked again at this moment; null when that is over. */
  onWait(until: Date | null): void;
  onFault(error: unknown): void;
}

// A timer of more than 24 days fires at once; and a laptop that slept looks again soon.
const longestTimerMs = 3_600_000;

/** Decides when to send to one partner. */
export function createPartnerQueue({ drain, onWait, onFault }: PartnerQueuePorts): PartnerQueue {
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
    start,
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
