import { type Calls, createCalls } from '@parlance/client/http';
import type { Person } from './people.ts';

const quarterMs = 900_000;
const dayMs = 86_400_000;

export const callsOf = ({ tokens }: Person, baseUrl: string): Calls =>
  createCalls({ baseUrl, getAccessToken: () => tokens.accessToken });

/** Books slots of one member by others in turn. Each booking sends mails; one mail may cover several bookings of one booker. */
export async function bookSlots(
  owner: { calls: Calls; person: Person },
  bookers: { calls: Calls }[],
  { count, firstNth }: { count: number; firstNth: number },
): Promise<void> {
  const start = Math.ceil(Date.now() / dayMs) * dayMs + 3 * dayMs;
  for (let nth = firstNth; nth < firstNth + count; nth++) {
    const startsAt = new Date(start + nth * quarterMs);
    const { scheduleSlotId } = await owner.calls.createSlot({ startsAt, duration: 15 });
    await bookers[nth % bookers.length]?.calls.bookSlot({ userId: owner.person.userId, scheduleSlotId });
  }
}
