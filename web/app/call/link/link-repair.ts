import type { PeerState } from './peer';

/** How often a link that is not connected is looked after. */
export const repairTickMs = 1500;
/** The callee asks the caller at most this often. */
export const askEveryMs = 3000;
const firstPatienceMs = 3000;
const longestPatienceMs = 15_000;

/** How long a try may take before the next: 3, 6, 12, then 15 s. */
export function patienceMs(tries: number): number {
  return Math.min(firstPatienceMs * 2 ** Math.max(0, tries - 1), longestPatienceMs);
}

/** Whether a connection is broken, for all that is known. */
export const isBroken = (state: PeerState | 'none'): boolean =>
  state === 'disconnected' || state === 'failed';

export interface LinkFacts {
  isCaller: boolean;
  /** `none` before the first connection. */
  state: PeerState | 'none';
  isStable: boolean;
  /** Something that was said did not arrive. */
  isLost: boolean;
  /** The callee says that nothing comes, whatever it looks like from here. */
  isAsked: boolean;
  canSignal: boolean;
  tries: number;
  sinceTryMs: number;
  sinceAskMs: number;
}

/** `open` a new connection with a higher epoch, `restart` the search for ways, `ask` the caller to, `wait`, or all is well. */
export type Repair = 'none' | 'wait' | 'open' | 'restart' | 'ask';

/** Connected, and nothing lost that still matters: a candidate too many does not, an offer without its answer does. */
export const isWell = (facts: Pick<LinkFacts, 'state' | 'isLost' | 'isStable' | 'isAsked'>): boolean =>
  facts.state === 'connected' && !facts.isAsked && (!facts.isLost || facts.isStable);

/** What to do for a link now. Only the caller makes offers, so two offers never meet. */
export function repairOf(facts: LinkFacts): Repair {
  const { isCaller, state, isStable, isLost, isAsked, canSignal, tries, sinceTryMs, sinceAskMs } = facts;
  if (isWell(facts)) return 'none';
  if (!canSignal) return 'wait';
  if (!isCaller) return (isBroken(state) || isLost) && sinceAskMs > askEveryMs ? 'ask' : 'wait';
  if (state === 'none') return 'open';
  if (sinceTryMs < patienceMs(tries)) return 'wait';
  return state === 'disconnected' && !isLost && !isAsked && isStable ? 'restart' : 'open';
}
