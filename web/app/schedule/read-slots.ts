import { slotPageSizes } from '@parlance/contract/schedule';

interface SlotPage<Slot> {
  count: number;
  slots: Slot[];
}

/** Reads pages of slots until the end of the list or until `isEnough`. */
export async function readSlots<Slot extends { scheduleSlotId: string }>(
  readPage: (part: { limit: number; offset: number }) => Promise<SlotPage<Slot>>,
  isEnough: (page: Slot[]) => boolean,
): Promise<Slot[]> {
  const limit = slotPageSizes.calendar;
  // Keyed by id: a removed slot shifts the rest between pages.
  const read = new Map<string, Slot>();
  for (let offset = 0; ; offset += limit) {
    const { count, slots } = await readPage({ limit, offset });
    for (const slot of slots) read.set(slot.scheduleSlotId, slot);
    if (slots.length === 0 || offset + limit >= count || isEnough(slots)) return [...read.values()];
  }
}
