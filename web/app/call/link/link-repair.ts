import type { PeerState } from './peer';

/** Interval of the repair check while the link is not connected. */
export const repairTickMs = 1500;
/** Minimum interval of the callee's requests to the caller. */
export const askEveryMs = 3000;
const firstPatienceMs = 3000;
const longestPatienceMs = 15_000;

/** Timeout of an attempt: 3, 6, 12, then 15 s. */
export function patienceMs(tries: number): number {
  return Math.min(firstPatienceMs * 2 ** Math.max(0, tries - 1), longestPatienceMs);
}

export const isBroken = (state: PeerState | 'none'): boolean =>
  state === 'disconnected' || state === 'failed';

export interface LinkFacts {
  isCaller: boolean;
  /** `none` before the first connection. */
  state: PeerState | 'none';
  isStable: boolean;
  /** A signal was lost. */
  isLost: boolean;
  /** The callee reports no media, whatever the local state says. */
  isAsked: boolean;
  canSignal: boolean;
  tries: number;
  sinceTryMs: number;
  sinceAskMs: number;
}

/** `open` a new connection with a higher epoch, `restart` ICE, `ask` the caller for that, `wait`, or `none` for a healthy link. */
export type Repair = 'none' | 'wait' | 'open' | 'restart' | 'ask';

/** Whether the link is healthy. A lost candidate is harmless once connected; an offer without an answer is not. */
export const isWell = (facts: Pick<LinkFacts, 'state' | 'isLost' | 'isStable' | 'isAsked'>): boolean =>
  facts.state === 'connected' && !facts.isAsked && (!facts.isLost || facts.isStable);

/** Chooses the next repair. Only the caller makes offers, so offers never collide. */
export function repairOf(facts: LinkFacts): Repair {
  const { isCaller, state, isStable, isLost, isAsked, canSignal, tries, sinceTryMs, sinceAskMs } = facts;
  if (isWell(facts)) return 'none';
  if (!canSignal) return 'wait';
  if (!isCaller) return (isBroken(state) || isLost) && sinceAskMs > askEveryMs ? 'ask' : 'wait';
  if (state === 'none') return 'open';
  if (sinceTryMs < patienceMs(tries)) return 'wait';
  return state === 'disconnected' && !isLost && !isAsked && isStable ? 'restart' : 'open';
}
