// Prints how long the lists of the schedule take while the table grows, and how many bookings a second are answered when
// nobody competes, when a hundred people want the same slot, and by a bare guarded UPDATE in the same run. Starts a Postgres
// of its own and leaves nothing behind.
//   node bench/schedule.ts [slots at most, 1000000 by default]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError } from '@parlance/contract/errors';
import { startApp } from '@parlance/server/app';
import { readConfig } from '@parlance/server/config';
import { createLogger } from '@parlance/server/platform/logger';
import type { Platform } from '@parlance/server/platform/platform';
import type { Caller } from '@parlance/server/platform/serve';
import { bookSlot, createSlot } from '@parlance/server/schedule/schedule';
import { listAppointments, listSlots } from '@parlance/server/schedule/slot-lists';
import { insertPeople } from '@parlance/server/test/booking-proof';
import { startServers } from '@parlance/server/test/servers';

const slotsMax = Number(process.argv[2] ?? 1_000_000);
const sizes = [10_000, 100_000, 1_000_000].filter((size) => size <= slotsMax);
const slotsOfOne = 500;
const reads = 300;
const rounds = 5;
const bookingsARound = 100;
const contenders = 100;
const inFlight = 20;

const folder = mkdtempSync(join(tmpdir(), 'parlance-bench-'));
const servers = await startServers(0);
const config = readConfig({
  NODE_ENV: 'test',
  PORT: '0',
  DATA_DIR: folder,
  DATABASE_URL: servers.databaseUrl,
  RATE_LIMITS: 'off',
});
const app = await startApp(config, { log: createLogger({ level: 'warn' }), manualJobs: true });
try {
  await measureLists(app.platform);
  await measureBookings(app.platform);
} finally {
  await app.close();
  await servers.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measureLists(platform: Platform): Promise<void> {
  console.log('list                               slots     p50 ms     p99 ms');
  let made = 0;
  for (const size of sizes) {
    await addSlots(platform, (size - made) / slotsOfOne);
    made = size;
    const { rows } = await platform.pool.query<{ user_id: string }>(
      'SELECT DISTINCT user_id FROM (SELECT user_id FROM schedule_slots LIMIT 20000) AS sample LIMIT 30',
    );
    const people = rows.map(({ user_id }) => ({ userId: user_id, userSessionId: '', isAdmin: false }));
    await timeReads('availability, 5 of 500 with count', size, people, ({ userId }) =>
      listSlots(platform, null, { userId, limit: 5 }),
    );
    await timeReads('appointments with both people', size, people, (caller) =>
      listAppointments(platform, caller, { limit: 10 }),
    );
  }
}

/** People with 500 future slots each, every tenth of every second person booked by the next. */
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

async function timeReads(
  name: string,
  size: number,
  people: Caller[],
  read: (caller: Caller) => Promise<unknown>,
) {
  const ms: number[] = [];
  for (let nth = 0; nth < reads; nth++) {
    const caller = people[nth % people.length];
    if (!caller) continue;
    const start = performance.now();
    await read(caller);
    ms.push(performance.now() - start);
  }
  const cells = [name.padEnd(34), String(size).padStart(8), quantile(ms, 0.5), quantile(ms, 0.99)];
  console.log(cells.join('  '));
}

async function measureBookings(platform: Platform): Promise<void> {
  const [owner, ...bookers] = await insertPeople(platform, contenders + 1);
  if (!owner) return;
  let quarter = 0;
  const newSlot = () => {
    quarter += 1;
    const day = new Date(platform.clock.now().getTime() + 86_400_000).setUTCHours(0, 0, 0, 0);
    return createSlot(platform, owner, { startsAt: new Date(day + quarter * 900_000), duration: 15 });
  };
  const rates = { bare: [] as number[], alone: [] as number[], contended: [] as number[] };
  const refusals = new Set<string>();
  const book = (caller: Caller | undefined, scheduleSlotId: string) =>
    caller
      ? bookSlot(platform, caller, { userId: owner.userId, scheduleSlotId }).catch((error: unknown) => {
          refusals.add(error instanceof ApiError ? error.message : String(error));
        })
      : Promise.resolve();

  for (let round = 0; round < rounds; round++) {
    const slots = [];
    for (let nth = 0; nth < bookingsARound / rounds; nth++) slots.push(await newSlot());
    const ids = slots.map(({ scheduleSlotId }) => scheduleSlotId);
    rates.bare.push(
      await rate(ids, (id) =>
        platform.pool.query(
          'UPDATE schedule_slots SET updated_at = now() WHERE schedule_slot_id = $1 AND booked_by_user_id IS NULL',
          [id],
        ),
      ),
    );
    rates.alone.push(await rate(ids, (id, nth) => book(bookers[nth % bookers.length], id)));
    const { scheduleSlotId } = await newSlot();
    rates.contended.push(await rate(bookers, (booker) => book(booker, scheduleSlotId)));
  }
  const [bare, alone, contended] = [median(rates.bare), median(rates.alone), median(rates.contended)];
  console.log(
    `\nbookings a second: bare guarded UPDATE ${bare.toFixed(0)}, one booker a slot ${alone.toFixed(0)},`,
  );
  console.log(
    `  ${contenders} for one slot ${contended.toFixed(0)} answered (${(contended / alone).toFixed(2)} of one booker a slot)`,
  );
  console.log(`  refusals seen: ${[...refusals].join(' | ')}`);
}

/** Acts a second with so many under way at once. */
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

function quantile(ms: number[], share: number): string {
  const sorted = ms.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
    .toFixed(2)
    .padStart(9);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
