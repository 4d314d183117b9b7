import { setTimeout as wait } from 'node:timers/promises';
import type { Calls } from '@parlance/client/http';
import { ApiError } from '@parlance/contract/errors';
import type pg from 'pg';
import type { BookingRecord, StoredSlot } from '#history/booked';
import { outcomeOf } from './load.ts';
import type { Person } from './people.ts';

export interface BookingPair {
  owner: { person: Person; calls: Calls };
  booker: { person: Person; calls: Calls };
}

export interface BookingLoad {
  records: BookingRecord[];
  /** Refusals that the injected fault does not explain. */
  refusals: string[];
  /** Outcomes of retried attempts, with their counts. */
  losses: Map<string, number>;
  stop(): Promise<void>;
}

const quarterMs = 900_000;
const dayMs = 86_400_000;
const pauseMs = 200;
const retryAfterMs = 150;
const attemptTimeoutMs = 8000;
const drainWithinMs = 30_000;

/** Each pair books one slot after another and retries both calls until they are answered. */
export function startBookings(
  pairs: BookingPair[],
  { onAcknowledged }: { onAcknowledged: (bookerId: string) => void },
): BookingLoad {
  const records: BookingRecord[] = [];
  const refusals: string[] = [];
  const losses = new Map<string, number>();
  let deadline = Number.POSITIVE_INFINITY;
  let isStopping = false;

  async function untilAnswered<Answer>(
    ask: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer | null> {
    while (Date.now() < deadline) {
      try {
        return await ask(AbortSignal.timeout(attemptTimeoutMs));
      } catch (error) {
        const outcome = outcomeOf(error);
        if (error instanceof ApiError && error.statusCode < 500) {
          refusals.push(`refused: a booking with ${outcome} ${error.message}`);
          return null;
        }
        losses.set(outcome, (losses.get(outcome) ?? 0) + 1);
        await wait(retryAfterMs);
      }
    }
    return null;
  }

  async function bookOnAndOn({ owner, booker }: BookingPair): Promise<void> {
    const first = Math.ceil(Date.now() / dayMs) * dayMs + 3 * dayMs;
    const [ownerId, bookerId] = [owner.person.userId, booker.person.userId];
    for (let nth = 0; !isStopping; nth++) {
      const startsAt = new Date(first + nth * quarterMs);
      const record: BookingRecord = { ownerId, bookerId, startsAt, acknowledged: null };
      records.push(record);
      const slot = await untilAnswered((signal) =>
        owner.calls.createSlot({ startsAt, duration: 15 }, { signal }),
      );
      if (!slot) continue;
      const wanted = { userId: ownerId, scheduleSlotId: slot.scheduleSlotId };
      const booked = await untilAnswered((signal) => booker.calls.bookSlot(wanted, { signal }));
      if (booked) {
        record.acknowledged = booked.scheduleSlotId;
        onAcknowledged(bookerId);
      }
      await wait(pauseMs);
    }
  }

  const booking = pairs.map(bookOnAndOn);
  return {
    records,
    refusals,
    losses,
    async stop() {
      isStopping = true;
      deadline = Date.now() + drainWithinMs;
      await Promise.all(booking);
    },
  };
}

export async function readSlots(pool: pg.Pool): Promise<StoredSlot[]> {
  const { rows } = await pool.query<{
    schedule_slot_id: string;
    user_id: string;
    booked_by_user_id: string | null;
    starts_at: Date;
  }>('SELECT schedule_slot_id, user_id, booked_by_user_id, starts_at FROM schedule_slots');
  return rows.map((row) => ({
    scheduleSlotId: row.schedule_slot_id,
    ownerId: row.user_id,
    bookerId: row.booked_by_user_id,
    startsAt: row.starts_at,
  }));
}
