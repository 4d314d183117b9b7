import { describe, expect, test } from 'vitest';
import { ban, refusalOf, startMeeting } from '#test/appointments';
import type { Persona } from '#test/personas';

/** Ana has met Ben, Chen and Dina; the sessions are over, and everyone is signed in again. */
async function startAfterwards() {
  const meeting = await startMeeting();
  const dina = await meeting.signUp('dina@example.org', { name: 'Dina', description: 'Hi', speaks: ['en'] });
  await meeting.ana.calls.createLanguage({ languageCode: 'de', target: false, proficiency: 1 });
  const meet = async (booker: Persona, startsAt: Date) => {
    const { scheduleSlotId } = await meeting.ana.calls.createSlot({ startsAt, duration: 30 });
    await booker.calls.bookSlot({ userId: meeting.ana.userId, scheduleSlotId });
    return { scheduleSlotId };
  };
  const sessions = {
    ben: await meet(meeting.ben, meeting.inHours(1)),
    chen: await meet(meeting.chen, meeting.inHours(2)),
    dina: await meet(dina, meeting.inHours(3)),
  };
  const later = async (by: { days?: number; hours?: number; ms?: number }) => {
    meeting.clock.advance(by);
    return {
      ana: await meeting.again(meeting.ana),
      ben: await meeting.again(meeting.ben),
      chen: await meeting.again(meeting.chen),
      dina: await meeting.again(dina),
    };
  };
  return { ...meeting, sessions, later, ...(await later({ hours: 4 })) };
}

const sessionsOf = async (viewer: Pick<Persona, 'calls'>, { userId }: Persona) =>
  (await viewer.calls.getProfile({ userId })).sessions;

// Rules: docs/specification/trust.md#outcome
describe('the answer about a session', () => {
  test('is limited to the two members, from its end, for two weeks', async () => {
    const { ana, ben, sessions, later, visitor, inHours } = await startAfterwards();
    const upcoming = await ana.calls.createSlot({ startsAt: inHours(1), duration: 15 });
    const answer = (person: Pick<Persona, 'calls'>, of: { scheduleSlotId: string }) =>
      refusalOf(person.calls.answerOutcome({ scheduleSlotId: of.scheduleSlotId, answer: 'kept' }));
    expect(await answer(ben, sessions.chen)).toMatchObject({ statusCode: 404, code: 4001 });
    expect(await answer(visitor(), sessions.ben)).toMatchObject({ statusCode: 401 });
    expect(await answer(ana, upcoming)).toMatchObject({ statusCode: 404, code: 4001 });
    await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId: upcoming.scheduleSlotId });
    expect(await answer(ana, upcoming)).toEqual({
      statusCode: 403,
      code: 3000,
      message: 'This session is not over yet.',
    });
    const strange = await ana.send('POST', `/v1/user/schedule/${sessions.ben.scheduleSlotId}/outcome`, {
      answer: 'late',
    });
    expect(strange.status).toBe(400);
    // It ended two and a half hours before now.
    const last = await later({ days: 13, hours: 21, ms: 1_799_999 });
    expect(await answer(last.ben, sessions.ben)).toMatchObject({ answer: {} });
    const over = await later({ ms: 1 });
    expect(await answer(over.ana, sessions.ben)).toMatchObject({
      code: 3000,
      message: 'This session is too long ago.',
    });
  });

  test("is private: neither the partner's list, profile nor search shows it", async () => {
    const { ana, ben, sessions, runJobs } = await startAfterwards();
    const own = async (person: Persona) => {
      const { slots } = await person.calls.listAppointments({ start: new Date('2030-01-01T00:00:00Z') });
      return slots.find(({ scheduleSlotId }) => scheduleSlotId === sessions.ben.scheduleSlotId)?.outcome;
    };
    expect([await own(ana), await own(ben)]).toEqual([
      { answer: null, isOpen: true },
      { answer: null, isOpen: true },
    ]);
    const seen = async () =>
      JSON.stringify([
        await ana.calls.listAppointments({ start: new Date('2030-01-01T00:00:00Z') }),
        await ana.calls.getProfile({ userId: ben.userId }),
        await ana.calls.getOwnProfile(),
        (await ana.calls.searchUsers({})).users,
        { ...(await ana.calls.exportUser()), exportedAt: null },
      ]);
    await runJobs();
    const before = await seen();
    await ben.calls.answerOutcome({ ...sessions.ben, answer: 'missed' });
    await runJobs();
    expect(await own(ben)).toEqual({ answer: 'missed', isOpen: true });
    expect(await seen()).toBe(before);
    const { outcomes } = await ben.calls.exportUser();
    expect(outcomes).toMatchObject([{ ...sessions.ben, partnerUserId: ana.userId, answer: 'missed' }]);
  });

  test('is refused and not requested after a block', async () => {
    const { ana, ben, sessions } = await startAfterwards();
    await ben.calls.blockUser({ userId: ana.userId });
    for (const person of [ana, ben]) {
      expect(await refusalOf(person.calls.answerOutcome({ ...sessions.ben, answer: 'kept' }))).toMatchObject({
        statusCode: 403,
        code: 3002,
      });
      const { slots } = await person.calls.listAppointments({ start: new Date('2030-01-01T00:00:00Z') });
      expect(
        slots.find(({ scheduleSlotId }) => scheduleSlotId === sessions.ben.scheduleSlotId)?.outcome,
      ).toBeNull();
    }
  });

  test('is told to what follows the profiles of both', async () => {
    const { ana, ben, sessions, platform } = await startAfterwards();
    const heard: string[] = [];
    platform.effects.on('userProfileChanged', async (_platform, _tx, { userId }) => {
      heard.push(userId);
      return undefined;
    });
    await ben.calls.answerOutcome({ ...sessions.ben, answer: 'kept' });
    expect(heard.toSorted()).toEqual([ana.userId, ben.userId].toSorted());
  });

  test('is limited to sixty an hour', async () => {
    const { ana, ben, sessions } = await startAfterwards();
    for (let nth = 0; nth < 60; nth += 1) {
      await ana.calls.answerOutcome({ ...sessions.ben, answer: nth % 2 ? 'kept' : 'moved' });
    }
    expect(await refusalOf(ana.calls.answerOutcome({ ...sessions.ben, answer: 'kept' }))).toMatchObject({
      code: 6001,
    });
    expect(await refusalOf(ben.calls.answerOutcome({ ...sessions.ben, answer: 'kept' }))).toEqual({
      answer: {},
    });
  });

  test('by both at once is stored for each and applied to both cards', async () => {
    const { ana, ben, chen, dina, sessions, platform, runJobs, visitor } = await startAfterwards();
    const answers = [
      [ana, 'ben'],
      [ben, 'ben'],
      [ana, 'chen'],
      [chen, 'chen'],
      [ana, 'dina'],
      [dina, 'dina'],
    ] as const;
    await Promise.all([
      ...answers.map(([person, slot]) => person.calls.answerOutcome({ ...sessions[slot], answer: 'kept' })),
      runJobs(),
    ]);
    await runJobs();
    expect(await platform.db.selectFrom('session_outcomes').selectAll().execute()).toHaveLength(6);
    expect(await sessionsOf(visitor(), ana)).toEqual({ kept: 3, total: 3 });
    const { users } = await visitor().calls.searchUsers({});
    expect(users.map(({ name, comesReliably }) => [name, comesReliably]).toSorted()).toEqual([
      ['Ana', true],
      ['Dina', false],
    ]);
  });
});

// Rules: docs/specification/trust.md#public-record
describe('kept sessions on a profile', () => {
  test('are null until a third partner has answered, then public', async () => {
    const { ana, ben, chen, dina, sessions, visitor } = await startAfterwards();
    await ben.calls.answerOutcome({ ...sessions.ben, answer: 'kept' });
    await chen.calls.answerOutcome({ ...sessions.chen, answer: 'kept' });
    for (const viewer of [ana, ben, visitor()]) expect(await sessionsOf(viewer, ana)).toBeNull();
    await dina.calls.answerOutcome({ ...sessions.dina, answer: 'kept' });
    for (const viewer of [ana, ben, visitor()]) {
      expect(await sessionsOf(viewer, ana)).toEqual({ kept: 3, total: 3 });
    }
    expect(await sessionsOf(ana, ben)).toBeNull();
    await dina.calls.blockUser({ userId: ana.userId });
    expect(await sessionsOf(visitor(), ana)).toBeNull();
    await dina.calls.unblockUser({ userId: ana.userId });
    expect(await sessionsOf(visitor(), ana)).toEqual({ kept: 3, total: 3 });
  });

  test('count a miss after 72 hours without contradiction; the card is reliable until then', async () => {
    const afterwards = await startAfterwards();
    const { ana, ben, chen, dina, sessions, later, runJobs, visitor } = afterwards;
    await ben.calls.answerOutcome({ ...sessions.ben, answer: 'kept' });
    await chen.calls.answerOutcome({ ...sessions.chen, answer: 'missed' });
    await dina.calls.answerOutcome({ ...sessions.dina, answer: 'kept' });
    await later({ hours: 71 });
    await runJobs();
    expect(await sessionsOf(visitor(), ana)).toBeNull();
    const three = await later({ hours: 1 });
    expect(await sessionsOf(visitor(), ana)).toEqual({ kept: 2, total: 3 });
    // Too late for her; no other record changes.
    await three.ana.calls.answerOutcome({ ...sessions.chen, answer: 'missed' });
    await runJobs();
    expect(await sessionsOf(visitor(), ana)).toEqual({ kept: 2, total: 3 });
    const card = async () =>
      (await visitor().calls.searchUsers({})).users.find(({ userId }) => userId === ana.userId)
        ?.comesReliably;
    expect(await card()).toBe(false);
    await three.chen.calls.answerOutcome({ ...sessions.chen, answer: 'kept' });
    expect(await sessionsOf(visitor(), ana)).toBeNull();
    await three.ana.calls.answerOutcome({ ...sessions.chen, answer: 'kept' });
    await runJobs();
    expect([await sessionsOf(visitor(), ana), await card()]).toEqual([{ kept: 3, total: 3 }, true]);
    // Half a year after the oldest ended, by the clock alone.
    await later({ days: 177 });
    await runJobs();
    expect([await sessionsOf(visitor(), ana), await card()]).toEqual([null, false]);
  });
});

describe('the usual response time', () => {
  async function startBusy() {
    const meeting = await startMeeting({ env: { RATE_LIMITS: 'off' } });
    let nth = 0;
    /** A new member writes to Ana, who answers after some hours, or never. */
    const write = async (hours: number | null) => {
      const writer = await meeting.signUp(`writer${nth++}@example.org`, {
        name: 'Writer',
        description: 'Hi',
      });
      await writer.calls.sendTextMessage({ userId: meeting.ana.userId, content: 'Hello' });
      if (hours === null) return writer;
      meeting.clock.advance({ hours });
      const ana = await meeting.again(meeting.ana);
      await ana.calls.sendTextMessage({ userId: writer.userId, content: 'Hi' });
      return writer;
    };
    const told = async () =>
      (await meeting.visitor().calls.getProfile({ userId: meeting.ana.userId })).answersWithin;
    return { ...meeting, write, told };
  }

  test('needs five first messages and is the limit that more than half of them met', async () => {
    const { write, told, clock } = await startBusy();
    for (const hours of [0.5, 0.5, 1, 1]) await write(hours);
    expect(await told()).toBeNull();
    await write(30);
    expect(await told()).toBe('hour');
    await write(24);
    expect(await told()).toBe('hour');
    await write(24);
    expect(await told()).toBe('hour');
    await write(25);
    expect(await told()).toBe('day');
    for (let nth = 0; nth < 4; nth += 1) await write(null);
    expect(await told()).toBe('day');
    // A message unanswered for three days counts; if most are, no time is shown.
    clock.advance({ days: 3 });
    expect(await told()).toBe('days');
    for (let nth = 0; nth < 6; nth += 1) await write(null);
    clock.advance({ days: 3 });
    expect(await told()).toBeNull();
  });

  test('uses conversations that others began, without blocked and banned members', async () => {
    const { write, told, again, ana, chen, platform } = await startBusy();
    for (let nth = 0; nth < 6; nth += 1) await write(30);
    const slow = await write(30);
    expect(await told()).toBe('days');
    const later = await again(ana);
    await later.calls.sendTextMessage({ userId: chen.userId, content: 'Hello' });
    for (let nth = 0; nth < 7; nth += 1) await write(0.1);
    expect(await told()).toBe('days');
    const { calls } = await again(slow);
    await calls.blockUser({ userId: ana.userId });
    expect(await told()).toBe('hour');
    await calls.unblockUser({ userId: ana.userId });
    expect(await told()).toBe('days');
    await ban({ platform }, slow);
    expect(await told()).toBe('hour');
  });

  test('is not told where it is more than a week', async () => {
    const { write, told } = await startBusy();
    const week = 7 * 24;
    for (let nth = 0; nth < 5; nth += 1) await write(week);
    expect(await told()).toBe('days');
    for (let nth = 0; nth < 5; nth += 1) await write(week + 1);
    expect(await told()).toBeNull();
  });

  test('counts no requests, which need no answer', async () => {
    const { write, told, again, ana, clock } = await startBusy();
    for (let nth = 0; nth < 5; nth += 1) await write(0.1);
    await (await again(ana)).calls.updateUser({ writesToMe: 'asking' });
    for (let nth = 0; nth < 6; nth += 1) await write(null);
    clock.advance({ days: 3 });
    expect(await told()).toBe('hour');
  });

  test('uses the last twenty-five', async () => {
    const { write, told } = await startBusy();
    for (let nth = 0; nth < 13; nth += 1) await write(25);
    for (let nth = 0; nth < 12; nth += 1) await write(0.1);
    expect(await told()).toBe('days');
    await write(0.1);
    expect(await told()).toBe('hour');
  });

  test('is hidden, with the last activity, between two of whom one has blocked the other', async () => {
    const { write, again, ana, ben } = await startBusy();
    for (let nth = 0; nth < 5; nth += 1) await write(0.1);
    const [one, other] = [await again(ana), await again(ben)];
    const seen = async () => {
      const { answersWithin, lastActiveAt } = await other.calls.getProfile({ userId: ana.userId });
      return [answersWithin, lastActiveAt !== null];
    };
    expect(await seen()).toEqual(['hour', true]);
    for (const [blocker, blocked] of [
      [one, ben],
      [other, ana],
    ] as const) {
      await blocker.calls.blockUser({ userId: blocked.userId });
      expect(await seen()).toEqual([null, false]);
      await blocker.calls.unblockUser({ userId: blocked.userId });
    }
  });

  test('is hidden, with the last activity, for members who hide their activity', async () => {
    const { write, visitor, again, ana, ben } = await startBusy();
    for (let nth = 0; nth < 5; nth += 1) await write(0.1);
    const own = await again(ana);
    await own.calls.createLanguage({ languageCode: 'de', target: false, proficiency: 1 });
    const { calls } = await again(ben);
    const seen = async (viewer: Pick<Persona, 'calls'>) => {
      const { answersWithin, lastActiveAt } = await viewer.calls.getProfile({ userId: ana.userId });
      const [card] = (await viewer.calls.searchUsers({})).users;
      return [answersWithin, lastActiveAt !== null, card?.lastActiveAt !== null];
    };
    expect(await seen({ calls })).toEqual(['hour', true, true]);
    await own.calls.updateUser({ showsActivity: false });
    expect((await own.calls.getUser()).showsActivity).toBe(false);
    for (const viewer of [{ calls }, visitor()]) expect(await seen(viewer)).toEqual([null, false, false]);
    expect(await own.calls.getOwnProfile()).toMatchObject({
      answersWithin: null,
      lastActiveAt: expect.any(Date),
    });
    await own.calls.updateUser({ showsActivity: true });
    expect(await seen({ calls })).toEqual(['hour', true, true]);
  });
});
