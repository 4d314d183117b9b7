import { NetworkError } from '@parlance/client/network-error';
import type { NewSlot } from './slot-selection';

/** Result of each slot. */
export interface PublishOutcome {
  created: NewSlot[];
  failed: Array<{ slot: NewSlot; message: string }>;
}

interface PublishPorts {
  create: (slot: NewSlot) => Promise<unknown>;
  messageOf: (error: unknown) => string;
  /** Receives the number of finished slots. */
  onProgress?: ((done: number) => void) | undefined;
}

/** Publishes slots sequentially. A refused slot does not stop the batch; a lost connection fails the rest. */
export async function publishSlots(slots: NewSlot[], ports: PublishPorts): Promise<PublishOutcome> {
  const outcome: PublishOutcome = { created: [], failed: [] };
  let lost: string | null = null;
  for (const [index, slot] of slots.entries()) {
    try {
      if (lost === null) {
        await ports.create(slot);
        outcome.created.push(slot);
      } else {
        outcome.failed.push({ slot, message: lost });
      }
    } catch (error) {
      const message = ports.messageOf(error);
      if (error instanceof NetworkError) lost = message;
      outcome.failed.push({ slot, message });
    }
    ports.onProgress?.(index + 1);
  }
  return outcome;
}
