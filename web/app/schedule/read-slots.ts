import { slotPageSizes } from '@parlance/contract/schedule';

interface SlotPage<Slot> {
  count: number;
  slots: Slot[];
}

/** Reads a list of slots page by page until it ends, or until what was read is enough. */
export async function readSlots<Slot extends { scheduleSlotId: string }>(
  readPage: (part: { limit: number; offset: number }) => Promise<SlotPage<Slot>>,
  isEnough: (page: Slot[]) => boolean,
): Promise<Slot[]> {
  const limit = slotPageSizes.calendar;
  // By id, because a slot that goes away meanwhile moves the rest between the pages.
  const read = new Map<string, Slot>();
  for (let offset = 0; ; offset += limit) {
    const { count, slots } = await readPage({ limit, offset });
    for (const slot of slots) read.set(slot.scheduleSlotId, slot);
    if (slots.length === 0 || offset + limit >= count || isEnough(slots)) return [...read.values()];
  }
}
