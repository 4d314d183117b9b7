import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Tables } from '#domain/tables.generated';
import { refusalOf, startAfterSession, startMeeting } from '#test/appointments';
import type { Persona, Visitor } from '#test/personas';
import { listSlots } from './slot-lists.ts';

const seenBy = async ({ calls }: Visitor, { userId }: Persona, start?: Date) => {
  const { count, slots } = await calls.listSlots({ userId, limit: 100, ...(start ? { start } : {}) });
  expect(count).toBe(slots.length);
  return slots.map(({ isBooked, bookedByUserId, bookedByUser }) => {
    expect(bookedByUser?.userId ?? null).toBe(bookedByUserId);
    return isBooked ? (bookedByUser?.name ?? 'Booked') : 'Free';
  });
};

async function withBooking() {
  const meeting = await startMeeting();
  const { ana, ben, inHours } = meeting;
  const booked = await ana.calls.createSlot({ startsAt: inHours(2), duration: 30 });
  await ana.calls.createSlot({ startsAt: inHours(3), duration: 30 });
  const slot = { userId: ana.userId, scheduleSlotId: booked.scheduleSlotId };
  const answer = await ben.calls.bookSlot(slot);
  return { ...meeting, slot, created: booked, answer };
}

describe('the name on a booked slot', () => {
  test('is seen by members until the guest turns it off, and always by the slot owner and the guest', async () => {
    const { ana, ben, chen, visitor, created, answer } = await withBooking();
    expect([created.isBooked, answer.isBooked]).toEqual([false, true]);
    const everybody = [ana, ben, chen, visitor()];
    const lookAll = () => Promise.all(everybody.map((viewer) => seenBy(viewer, ana)));
    const whole = ['Ben', 'Free'];
    expect(await lookAll()).toEqual([whole, whole, whole, ['Free']]);
    expect((await ben.calls.getUser()).showsBookings).toBe(true);

    await ben.calls.updateUser({ showsBookings: false });
    expect(await lookAll()).toEqual([whole, whole, ['Booked', 'Free'], ['Free']]);
    for (const { calls } of [ana, ben]) {
      expect((await calls.listAppointments()).slots).toMatchObject([
        { isBooked: true, bookedByUserId: ben.userId, bookedByUser: { name: 'Ben' } },
      ]);
    }
    expect((await ana.calls.listOwnSlots()).slots.map(({ isBooked }) => isBooked)).toEqual([true, false]);
    const seen = await chen.calls.listSlots({ userId: ana.userId });
    expect(JSON.stringify(seen)).not.toContain(ben.userId);

    await ben.calls.updateUser({ showsBookings: true });
    expect(await lookAll()).toEqual([whole, whole, whole, ['Free']]);
  });

  test("is the guest's choice, not the slot owner's or the viewer's", async () => {
    const { ana, chen } = await withBooking();
    for (const { calls } of [ana, chen]) await calls.updateUser({ showsBookings: false });
    expect(await seenBy(chen, ana)).toEqual(['Ben', 'Free']);
  });

  test('the setting is private, and part of the export', async () => {
    const { ben, chen } = await withBooking();
    await ben.calls.updateUser({ showsBookings: false });
    expect(JSON.stringify(await chen.calls.getProfile({ userId: ben.userId }))).not.toMatch(/bookings/i);
    expect(await ben.calls.exportUser()).toMatchObject({ user: { showsBookings: false } });
    const answer = await ben.send('POST', '/v1/user/update', { showsBookings: 'no' });
    expect(answer.status).toBe(400);
  });

  test('a hidden booking cannot be booked, and says no more than any taken one', async () => {
    const { ben, chen, slot } = await withBooking();
    const taken = await refusalOf(chen.calls.bookSlot(slot));
    await ben.calls.updateUser({ showsBookings: false });
    expect(await refusalOf(chen.calls.bookSlot(slot))).toEqual(taken);
    expect(taken).toMatchObject({ code: 3000, message: 'This slot is no longer available.' });
  });

  test('a block does not tell who made a hidden booking', async () => {
    const { ana, ben, chen } = await withBooking();
    await ben.calls.updateUser({ showsBookings: false });
    await chen.calls.blockUser({ userId: ben.userId });
    expect(await seenBy(chen, ana)).toEqual(['Booked', 'Free']);
    await chen.calls.unblockUser({ userId: ben.userId });
    await ben.calls.blockUser({ userId: chen.userId });
    expect(await seenBy(chen, ana)).toEqual(['Booked', 'Free']);
    await ben.calls.updateUser({ showsBookings: true });
    expect(await seenBy(chen, ana)).toEqual(['Free']);
  });

  test('a hidden booking that runs is seen as booked; once over it is for the two alone', async () => {
    const meeting = await withBooking();
    const { clock, created, again } = meeting;
    await meeting.ben.calls.updateUser({ showsBookings: false });
    const look = async () => {
      const people = [await again(meeting.ana), await again(meeting.ben), await again(meeting.chen)];
      return Promise.all(people.map((viewer) => seenBy(viewer, meeting.ana, created.startsAt)));
    };
    clock.set(new Date(created.startsAt.getTime() + 30 * 60_000 - 1));
    expect(await look()).toEqual([
      ['Ben', 'Free'],
      ['Ben', 'Free'],
      ['Booked', 'Free'],
    ]);
    clock.advance({ ms: 1 });
    expect(await look()).toEqual([['Ben', 'Free'], ['Ben', 'Free'], ['Free']]);
  });

  test('changes reach the sockets of the two alone', async () => {
    const { ben, ana, chen, slot, inHours } = await withBooking();
    const heard: string[][] = [];
    for (const [name, person] of Object.entries({ ana, ben, chen })) {
      (await person.connect()).on('schedule:changed', ({ scheduleSlotId }) =>
        heard.push([name, scheduleSlotId]),
      );
    }
    await ben.calls.cancelBooking(slot);
    // Events are ordered: an event about Chen's own slot comes after any event about the booking.
    const own = await chen.calls.createSlot({ startsAt: inHours(5), duration: 15 });
    await chen.calls.deleteSlot({ scheduleSlotId: own.scheduleSlotId });
    await expect
      .poll(() => heard.toSorted())
      .toEqual([
        ['ana', slot.scheduleSlotId],
        ['ben', slot.scheduleSlotId],
        ['chen', own.scheduleSlotId],
      ]);
  });
});

describe('the names on a weekly series', () => {
  const firstStart = '2030-03-06T10:00:00Z';

  async function startSeries() {
    const meeting = await startAfterSession(firstStart);
    const { ana, ben, scheduleSlotId } = meeting;
    await ben.calls.meetWeekly({ scheduleSlotId });
    await ana.calls.meetWeekly({ scheduleSlotId });
    const lookAt = async (moment: string) => {
      meeting.clock.set(moment);
      await meeting.runJobs();
      const people = await meeting.signInAll();
      const look = (viewer: Visitor) => seenBy(viewer, meeting.ana, meeting.clock.now());
      return {
        ...people,
        ana: await look(people.ana),
        ben: await look(people.ben),
        chen: await look(people.chen),
      };
    };
    return { ...meeting, lookAt };
  }

  test('third parties see the next session only; the two see all, visitors none', async () => {
    const { ana, ben, chen, visitor, clock } = await startSeries();
    const all = Array(4).fill('Ben');
    for (const viewer of [ana, ben]) expect(await seenBy(viewer, ana, clock.now())).toEqual(all);
    expect(await seenBy(chen, ana, clock.now())).toEqual(['Ben', 'Booked', 'Booked', 'Booked']);
    expect(await seenBy(visitor(), ana, clock.now())).toEqual([]);
    await ben.calls.updateUser({ showsBookings: false });
    expect(await seenBy(chen, ana, clock.now())).toEqual(Array(4).fill('Booked'));
    for (const viewer of [ana, ben]) expect(await seenBy(viewer, ana, clock.now())).toEqual(all);
  });

  test('a page that begins behind the next session names nobody', async () => {
    const { ana, chen } = await startSeries();
    expect(await seenBy(chen, ana, new Date('2030-03-19T00:00:00Z'))).toEqual(Array(3).fill('Booked'));
    const { slots } = await chen.calls.listSlots({ userId: ana.userId, limit: 1, offset: 1 });
    expect(slots).toMatchObject([{ isBooked: true, bookedByUserId: null, bookedByUser: null }]);
  });

  test('the next one is named once the one before it is over, to the millisecond', async () => {
    const { lookAt, again, ana, chen, clock } = await startSeries();
    const running = await lookAt('2030-03-13T10:00:00Z');
    expect(running.chen).toEqual(['Ben', 'Booked', 'Booked', 'Booked', 'Booked']);
    clock.set('2030-03-13T10:44:59.999Z');
    expect(await seenBy(await again(chen), ana, clock.now())).toEqual(Array(4).fill('Booked'));
    const over = await lookAt('2030-03-13T10:45:00Z');
    expect(over.chen).toEqual(['Ben', 'Booked', 'Booked', 'Booked']);
    expect(over.ben).toEqual(Array(4).fill('Ben'));
    // A past session stays visible to its two members.
    const start = new Date('2030-03-13T09:00:00Z');
    expect(await seenBy(await again(chen), ana, start)).toEqual(['Ben', 'Booked', 'Booked', 'Booked']);
    expect(await seenBy(await again(ana), ana, start)).toEqual(Array(5).fill('Ben'));
  });

  test('a week that is called off makes the following one the next', async () => {
    const { ana, ben, chen, clock } = await startSeries();
    const [next] = (await ben.calls.listAppointments({ start: clock.now() })).slots;
    await ben.calls.cancelBooking({ userId: ana.userId, scheduleSlotId: next?.scheduleSlotId ?? '' });
    expect(await seenBy(chen, ana, clock.now())).toEqual(['Ben', 'Booked', 'Booked']);
  });

  test('a booking of the same two outside the series, and another series, keep their own names', async () => {
    const { ana, ben, chen, clock, inHours } = await startSeries();
    const { scheduleSlotId } = await ana.calls.createSlot({ startsAt: inHours(24 * 9), duration: 30 });
    await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId });
    expect(await seenBy(chen, ana, clock.now())).toEqual(['Ben', 'Ben', 'Booked', 'Booked', 'Booked']);
    await ben.calls.meetWeekly({ scheduleSlotId });
    await ana.calls.meetWeekly({ scheduleSlotId });
    const seen = await seenBy(chen, ana, clock.now());
    expect(seen.slice(0, 2)).toEqual(['Ben', 'Ben']);
    expect(new Set(seen.slice(2))).toEqual(new Set(['Booked']));
  });

  test('names of a long series are read by indexes, a few weeks of it', { timeout: 90_000 }, async () => {
    const { ana, ben, chen, platform, clock } = await startSeries();
    const now = clock.now();
    // Slots and series of other members, and five years of past weeks of this one.
    await sql`
      INSERT INTO users (user_id, created_at, updated_at)
      SELECT gen_random_uuid(), ${now}, ${now} FROM generate_series(1, 100)`.execute(platform.db);
    await sql`
      INSERT INTO schedule_slots (schedule_slot_id, user_id, starts_at, ends_at, duration, created_at, updated_at)
      SELECT gen_random_uuid(), user_id, starts_at, starts_at + interval '15 minutes', 15, ${now}, ${now}
      FROM users, generate_series(date_trunc('hour', ${now}::timestamptz), ${now}::timestamptz + interval '50 hours',
        interval '1 hour') AS starts_at
      WHERE user_id NOT IN (${ana.userId}, ${ben.userId})`.execute(platform.db);
    await sql`
      INSERT INTO session_series (series_id, user_id, partner_user_id, first_starts_at, time_zone, duration, agreed_at, next_week, look_at)
      SELECT gen_random_uuid(), user_id, ${ben.userId}, ${now}, 'UTC', 30, ${now}, 300, ${now}
      FROM users WHERE user_id <> ${ben.userId} LIMIT 40`.execute(platform.db);
    await sql`
      INSERT INTO series_weeks (series_id, week, starts_at, how)
      SELECT series_id, week, ${now}, 'busy' FROM session_series, generate_series(100, 200) AS week`.execute(
      platform.db,
    );
    const weekly = sql`generate_series(${firstStart}::timestamptz - interval '260 weeks',
      ${firstStart}::timestamptz - interval '1 week', interval '1 week')`;
    await sql`
      INSERT INTO schedule_slots (schedule_slot_id, user_id, booked_by_user_id, starts_at, ends_at, duration, created_at, updated_at)
      SELECT gen_random_uuid(), ${ana.userId}, ${ben.userId}, starts_at, starts_at + interval '45 minutes', 45, starts_at, starts_at
      FROM ${weekly} AS starts_at`.execute(platform.db);
    await sql`
      INSERT INTO series_weeks (series_id, week, starts_at, schedule_slot_id, how)
      SELECT series_id, -rank() OVER (ORDER BY slot.starts_at DESC), slot.starts_at, slot.schedule_slot_id, 'taken'
      FROM session_series, schedule_slots AS slot
      WHERE next_week < 300 AND slot.starts_at < ${firstStart}`.execute(platform.db);
    await sql`ANALYZE`.execute(platform.db);
    const statements: CompiledQuery[] = [];
    const db = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: platform.pool }),
      log: ({ query }) => void statements.push(query),
    });
    const { userId, userSessionId } = chen;
    await listSlots(
      { ...platform, db },
      { userId, userSessionId, isAdmin: false },
      { userId: ana.userId, limit: 100 },
    );
    const list = statements.find(({ sql: text }) => text.includes('AS total'));
    const { rows } = await platform.pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${list?.sql}`, [
      ...(list?.parameters ?? []),
    ]);
    const reads: { relation: string; type: string; rows: number }[] = [];
    const walk = (node: Record<string, unknown>): void => {
      if (typeof node['Relation Name'] === 'string')
        reads.push({
          relation: node['Relation Name'],
          type: String(node['Node Type']),
          rows:
            Number(node['Actual Loops']) *
            (Number(node['Actual Rows']) + Number(node['Rows Removed by Filter'] ?? 0)),
        });
      for (const child of (node.Plans as Record<string, unknown>[] | undefined) ?? []) walk(child);
    };
    walk(rows[0]['QUERY PLAN'][0].Plan);
    const weeks = reads.filter(({ relation }) => relation === 'series_weeks');
    expect(weeks.length).toBeGreaterThan(0);
    expect(weeks.filter(({ type }) => type === 'Seq Scan')).toEqual([]);
    // Four sessions, each with the weeks around it.
    for (const { rows: read } of weeks) expect(read).toBeLessThan(4 * 12);
  });
});
