import type { IncomingMessage } from 'node:http';
import { createFairQueue } from '#platform/fair-queue';
import { networkOf } from '#platform/network';
import type { Platform } from '#platform/platform';
import type { TakeCall } from '#platform/request-rates';

// One network can neither use all slots nor fill the queue. The queue is long because a refused crawler retries at once. Pauses are needed
// on two processors: rendering and database threads in a burst keep both busy and delay the main thread.
const limits = {
  concurrency: 4,
  concurrencyPerActor: 1,
  queueMax: 128,
  queueMaxPerActor: 64,
  pauseMaxMs: 100,
};
/** As many calls as an API search: both read the database, and this one also renders. */
const renderedWeight = 5;

/** Renders few pages at once, in turn per network. Without rate limits one network can use the whole queue. */
export const createPageQueue = (areRatesOn = true) =>
  createFairQueue(areRatesOn ? limits : { concurrency: limits.concurrency, queueMax: limits.queueMax });

/** A page request with its cost. */
export interface Visit {
  network: string;
  /** Charges an uncached page to the rate of the network, once per request; throws above it. */
  charge(): void;
}

export function visitOf(platform: Platform, request: IncomingMessage, takeCall: TakeCall): Visit {
  let isCharged = false;
  return {
    network: networkOf(platform.addressOf(request)),
    charge() {
      if (!isCharged) takeCall(request, null, renderedWeight);
      isCharged = true;
    },
  };
}
