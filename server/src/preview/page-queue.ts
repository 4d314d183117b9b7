import type { IncomingMessage } from 'node:http';
import { createGate } from '#platform/gate';
import { networkOf } from '#platform/network';
import type { Platform } from '#platform/platform';
import type { TakeCall } from '#platform/request-rates';

// Several networks are needed to have all pages rendered at once, and one never fills the queue. It is long enough for a crawler to
// wait in it: refused at once, it would ask again at once, which costs the server more than the wait. The rendering, the database and
// their garbage collection run on other threads, but on a machine with two processors a burst without pauses keeps both busy, and the
// main thread waits for one of them.
const limits = { atOnce: 4, atOnceEach: 1, waitingMax: 128, waitingMaxEach: 64, pauseMaxMs: 100 };
/** As many calls as a search of the API: both read the database, and this one renders what it found. */
const renderedWeight = 5;

/** Renders few pages at once, in turns of the networks that ask for them. Without rate limits one network may use the whole queue. */
export const createPageQueue = (areRatesOn = true) =>
  createGate(areRatesOn ? limits : { atOnce: limits.atOnce, waitingMax: limits.waitingMax });

/** A request for a page, as far as it costs something. */
export interface Visit {
  network: string;
  /** Counts what is not kept against the rate of the network, once a request; throws over it. */
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
