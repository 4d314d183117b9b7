import type { IncomingMessage } from 'node:http';
import { ApiError } from '@parlance/contract/errors';
import { createBuckets } from './buckets.ts';
import type { Clock } from './clock.ts';
import { networkOf } from './network.ts';
import type { Caller } from './serve.ts';

// Far above a class that opens the same page at once, and above any hand: what they stop are programs in a loop.
const callsOfNetwork = { burst: 2000, perSecond: 60 };
const callsOfPerson = { burst: 1000, perSecond: 30 };

/** Throws when whoever calls has called too much; `weight` is how many plain calls this one is worth. */
export type TakeCall = (request: IncomingMessage, caller: Caller | null, weight: number) => void;

/**
 * One rate for all calls of a network before sign-in and of a person after it, so that a loop over the dear ones does not take the
 * whole process. In memory and for this node: it must cost a call nothing.
 */
export function createRequestRates(options: {
  clock: Clock;
  addressOf: (request: IncomingMessage) => string;
  isEnabled: boolean;
}): TakeCall {
  const { clock, addressOf, isEnabled } = options;
  if (!isEnabled) return () => {};
  const networks = createBuckets({ clock, ...callsOfNetwork });
  const people = createBuckets({ clock, ...callsOfPerson });
  return (request, caller, weight) => {
    const waitSeconds = caller
      ? people.take(caller.userId, weight)
      : networks.take(networkOf(addressOf(request)), weight);
    if (waitSeconds > 0) throw new ApiError('TooManyRequests', { timeout: waitSeconds });
  };
}
