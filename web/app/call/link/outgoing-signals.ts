import { callSignals } from '@parlance/contract/call-events';
import type { Signal } from './peer';

export interface Batch {
  epoch: number;
  items: Signal[];
}

export interface OutgoingOptions {
  /** Whether there is anybody to send to; whatever is said without is lost, never kept for later. */
  canSignal(): boolean;
  /** Answers whether the batch reached the other side; without an answer in time it did not. */
  post(batch: Batch): Promise<boolean>;
  onLost(): void;
}

/** Signals leave in batches, one in flight: they keep their order, and a lost one is known. */
export function createOutgoing({ canSignal, post, onLost }: OutgoingOptions) {
  let waiting: Signal[] = [];
  // Each connection has its own: the first words of a new one do not wait for the last of the one before.
  let lane = { epoch: 0, isFlying: false };

  async function send(): Promise<void> {
    if (lane.isFlying || waiting.length === 0) return;
    if (!canSignal()) {
      waiting = [];
      onLost();
      return;
    }
    const mine = lane;
    mine.isFlying = true;
    const batch = { epoch: mine.epoch, items: waiting.splice(0, callSignals.itemsMax) };
    const hasArrived = await post(batch).catch(() => false);
    mine.isFlying = false;
    // What was said on an earlier connection does not matter any more.
    if (mine !== lane) return;
    if (!hasArrived) {
      waiting = [];
      onLost();
    }
    void send();
  }

  return {
    say(item: Signal) {
      waiting.push(item);
      void send();
    },
    /** Another connection: what waits for the earlier one is dropped. */
    begin(epoch: number) {
      lane = { epoch, isFlying: false };
      waiting = [];
    },
  };
}
