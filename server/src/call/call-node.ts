import type { CallEndReason } from '@parlance/contract/call';
import { nodeState } from '#platform/node-state';
import { createTokenBuckets } from '#platform/token-buckets';

/** A seat held by a socket of this node. */
export interface HeldSeat {
  scheduleSlotId: string;
  peerId: string;
}

/** In-memory state of a node; another node or a restart does not need it. */
interface CallNode {
  /** Keyed by socket. */
  held: Map<string, HeldSeat[]>;
  lookedAt: number;
  takeSignal(userId: string): number;
  takeJoin(userId: string): number;
  countStart(): void;
  countEnd(reason: CallEndReason): void;
}

/** Batches of signals: a connection takes five to ten, and a reconnect as many again. */
const signalsOfPerson = { burst: 40, perSecond: 2 };
/** A page joins again after every reconnect. */
const joinsOfPerson = { burst: 20, perSecond: 0.2 };

export const callNode = nodeState((platform): CallNode => {
  const { clock, metrics } = platform;
  const rate = (rule: { burst: number; perSecond: number }) => {
    const { take } = createTokenBuckets({ clock, ...rule });
    return platform.config.rateLimits ? (userId: string) => take(userId) : () => 0;
  };
  const started = metrics.count({
    name: 'calls_started_total',
    help: 'Sessions in which both people were there.',
    labelNames: [],
  });
  const ended = metrics.count({
    name: 'calls_ended_total',
    help: 'Sessions that ended for both, by reason: time, blocked, cancelled or gone.',
    labelNames: ['reason'],
  });
  return {
    held: new Map(),
    lookedAt: Number.NEGATIVE_INFINITY,
    takeSignal: rate(signalsOfPerson),
    takeJoin: rate(joinsOfPerson),
    countStart: () => started.inc(),
    countEnd: (reason) => ended.inc({ reason }),
  };
});
