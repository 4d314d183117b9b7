import { ApiError } from '@parlance/contract/errors';
import type { Platform } from '@parlance/server/platform/platform';
import type { Caller } from '@parlance/server/platform/serve';
import { bookSlot, createSlot } from '@parlance/server/schedule/schedule';
import { listAppointments, listSlots } from '@parlance/server/schedule/slot-lists';
import { insertPeople } from '@parlance/server/test/booking-proof';
import { calmRounds } from './calm.ts';
import { grouped, inMs, median, type Part, perSecond, quantile, rateRow } from './figures.ts';
import { withApp } from './servers.ts';

const slotsOfOne = 500;
const reads = 300;
const bookingsARound = 20;
const contenders = 100;
const inFlight = 20;
const goal = 0.5;

/** Slot lists over a growing table, and bookings without competition and with a hundred requests for the same slot. */
export function measureBooking({ isQuick }: { isQuick: boolean }): Promise<Part> {
  const sizes = isQuick ? [10_000, 50_000] : [10_000, 100_000, 1_000_000];
  return withApp(async (platform) => {
    const lines = await measureLists(platform, sizes);
    const part = await measureBookings(platform, isQuick ? 3 : 6);
    return { ...part, tables: [{ title: 'Lists of slots', lines }] };
  });
}

async function measureLists(platform: Platform, sizes: number[]): Promise<string[][]> {
  const lines = [['list', 'slots', 'p50', 'p99']];
  let made = 0;
  for (const size of sizes) {
    await addSlots(platform, (size - made) / slotsOfOne);
    made = size;
    const { rows } = await platform.pool.query<{ user_id: string }>(
      'SELECT DISTINCT user_id FROM (SELECT user_id FROM schedule_slots LIMIT 20000) AS sample LIMIT 30',
    );
    const people = rows.map(({ user_id }) => ({ userId: user_id, userSessionId: '', isAdmin: false }));
    const add = async (name: string, read: (caller: Caller) => Promise<unknown>) => {
      const ms = await timeReads(people, read);
      lines.push([name, grouped(size), inMs(quantile(ms, 0.5)), inMs(quantile(ms, 0.99))]);
    };
    await add('availability, 5 of 500 with count', ({ userId }) =>
      listSlots(platform, null, { userId, limit: 5 }),
    );
    await add('appointments with both people', (caller) => listAppointments(platform, caller, { limit: 10 }));
  }
  return lines;
}

/** Members with 500 future slots each; the next member books every tenth slot of every second one. */
async function addSlots(platform: Platform, owners: number): Promise<void> {
  const people = await insertPeople(platform, owners);
  await platform.pool.query(
    `INSERT INTO schedule_slots (schedule_slot_id, user_id, booked_by_user_id, starts_at, ends_at, duration, created_at, updated_at)
     SELECT gen_random_uuid(), owner.id,
       CASE WHEN n % 10 = 0 AND owner.nth % 2 = 1 THEN lead(owner.id) OVER (PARTITION BY n ORDER BY owner.nth) END,
       start, start + interval '15 minutes', 15, now(), now()
     FROM unnest($1::uuid[]) WITH ORDINALITY AS owner(id, nth), generate_series(1, $2) AS n,
       LATERAL (SELECT date_trunc('day', now()) + interval '1 day' + n * interval '15 minutes' AS start) AS at`,
    [people.map(({ userId }) => userId), slotsOfOne],
  );
  await platform.pool.query(
    `INSERT INTO schedule_sessions (schedule_slot_id, user_id, starts_at, ends_at)
     SELECT schedule_slot_id, party, starts_at, ends_at FROM schedule_slots, unnest(ARRAY[user_id, booked_by_user_id]) AS party
     WHERE booked_by_user_id IS NOT NULL
     ON CONFLICT DO NOTHING`,
  );
  await platform.pool.query('ANALYZE schedule_slots, schedule_sessions');
}

async function timeReads(people: Caller[], read: (caller: Caller) => Promise<unknown>): Promise<number[]> {
  const ms: number[] = [];
  for (let nth = 0; nth < reads; nth++) {
    const caller = people[nth % people.length];
    if (!caller) continue;
    const start = performance.now();
    await read(caller);
    ms.push(performance.now() - start);
  }
  return ms;
}

async function measureBookings(platform: Platform, rounds: number): Promise<Part> {
  const [owner, ...bookers] = await insertPeople(platform, contenders + 1);
  if (!owner) throw new Error('nobody was inserted');
  let quarter = 0;
  const newSlot = () => {
    quarter += 1;
    const day = new Date(platform.clock.now().getTime() + 86_400_000).setUTCHours(0, 0, 0, 0);
    return createSlot(platform, owner, { startsAt: new Date(day + quarter * 900_000), duration: 15 });
  };
  const refusals = new Set<string>();
  const book = (caller: Caller | undefined, scheduleSlotId: string) =>
    caller
      ? bookSlot(platform, caller, { userId: owner.userId, scheduleSlotId }).catch((error: unknown) => {
          refusals.add(error instanceof ApiError ? error.message : String(error));
        })
      : Promise.resolve();

  const round = async () => {
    const slots = [];
    for (let nth = 0; nth < bookingsARound; nth++) slots.push(await newSlot());
    const ids = slots.map(({ scheduleSlotId }) => scheduleSlotId);
    const bare = await rate(ids, (id) =>
      platform.pool.query(
        'UPDATE schedule_slots SET updated_at = now() WHERE schedule_slot_id = $1 AND booked_by_user_id IS NULL',
        [id],
      ),
    );
    const alone = await rate(ids, (id, nth) => book(bookers[nth % bookers.length], id));
    const { scheduleSlotId } = await newSlot();
    const contended = await rate(bookers, (booker) => book(booker, scheduleSlotId));
    return { bare, alone, contended };
  };
  await round();
  const { kept, note } = await calmRounds(rounds, round);
  const [bare, alone, contended] = (['bare', 'alone', 'contended'] as const).map((name) =>
    median(kept.map((each) => each[name])),
  ) as [number, number, number];
  return {
    rows: [
      rateRow(
        `bookings answered when ${contenders} people want one slot, beside as many as wanted without a rival`,
        alone,
        contended,
        goal,
      ),
    ],
    notes: [
      `Booking: a bare guarded UPDATE takes ${perSecond(bare)} in the same run. Everybody who lost was told: ${[...refusals].join(' | ')} ` +
        note,
    ],
  };
}

/** Throughput at a fixed concurrency. */
async function rate<Item>(
  items: Item[],
  act: (item: Item, nth: number) => Promise<unknown>,
): Promise<number> {
  const waiting = items.entries();
  const start = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (const [nth, item] of waiting) await act(item, nth);
    }),
  );
  return (items.length * 1000) / (performance.now() - start);
}
