import { randomUUID } from 'node:crypto';
import { ApiError } from '@parlance/contract/errors';
import { bookingMessages } from '@parlance/contract/schedule';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Tables } from '#domain/tables.generated';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { bookSlot, cancelBooking, createSlot, deleteSlot } from '#schedule/schedule';

const hourMs = 3_600_000;

/** Inserts many users without sessions or mailboxes, for booking races. */
export async function insertPeople({ db, clock }: Platform, count: number): Promise<Caller[]> {
  const now = clock.now();
  const callers = Array.from({ length: count }, () => ({
    userId: randomUUID(),
    userSessionId: randomUUID(),
    isAdmin: false,
  }));
  const rows = callers.map(({ userId }) => ({ user_id: userId, created_at: now, updated_at: now }));
  await db.insertInto('users').values(rows).execute();
  return callers;
}

export interface RaceOutcome {
  winners: number;
  refusals: Record<string, number>;
  maxInFlight: number;
  maxBusyConnections: number;
  /** How many read the slot as free and then raced for it. */
  sawItFree: number;
}

export async function raceForSlot(
  platform: Platform,
  owner: Caller,
  contenders: Caller[],
  startsAt: Date,
): Promise<RaceOutcome> {
  const { pool } = platform;
  let sawItFree = 0;
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      if (query.sql.includes('FOR KEY SHARE')) sawItFree += 1;
    },
  });
  const { scheduleSlotId } = await createSlot(platform, owner, { startsAt, duration: 15 });
  const outcome = {
    winners: 0,
    refusals: {} as Record<string, number>,
    maxInFlight: 0,
    maxBusyConnections: 0,
  };
  let inFlight = 0;
  await Promise.all(
    contenders.map(async (caller) => {
      inFlight += 1;
      outcome.maxInFlight = Math.max(outcome.maxInFlight, inFlight);
      try {
        await bookSlot({ ...platform, db }, caller, { userId: owner.userId, scheduleSlotId });
        outcome.winners += 1;
      } catch (error) {
        const reason = reasonOf(error);
        outcome.refusals[reason] = (outcome.refusals[reason] ?? 0) + 1;
      }
      outcome.maxBusyConnections = Math.max(outcome.maxBusyConnections, pool.totalCount - pool.idleCount);
      inFlight -= 1;
    }),
  );
  return { ...outcome, sawItFree };
}

/** The expected refusal of a losing contender. */
export const lostRace = `403/3000 ${bookingMessages.taken}`;

export function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return `${error.statusCode}/${error.code} ${error.message}`;
  return `unexpected: ${error}`;
}

export interface MixedOutcome {
  done: Record<string, number>;
  refusals: Record<string, number>;
  maxInFlight: number;
  /** Descriptions of broken invariants; empty on success. */
  broken: string[];
}

interface MixedOptions {
  people: number;
  operations: number;
  workers: number;
  random: () => number;
}

/** Publishes, books, cancels and deletes at random on few times, so that members conflict. */
export async function mixAtRandom(platform: Platform, options: MixedOptions): Promise<MixedOutcome> {
  const { people, operations, workers, random } = options;
  const callers = await insertPeople(platform, people);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const base = Math.ceil(platform.clock.now().getTime() / hourMs) * hourMs + hourMs;
  const known: Array<{ userId: string; scheduleSlotId: string }> = [];
  const outcome: MixedOutcome = { done: {}, refusals: {}, maxInFlight: 0, broken: [] };
  const count = (into: Record<string, number>, key: string) => {
    into[key] = (into[key] ?? 0) + 1;
  };

  const acts = {
    async create() {
      const startsAt = new Date(base + Math.floor(random() * 24) * 900_000);
      const slot = await createSlot(platform, pick(callers), { startsAt, duration: pick([15, 30, 45, 60]) });
      known.push({ userId: slot.userId, scheduleSlotId: slot.scheduleSlotId });
      if (known.length > 200) known.shift();
    },
    book: () => bookSlot(platform, pick(callers), pick(known)),
    async cancel() {
      const slot = pick(known);
      const booked = await platform.db
        .selectFrom('schedule_slots')
        .select('booked_by_user_id')
        .where('schedule_slot_id', '=', slot.scheduleSlotId)
        .executeTakeFirst();
      const party = callers.find(({ userId }) => userId === pick([booked?.booked_by_user_id, slot.userId]));
      await cancelBooking(platform, party ?? pick(callers), slot);
    },
    async remove() {
      const { userId, scheduleSlotId } = pick(known);
      await deleteSlot(platform, callers.find((caller) => caller.userId === userId) as Caller, {
        scheduleSlotId,
      });
    },
  };
  const choices = ['create', 'create', 'book', 'book', 'book', 'cancel', 'remove'] as const;

  let begun = 0;
  let inFlight = 0;
  async function work(): Promise<void> {
    while (begun < operations) {
      begun += 1;
      const name = known.length === 0 ? 'create' : pick(choices);
      inFlight += 1;
      outcome.maxInFlight = Math.max(outcome.maxInFlight, inFlight);
      try {
        await acts[name]();
        count(outcome.done, name);
      } catch (error) {
        count(outcome.refusals, `${name}: ${reasonOf(error)}`);
      }
      inFlight -= 1;
    }
  }
  await Promise.all(Array.from({ length: workers }, work));
  outcome.broken = await brokenInvariants(platform);
  return outcome;
}

/** Checks the rows directly, independent of constraints. */
export async function brokenInvariants({ db }: Platform): Promise<string[]> {
  const checks = {
    'two slots of one owner overlap': sql<{ n: number }>`
      SELECT count(*) AS n FROM schedule_slots a JOIN schedule_slots b USING (user_id)
      WHERE a.schedule_slot_id < b.schedule_slot_id AND a.starts_at < b.ends_at AND b.starts_at < a.ends_at`,
    'somebody is in two sessions at once': sql<{ n: number }>`
      WITH parties AS (
        SELECT schedule_slot_id, user_id AS party, starts_at, ends_at FROM schedule_slots WHERE booked_by_user_id IS NOT NULL
        UNION ALL
        SELECT schedule_slot_id, booked_by_user_id, starts_at, ends_at FROM schedule_slots WHERE booked_by_user_id IS NOT NULL
      )
      SELECT count(*) AS n FROM parties a JOIN parties b USING (party)
      WHERE a.schedule_slot_id < b.schedule_slot_id AND a.starts_at < b.ends_at AND b.starts_at < a.ends_at`,
    'session rows do not fit the bookings': sql<{ n: number }>`
      SELECT count(*) AS n FROM (
        SELECT schedule_slot_id, party, starts_at, ends_at
        FROM schedule_slots, unnest(ARRAY[user_id, booked_by_user_id]) AS party WHERE booked_by_user_id IS NOT NULL
      ) AS expected FULL JOIN schedule_sessions AS session
        ON session.schedule_slot_id = expected.schedule_slot_id AND session.user_id = expected.party
        AND session.starts_at = expected.starts_at AND session.ends_at = expected.ends_at
      WHERE expected.party IS NULL OR session.user_id IS NULL`,
    'reminders without a booking': sql<{ n: number }>`
      SELECT count(*) AS n FROM waiting_mails AS notice
      LEFT JOIN schedule_slots AS slot ON slot.schedule_slot_id = notice.subject_id
        AND slot.sequence = (notice.about->>'sequence')::integer AND slot.booked_by_user_id IS NOT NULL
      WHERE notice.kind LIKE 'reminder%' AND slot.schedule_slot_id IS NULL`,
    'bookings and cancellations do not add up with the activity records': sql<{ n: number }>`
      SELECT abs((SELECT count(*) FROM schedule_slots WHERE booked_by_user_id IS NOT NULL)
        - count(*) FILTER (WHERE type = 'book-schedule-slot') + count(*) FILTER (WHERE type = 'cancel-schedule-slot')) AS n
      FROM user_activities`,
  };
  const broken: string[] = [];
  for (const [name, check] of Object.entries(checks)) {
    const { rows } = await check.execute(db);
    if (rows[0]?.n !== 0) broken.push(`${name}: ${rows[0]?.n}`);
  }
  return broken;
}

/** A seeded random generator, so that a failed run can be reproduced. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
