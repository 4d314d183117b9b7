import type { IncomingMessage } from 'node:http';
import { ApiError } from '@parlance/contract/errors';
import type { FastifyInstance } from 'fastify';
import { createBuckets } from './buckets.ts';
import type { Clock } from './clock.ts';
import { networkOf } from './network.ts';
import type { Caller } from './serve.ts';

// Far above a class that opens the same page at once, and above any hand: what they stop are programs in a loop.
const callsOfNetwork = { burst: 2000, perSecond: 60 };
const callsOfPerson = { burst: 1000, perSecond: 30 };
// In files from memory. A first visit takes 150 of them with fifty pictures: sixty people of one network may come at once.
const plainOfNetwork = { burst: 10_000, perSecond: 500 };
/** An address that is nobody's. */
const unmatchedCost = 1;

/** Throws when whoever calls has called too much; `weight` is how many plain calls this one is worth. */
export type TakeCall = (request: IncomingMessage, caller: Caller | null, weight: number) => void;

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * How many files from memory the answer is worth to the rate of a network. Zero where it is not counted here: health checks
     * and metrics, which must answer under attack, and the calls of the contract, which count for whoever calls.
     */
    cost?: number;
  }
}

export interface RequestRates {
  takeCall: TakeCall;
  /** Throws when a network has asked too much of the addresses outside the contract. */
  takePlain(request: IncomingMessage, cost: number): void;
}

/**
 * One rate for all calls of a network before sign-in and of a person after it, so that a loop over the dear ones does not take the
 * whole process, and one for what pages load, which is cheaper and comes in larger numbers. In memory and for this node: it must
 * cost a call nothing.
 */
export function createRequestRates(options: {
  clock: Clock;
  addressOf: (request: IncomingMessage) => string;
  isEnabled: boolean;
}): RequestRates {
  const { clock, addressOf, isEnabled } = options;
  if (!isEnabled) return { takeCall: () => {}, takePlain: () => {} };
  const networks = createBuckets({ clock, ...callsOfNetwork });
  const people = createBuckets({ clock, ...callsOfPerson });
  const plain = createBuckets({ clock, ...plainOfNetwork });
  const networkFrom = (request: IncomingMessage) => networkOf(addressOf(request));
  return {
    takeCall(request, caller, weight) {
      refuseAfter(caller ? people.take(caller.userId, weight) : networks.take(networkFrom(request), weight));
    },
    takePlain(request, cost) {
      refuseAfter(plain.take(networkFrom(request), cost));
    },
  };
}

function refuseAfter(waitSeconds: number): void {
  if (waitSeconds > 0) throw new ApiError('TooManyRequests', { timeout: waitSeconds });
}

/** Counts every request outside the contract. A route that does not say what it costs is not registered: call this before any. */
export function limitPlainRoutes(http: FastifyInstance, { takePlain }: RequestRates): void {
  http.addHook('onRoute', ({ method, url, config }) => {
    if (config?.cost === undefined) throw new Error(`${method} ${url} names no cost.`);
  });
  http.addHook('onRequest', (request, _reply, done) => {
    const cost = request.is404 ? unmatchedCost : (request.routeOptions.config.cost ?? unmatchedCost);
    if (cost > 0) takePlain(request.raw, cost);
    done();
  });
}
