import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Tables } from '#domain/tables.generated';
import { ban, type Meeting, startMeeting } from '#test/appointments';
import type { Persona } from '#test/personas';
import { listAppointments, listOwnSlots, listSlots } from './slot-lists.ts';

const publish = async (person: Persona, ...starts: Date[]) => {
  const slots = [];
  for (const startsAt of starts) slots.push(await person.calls.createSlot({ startsAt, duration: 30 }));
  return slots;
};
const book = (person: Persona, { userId, scheduleSlotId }: { userId: string; scheduleSlotId: string }) =>
  person.calls.bookSlot({ userId, scheduleSlotId });
const startsOf = ({ slots }: { slots: Array<{ startsAt: Date }> }) => slots.map(({ startsAt }) => startsAt);

// Rules: docs/specification/schedule.md#slots
describe('own slots', () => {
  test('soonest first, with who booked them, from two hours ago on unless a start is given', async () => {
    const { ana, ben, again, clock, inHours } = await startMeeting();
    const times = [inHours(5), inHours(1), inHours(3)];
    const [, first] = await publish(ana, ...times);
    await book(ben, first!);
    const list = await ana.calls.listOwnSlots();
    expect(startsOf(list)).toEqual([times[1], times[2], times[0]]);
    expect(list.slots.map(({ bookedByUser }) => bookedByUser?.name ?? null)).toEqual(['Ben', null, null]);
    clock.set(new Date(times[1]!.getTime() + 2 * 3_600_000 + 1));
    const { calls } = await again(ana);
    expect((await calls.listOwnSlots()).count).toBe(2);
    expect((await calls.listOwnSlots({ start: times[1]! })).count).toBe(3);
    expect((await calls.listOwnSlots({ start: new Date(times[1]!.getTime() + 1) })).count).toBe(2);
  });

  test('pages add up to the count, also beyond the end', async () => {
    const { ana, inHours } = await startMeeting();
    await publish(ana, ...Array.from({ length: 12 }, (_, index) => inHours(index + 1)));
    const pages = await Promise.all(
      [0, 5, 10, 15].map((offset) => ana.calls.listOwnSlots({ limit: 5, offset })),
    );
    expect(pages.map(({ count, slots }) => [count, slots.length])).toEqual([
      [12, 5],
      [12, 5],
      [12, 2],
      [12, 0],
    ]);
    expect(pages.flatMap(startsOf)).toEqual(Array.from({ length: 12 }, (_, index) => inHours(index + 1)));
    expect((await ana.calls.listOwnSlots()).slots).toHaveLength(10);
  });
});

// Rules: docs/specification/schedule.md#appointments-screen
describe('appointments', () => {
  test('booked slots on either side with both people, soonest first', async () => {
    const { ana, ben, chen, inHours } = await startMeeting();
    const [ofAna] = await publish(ana, inHours(4), inHours(6));
    const [ofChen] = await publish(chen, inHours(2));
    await book(ben, ofAna!);
    await book(ana, ofChen!);
    const { count, slots } = await ana.calls.listAppointments();
    expect(count).toBe(2);
    expect(slots.map(({ user, bookedByUser }) => [user.name, bookedByUser?.name])).toEqual([
      ['Chen', 'Ana'],
      ['Ana', 'Ben'],
    ]);
    expect((await ben.calls.listAppointments()).count).toBe(1);
    expect((await ana.calls.listAppointments({ start: inHours(3) })).count).toBe(1);
    expect(await ana.calls.listAppointments({ limit: 1, offset: 1 })).toMatchObject({
      count: 2,
      slots: [slots[1]],
    });
  });
});

// Rules: docs/specification/schedule.md#who-sees-a-booking
describe("another person's slots (who sees a booking)", () => {
  async function withBooking(meeting: Meeting) {
    const { ana, ben, inHours } = meeting;
    const [booked, free] = await publish(ana, inHours(2), inHours(3));
    await book(ben, booked!);
    return { ...meeting, booked: booked!, free: free! };
  }

  test('signed-in people see free and booked ones, visitors the free ones only', async () => {
    const { ana, chen, visitor } = await withBooking(await startMeeting());
    const seen = await chen.calls.listSlots({ userId: ana.userId });
    expect(seen.slots.map(({ bookedByUser }) => bookedByUser?.name ?? null)).toEqual(['Ben', null]);
    const { count, slots } = await visitor().calls.listSlots({ userId: ana.userId });
    expect([count, slots.map(({ bookedByUserId }) => bookedByUserId)]).toEqual([1, [null]]);
  });

  test('people blocked with the owner, either way, get none and the count 0', async () => {
    const meeting = await withBooking(await startMeeting());
    const { ana, ben, chen } = meeting;
    await ana.calls.blockUser({ userId: chen.userId });
    await ben.calls.blockUser({ userId: ana.userId });
    for (const person of [ben, chen]) {
      expect(await person.calls.listSlots({ userId: ana.userId })).toEqual({ count: 0, slots: [] });
    }
  });

  test('a booking by somebody one is blocked with does not show who it is', async () => {
    const meeting = await withBooking(await startMeeting());
    const { ana, ben, chen, free } = meeting;
    await chen.calls.blockUser({ userId: ben.userId });
    expect(startsOf(await chen.calls.listSlots({ userId: ana.userId }))).toEqual([free.startsAt]);
  });

  test('a free slot hides while its owner has another session, and comes back', async () => {
    const { ana, ben, chen, inHours } = await startMeeting();
    await publish(ana, inHours(2), inHours(3));
    const [ofBen] = await publish(ben, inHours(2));
    await book(ana, ofBen!);
    expect(startsOf(await chen.calls.listSlots({ userId: ana.userId }))).toEqual([inHours(3)]);
    expect((await ana.calls.listSlots({ userId: ana.userId })).count).toBe(2);
    await ana.calls.cancelBooking({ userId: ben.userId, scheduleSlotId: ofBen!.scheduleSlotId });
    expect((await chen.calls.listSlots({ userId: ana.userId })).count).toBe(2);
  });

  test('a session that is over is for its two parties alone; one that is running still shows', async () => {
    const meeting = await withBooking(await startMeeting());
    const { booked, free, clock } = meeting;
    const start = new Date(booked.startsAt.getTime() - 3_600_000);
    const lookAll = async () => {
      const seen = async (viewer: Pick<Persona, 'calls'>) => {
        const { count, slots } = await viewer.calls.listSlots({ userId: booked.userId, start });
        expect(count).toBe(slots.length);
        return slots.map(({ scheduleSlotId, bookedByUser }) => [scheduleSlotId, bookedByUser?.name ?? null]);
      };
      const people = [meeting.ana, meeting.ben, meeting.chen];
      return [...(await Promise.all(people.map(async (one) => seen(await meeting.again(one)))))];
    };
    const both = [
      [booked.scheduleSlotId, 'Ben'],
      [free.scheduleSlotId, null],
    ];
    clock.set(new Date(booked.startsAt.getTime() + 30 * 60_000 - 1));
    expect(await lookAll()).toEqual([both, both, both]);
    clock.advance({ ms: 1 });
    expect(await lookAll()).toEqual([both, both, [both[1]]]);
    // A free slot that has begun is for its owner alone.
    clock.advance({ days: 100 });
    expect(await lookAll()).toEqual([both, [both[0]], []]);
  });

  test('nobody of that id, or banned: 404/4002', async () => {
    const meeting = await startMeeting();
    const { ana, ben, visitor } = meeting;
    await ban(meeting, ben);
    for (const userId of ['0195a0c0-0000-7000-8000-000000000000', ben.userId]) {
      await expect(visitor().calls.listSlots({ userId })).rejects.toMatchObject({ code: 4002 });
      await expect(ana.calls.listSlots({ userId })).rejects.toMatchObject({ code: 4002 });
    }
  });
});

describe('the lists stay quick', () => {
  test('each reads the rows of one person by an index', async () => {
    const { ana, ben, platform, clock } = await startMeeting();
    const now = clock.now();
    await sql`
      INSERT INTO users (user_id, created_at, updated_at) SELECT gen_random_uuid(), ${now}, ${now} FROM generate_series(1, 200)
    `.execute(platform.db);
    await sql`
      INSERT INTO schedule_slots (schedule_slot_id, user_id, starts_at, ends_at, duration, created_at, updated_at)
      SELECT gen_random_uuid(), user_id, starts_at, starts_at + interval '15 minutes', 15, ${now}, ${now}
      FROM users, generate_series(${now}::timestamptz, ${now}::timestamptz + interval '20 hours', interval '30 minutes') AS starts_at
    `.execute(platform.db);
    // Each member meets the next one, and Ana meets Ben.
    await sql`
      WITH people AS (
        SELECT user_id, row_number() OVER (
          ORDER BY user_id NOT IN (${ana.userId}, ${ben.userId}), user_id <> ${ana.userId}, user_id) AS place FROM users
      )
      UPDATE schedule_slots SET booked_by_user_id = booker.user_id
      FROM people AS owner JOIN people AS booker ON booker.place = owner.place + 1 AND owner.place % 2 = 1
      WHERE schedule_slots.user_id = owner.user_id`.execute(platform.db);
    await sql`
      INSERT INTO schedule_sessions (schedule_slot_id, user_id, starts_at, ends_at)
      SELECT schedule_slot_id, party, starts_at, ends_at
      FROM schedule_slots, unnest(ARRAY[user_id, booked_by_user_id]) AS party
      WHERE booked_by_user_id IS NOT NULL`.execute(platform.db);
    await sql`ANALYZE`.execute(platform.db);

    const statements: CompiledQuery[] = [];
    const db = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: platform.pool }),
      log: ({ query }) => void statements.push(query),
    });
    const callerOf = ({ userId, userSessionId }: Persona) => ({ userId, userSessionId, isAdmin: false });
    await listOwnSlots({ ...platform, db }, callerOf(ana), {});
    await listAppointments({ ...platform, db }, callerOf(ben), {});
    await listSlots({ ...platform, db }, callerOf(ben), { userId: ana.userId });
    const lists = statements.filter(({ sql: text }) => text.includes('AS total'));
    expect(lists).toHaveLength(3);
    for (const { sql: text, parameters } of lists) {
      const { rows } = await platform.pool.query(`EXPLAIN ${text}`, [...parameters]);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).not.toMatch(/Seq Scan on schedule/);
      expect(plan).toMatch(/schedule_(slots_by_owner|sessions_by_user)/);
    }
  });
});
