import { NetworkError } from '@parlance/client/network-error';
import type { NewSlot } from './slot-selection';

/** How it went, slot by slot. */
export interface PublishOutcome {
  created: NewSlot[];
  failed: Array<{ slot: NewSlot; message: string }>;
}

interface PublishPorts {
  create: (slot: NewSlot) => Promise<unknown>;
  /** What to say of an error. */
  messageOf: (error: unknown) => string;
  /** Hears after each slot how many are done. */
  onProgress?: ((done: number) => void) | undefined;
}

/** Publishes slots one after the other. One that is refused stops nothing; a lost connection ends the rest too. */
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
