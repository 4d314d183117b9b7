import type { IncomingMessage } from 'node:http';
import { ApiError } from '@parlance/contract/errors';
import type { FastifyInstance } from 'fastify';
import type { Clock } from './clock.ts';
import { networkOf } from './network.ts';
import type { Caller } from './serve.ts';
import { createTokenBuckets } from './token-buckets.ts';

// Far above a class that opens the same page at once: these rates stop programs in a loop.
const callsOfNetwork = { burst: 2000, perSecond: 60 };
const callsOfPerson = { burst: 1000, perSecond: 30 };
// In units of in-memory files. A first visit takes 150 with fifty pictures, so sixty visitors of one network can arrive at once.
const plainOfNetwork = { burst: 10_000, perSecond: 500 };
const unmatchedCost = 1;

/** Throws above the caller's rate; `weight` is the cost in plain calls. */
export type TakeCall = (request: IncomingMessage, caller: Caller | null, weight: number) => void;

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The cost of a response in in-memory files, counted per network. Zero where not counted here: health checks and metrics, which must
     * respond under attack, and API calls, which count per caller.
     */
    cost?: number;
  }
}

export interface RequestRates {
  takeCall: TakeCall;
  /** Throws above a network's rate for routes outside the contract. */
  takePlain(request: IncomingMessage, cost: number): void;
}

/**
 * Creates one rate for API calls, per network before sign-in and per member after it, so that a loop over expensive calls does not
 * saturate the process, and one for page resources, which are cheaper and more frequent. In memory per node, at no cost per call.
 */
export function createRequestRates(options: {
  clock: Clock;
  addressOf: (request: IncomingMessage) => string;
  isEnabled: boolean;
}): RequestRates {
  const { clock, addressOf, isEnabled } = options;
  if (!isEnabled) return { takeCall: () => {}, takePlain: () => {} };
  const networks = createTokenBuckets({ clock, ...callsOfNetwork });
  const people = createTokenBuckets({ clock, ...callsOfPerson });
  const plain = createTokenBuckets({ clock, ...plainOfNetwork });
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

/** Counts every request outside the contract. Rejects routes without a cost, so call it before any registration. */
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
