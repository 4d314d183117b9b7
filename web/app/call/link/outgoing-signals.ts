import { callSignals } from '@parlance/contract/call-events';
import type { Signal } from './peer';

export interface Batch {
  epoch: number;
  items: Signal[];
}

export interface OutgoingOptions {
  /** Whether a recipient is present; otherwise signals are dropped, never queued. */
  canSignal(): boolean;
  /** Resolves to whether the batch was delivered; a timeout counts as not delivered. */
  post(batch: Batch): Promise<boolean>;
  onLost(): void;
}

/** Sends signals in batches, one in flight: keeps their order and detects losses. */
export function createOutgoing({ canSignal, post, onLost }: OutgoingOptions) {
  let waiting: Signal[] = [];
  // One lane per connection: signals of a new one do not wait for those of the old.
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
    // A result for an earlier connection is stale.
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
    /** Starts another epoch and drops queued signals of the old one. */
    begin(epoch: number) {
      lane = { epoch, isFlying: false };
      waiting = [];
    },
  };
}
