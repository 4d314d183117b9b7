import { socketConnection } from '@parlance/contract/realtime';
import type { ThanksWord } from '@parlance/contract/thanks';
import { io } from 'socket.io-client';
import { describe, expect, test, vi } from 'vitest';
import { afterTest } from '#test/after-test';
import { ban, type Meeting, refusalOf, startMeeting } from '#test/appointments';
import type { Persona } from '#test/personas';

const draft = (text: string, words: ThanksWord[] = []) => ({ words, text });
const longAgo = new Date('2020-01-01T00:00:00Z');

/** Ana has met Ben and Chen; the sessions are over, and everyone is signed in again. */
async function startAfterwards(env: Record<string, string> = {}) {
  const meeting = await startMeeting({ env });
  const meet = async (booker: Persona, startsAt: Date) => {
    const { scheduleSlotId } = await meeting.ana.calls.createSlot({ startsAt, duration: 30 });
    await booker.calls.bookSlot({ userId: meeting.ana.userId, scheduleSlotId });
    return { scheduleSlotId };
  };
  const sessions = {
    ben: await meet(meeting.ben, meeting.inHours(1)),
    chen: await meet(meeting.chen, meeting.inHours(2)),
  };
  const later = async (by: { days?: number; hours?: number; ms?: number }) => {
    meeting.clock.advance(by);
    return {
      ana: await meeting.again(meeting.ana),
      ben: await meeting.again(meeting.ben),
      chen: await meeting.again(meeting.chen),
    };
  };
  return { ...meeting, sessions, later, ...(await later({ hours: 3 })) };
}

const textsOn = async (viewer: Persona, { userId }: Persona) =>
  (await viewer.calls.listThanks({ userId })).thanks.map(({ text }) => text);
const countOn = async (viewer: Pick<Persona, 'calls'>, { userId }: Persona) =>
  (await viewer.calls.getProfile({ userId })).thanks;

/** Both have written thanks: 'To Ana' and 'To Ben'. */
async function thankEachOther({ ana, ben, sessions }: Awaited<ReturnType<typeof startAfterwards>>) {
  await ana.calls.giveThanks({ ...sessions.ben, ...draft('To Ben', ['humour']) });
  await ben.calls.giveThanks({ ...sessions.ben, ...draft('To Ana', ['patience', 'listening']) });
  const [toAna] = (await ana.calls.listThanks({ userId: ana.userId })).thanks;
  if (!toAna) throw new Error('Ana has no thanks');
  return toAna;
}

// Rules: docs/specification/thanks.md#writing
describe('thanks', () => {
  test('are limited to the two members of a session, from its end, for two weeks', async () => {
    const { ana, ben, sessions, later, visitor, inHours } = await startAfterwards();
    const give = (person: Pick<Persona, 'calls'>, { scheduleSlotId }: { scheduleSlotId: string }) =>
      refusalOf(person.calls.giveThanks({ scheduleSlotId, ...draft('Thanks') }));
    const read = (person: Persona, { scheduleSlotId }: { scheduleSlotId: string }) =>
      refusalOf(person.calls.getSessionThanks({ scheduleSlotId }));
    const upcoming = await ana.calls.createSlot({ startsAt: inHours(1), duration: 15 });
    expect(await give(ben, sessions.chen)).toMatchObject({ statusCode: 404, code: 4001 });
    expect(await read(ben, sessions.chen)).toMatchObject({ statusCode: 404, code: 4001 });
    expect(await give(visitor(), sessions.ben)).toMatchObject({ statusCode: 401 });
    expect(await give(ana, upcoming)).toMatchObject({ statusCode: 404, code: 4001 });
    await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId: upcoming.scheduleSlotId });
    const tooEarly = { statusCode: 403, code: 3000, message: 'This session is not over yet.' };
    expect([await give(ana, upcoming), await read(ana, upcoming)]).toEqual([tooEarly, tooEarly]);
    // It ended an hour and a half before now.
    const last = await later({ days: 13, hours: 22, ms: 1_799_999 });
    expect(await give(last.ben, sessions.ben)).toMatchObject({ answer: { isOpen: true } });
    const over = await later({ ms: 1 });
    expect(await give(over.ana, sessions.ben)).toMatchObject({
      code: 3000,
      message: 'This session is too long ago.',
    });
    expect(await read(over.ana, sessions.ben)).toMatchObject({ answer: { isOpen: false, given: null } });
  });

  test('require one to three distinct known words or a text of up to 300 characters', async () => {
    const { ana, ben, sessions } = await startAfterwards();
    const send = (body: unknown) =>
      ana.send('POST', `/v1/user/schedule/${sessions.ben.scheduleSlotId}/thanks`, body);
    const refused = [
      { words: [], text: '   ' },
      { words: ['patience', 'patience'], text: '' },
      { words: ['patience', 'humour', 'listening', 'questions'], text: '' },
      { words: ['rude'], text: 'x' },
      { words: [], text: 'é'.repeat(301) },
      { text: 'x' },
      { words: ['humour'] },
    ];
    for (const body of refused) expect((await send(body)).status, JSON.stringify(body)).toBe(400);
    expect((await send({ words: [], text: ` ${'😀'.repeat(300)} ` })).status).toBe(200);
    const said = await ana.calls.giveThanks({
      ...sessions.ben,
      ...draft('', ['patience', 'humour', 'listening']),
    });
    expect(said.given).toMatchObject({
      words: ['patience', 'humour', 'listening'],
      text: '',
      isShown: false,
    });
    expect((await ben.calls.giveThanks({ ...sessions.ben, ...draft(' Danke ') })).given?.text).toBe('Danke');
    const { thanksWords } = await ana.calls.getStaticData();
    expect(thanksWords).toContain('patience');
  });

  test('can be replaced until both have written, and are public to members afterwards', async () => {
    const { ana, ben, chen, sessions, visitor, clock } = await startAfterwards();
    await ana.calls.giveThanks({ ...sessions.ben, ...draft('first') });
    clock.advance({ ms: 1000 });
    const again = await ana.calls.giveThanks({ ...sessions.ben, ...draft('second', ['humour']) });
    expect(again).toMatchObject({ isOpen: true, given: { text: 'second', isShown: false }, received: null });
    expect(again.given?.givenAt).toEqual(clock.now());
    for (const viewer of [ana, ben, chen]) expect(await textsOn(viewer, ben)).toEqual([]);
    const seen = await ben.calls.giveThanks({ ...sessions.ben, ...draft('to Ana') });
    expect(seen).toMatchObject({
      isOpen: false,
      given: { isShown: true },
      received: { text: 'second', words: ['humour'], from: { name: 'Ana' }, isHidden: false },
    });
    const stay = { statusCode: 403, message: 'Your thanks are already public and can no longer be changed.' };
    for (const person of [ana, ben]) {
      expect(await refusalOf(person.calls.giveThanks({ ...sessions.ben, ...draft('third') }))).toMatchObject(
        stay,
      );
    }
    for (const viewer of [ana, ben, chen]) {
      expect([await textsOn(viewer, ben), await textsOn(viewer, ana)]).toEqual([['second'], ['to Ana']]);
      expect([await countOn(viewer, ben), await countOn(viewer, ana)]).toEqual([1, 1]);
    }
    expect(await countOn(visitor(), ana)).toBeUndefined();
    expect((await visitor().send('GET', `/v1/user/${ana.userId}/thanks`)).status).toBe(401);
    const [shown] = (await chen.calls.listThanks({ userId: ana.userId })).thanks;
    expect(shown).not.toHaveProperty('isHidden');
    expect(await chen.calls.getSessionThanks(sessions.chen)).toEqual({
      isOpen: true,
      given: null,
      received: null,
    });
  });

  test('of one side are shown after exactly two weeks and can no longer change', async () => {
    const { ana, sessions, later } = await startAfterwards();
    await ana.calls.giveThanks({ ...sessions.ben, ...draft('alone') });
    const before = await later({ days: 13, hours: 22, ms: 1_799_999 });
    expect(await textsOn(before.ben, before.ben)).toEqual([]);
    expect(await before.ben.calls.getSessionThanks(sessions.ben)).toEqual({
      isOpen: true,
      given: null,
      received: null,
    });
    const after = await later({ ms: 1 });
    expect(await textsOn(after.chen, after.ben)).toEqual(['alone']);
    expect(await after.ben.calls.getSessionThanks(sessions.ben)).toMatchObject({
      isOpen: false,
      received: { text: 'alone' },
    });
    expect(await refusalOf(after.ana.calls.giveThanks({ ...sessions.ben, ...draft('more') }))).toMatchObject({
      code: 3000,
    });
  });

  test('are paged, newest first', async () => {
    const { ana, ben, chen, sessions, later } = await startAfterwards();
    await ben.calls.giveThanks({ ...sessions.ben, ...draft('ben') });
    await chen.calls.giveThanks({ ...sessions.chen, ...draft('chen') });
    await ana.calls.giveThanks({ ...sessions.chen, ...draft('x') });
    const next = await later({ hours: 1 });
    await next.ana.calls.giveThanks({ ...sessions.ben, ...draft('x') });
    expect(await textsOn(next.ana, ana)).toEqual(['ben', 'chen']);
    const part = await next.ana.calls.listThanks({ userId: ana.userId, limit: 1, offset: 1 });
    expect([part.count, part.thanks.map(({ text }) => text)]).toEqual([2, ['chen']]);
    expect(await next.ana.calls.listThanks({ userId: ana.userId, offset: 9 })).toEqual({
      count: 2,
      thanks: [],
    });
    expect((await next.ana.send('GET', `/v1/user/${ana.userId}/thanks?limit=51`)).status).toBe(400);
  });

  test('of one moment are each on one page', async () => {
    const { ana, ben, chen, sessions } = await startAfterwards();
    await ben.calls.giveThanks({ ...sessions.ben, ...draft('earlier') });
    await chen.calls.giveThanks({ ...sessions.chen, ...draft('later') });
    for (const session of [sessions.chen, sessions.ben])
      await ana.calls.giveThanks({ ...session, ...draft('x') });
    const texts = [];
    for (const offset of [0, 1])
      texts.push(...(await ana.calls.listThanks({ userId: ana.userId, limit: 1, offset })).thanks);
    expect(texts.map(({ text }) => text)).toEqual(['later', 'earlier']);
  });

  test('are limited to thirty an hour', async () => {
    const { ana, chen, sessions, later } = await startAfterwards();
    for (let nth = 0; nth < 30; nth += 1) {
      await ana.calls.giveThanks({ ...sessions.ben, ...draft(`nth ${nth}`) });
    }
    expect(await refusalOf(ana.calls.giveThanks({ ...sessions.ben, ...draft('more') }))).toMatchObject({
      code: 6001,
    });
    // Each member has an own limit.
    await chen.calls.giveThanks({ ...sessions.chen, ...draft('x') });
    const next = await later({ hours: 1 });
    expect((await next.ana.calls.giveThanks({ ...sessions.ben, ...draft('more') })).given?.text).toBe('more');
  });
});

/** The results of all calls that could reveal a partner's thanks. */
async function toldTo({ calls }: Persona, other: Persona, { scheduleSlotId }: { scheduleSlotId: string }) {
  return JSON.stringify([
    await calls.getSessionThanks({ scheduleSlotId }),
    await calls.listAppointments({ start: longAgo }),
    await calls.listOwnSlots({ start: longAgo }),
    await calls.getOwnProfile(),
    await calls.getUser(),
    await calls.getProfile({ userId: other.userId }),
    await calls.listThanks({ userId: other.userId }),
    (await calls.searchUsers({})).users,
    await calls.listChats({}),
    await calls.getChatStat(),
    { ...(await calls.exportUser()), exportedAt: null },
  ]);
}

/** The names of all events of a member's socket, in order. */
async function listen(url: string, { tokens }: Persona): Promise<string[]> {
  const heard: string[] = [];
  const socket = io(url, {
    path: socketConnection.path,
    transports: ['websocket'],
    forceNew: true,
    auth: { token: tokens.accessToken },
  });
  afterTest(async () => {
    socket.disconnect();
    return undefined;
  });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  socket.onAny((event: string) => heard.push(event));
  return heard;
}

describe('before thanks are shown', () => {
  test('no call, count, export, event or mail reveals that the other one wrote', async () => {
    const { ana, ben, chen, sessions, runJobs, sent, url } = await startAfterwards({ RATE_LIMITS: 'off' });
    const heard = await listen(url, ben);
    await runJobs();
    const told = async () => [
      await toldTo(ben, ana, sessions.ben),
      await toldTo(chen, ana, sessions.chen),
      await toldTo(chen, ben, sessions.chen),
      sent().length,
    ];
    const before = await told();
    await ana.calls.giveThanks({ ...sessions.ben, ...draft('secret', ['humour']) });
    await ana.calls.giveThanks({ ...sessions.ben, ...draft('secret again') });
    await runJobs();
    expect(await told()).toEqual(before);
    // Events are ordered: an earlier one would arrive before this message.
    await ana.calls.sendTextMessage({ userId: ben.userId, content: 'Hello' });
    await vi.waitFor(() => expect(heard).toContain('chat:message'));
    expect(heard[0]).toBe('chat:message');
    expect(await ana.calls.exportUser()).toMatchObject({
      thanks: { given: [{ text: 'secret again' }], received: [] },
    });
  });

  test('they can be neither hidden nor reported, even by id', async () => {
    const { ana, ben, platform, sessions } = await startAfterwards();
    await ana.calls.giveThanks({ ...sessions.ben, ...draft('secret') });
    const { thanks_id: thanksId } = await platform.db
      .selectFrom('session_thanks')
      .select('thanks_id')
      .executeTakeFirstOrThrow();
    const tryAll = async ({ calls }: Persona) => [
      await refusalOf(calls.updateThanks({ thanksId, isHidden: true })),
      await refusalOf(calls.reportThanks({ thanksId })),
    ];
    const unknown = expect.objectContaining({ statusCode: 404, code: 4001 });
    for (const person of [ana, ben]) expect(await tryAll(person)).toEqual([unknown, unknown]);
    await ben.calls.giveThanks({ ...sessions.ben, ...draft('To Ana') });
    expect(await tryAll(ana)).toEqual([unknown, unknown]);
    expect(await tryAll(ben)).toEqual([{ answer: {} }, { answer: {} }]);
  });
});

describe('shown thanks', () => {
  test('can be hidden and shown again by their receiver, without telling the author', async () => {
    const afterwards = await startAfterwards();
    const { ana, ben, chen } = afterwards;
    const { thanksId } = await thankEachOther(afterwards);
    const seen = async () => [
      await textsOn(ana, ana),
      await textsOn(ben, ana),
      await textsOn(chen, ana),
      await countOn(ana, ana),
      await countOn(ben, ana),
      await countOn(chen, ana),
    ];
    const whole = [['To Ana'], ['To Ana'], ['To Ana'], 1, 1, 1];
    const asAuthor = () => toldTo(ben, ana, afterwards.sessions.ben);
    const before = await asAuthor();
    expect(await seen()).toEqual(whole);
    await ana.calls.updateThanks({ thanksId, isHidden: true });
    expect(await seen()).toEqual([['To Ana'], ['To Ana'], [], 1, 1, 0]);
    expect(await asAuthor()).toBe(before);
    const { thanks } = await ana.calls.listThanks({ userId: ana.userId });
    expect(thanks.map(({ isHidden }) => isHidden)).toEqual([true]);
    expect(await ana.calls.exportUser()).toMatchObject({ thanks: { received: [{ isHidden: true }] } });
    await ana.calls.updateThanks({ thanksId, isHidden: false });
    expect(await seen()).toEqual(whole);
  });

  test('are hidden and shown at most sixty times an hour', async () => {
    const afterwards = await startAfterwards();
    const { ana } = afterwards;
    const { thanksId } = await thankEachOther(afterwards);
    const turn = (nth: number) => ana.calls.updateThanks({ thanksId, isHidden: nth % 2 === 0 });
    for (let nth = 0; nth < 60; nth += 1) await turn(nth);
    expect(await refusalOf(turn(60))).toMatchObject({ code: 6001 });
    // Each member has an own limit.
    const [toBen] = (await afterwards.ben.calls.listThanks({ userId: afterwards.ben.userId })).thanks;
    await afterwards.ben.calls.updateThanks({ thanksId: toBen!.thanksId, isHidden: true });
    afterwards.clock.advance({ hours: 1 });
    await (await afterwards.again(ana)).calls.updateThanks({ thanksId, isHidden: true });
  });

  test('are hidden after a block or a ban of the author, and deleted with either account', async () => {
    const afterwards = await startAfterwards();
    const { ana, ben, chen, sessions, prove } = afterwards;
    await thankEachOther(afterwards);
    const seen = async () => [await textsOn(ana, ana), await textsOn(chen, ana), await countOn(chen, ana)];
    await ben.calls.blockUser({ userId: ana.userId });
    expect(await seen()).toEqual([[], [], 0]);
    expect(await textsOn(ben, ana)).toEqual([]);
    const isBlocked = { statusCode: 403, code: 3002 };
    expect(await refusalOf(ana.calls.getSessionThanks(sessions.ben))).toMatchObject(isBlocked);
    const more = ana.calls.giveThanks({ ...sessions.ben, ...draft('x') });
    expect(await refusalOf(more)).toMatchObject(isBlocked);
    expect(await ana.calls.exportUser()).toMatchObject({
      thanks: { given: [{ text: 'To Ben' }], received: [] },
    });
    await ben.calls.unblockUser({ userId: ana.userId });
    expect(await seen()).toEqual([['To Ana'], ['To Ana'], 1]);
    // A reader sees neither the thanks of a member they have blocked nor anything on that member's page.
    await chen.calls.blockUser({ userId: ben.userId });
    expect(await seen()).toEqual([['To Ana'], [], 0]);
    expect(await textsOn(chen, ben)).toEqual([]);
    await chen.calls.unblockUser({ userId: ben.userId });
    await ban(afterwards, ben);
    expect(await seen()).toEqual([[], [], 0]);
    expect(await refusalOf(chen.calls.listThanks({ userId: ben.userId }))).toMatchObject({ code: 4002 });
    await ana.calls.deleteUser({ token: await prove(ana, ana.address, 'delete-user') });
    expect(await afterwards.platform.db.selectFrom('session_thanks').selectAll().execute()).toEqual([]);
  });
});

describe('both at once', () => {
  test('publish both, in either order', async () => {
    const meeting = await startMeeting({ env: { RATE_LIMITS: 'off' } });
    const slots = await pastSessions(meeting, 12);
    for (const scheduleSlotId of slots) {
      const both = [meeting.ana, meeting.ben].map(({ calls }) =>
        calls.giveThanks({ scheduleSlotId, ...draft('at once') }),
      );
      const seen = await Promise.all(both);
      expect(seen.filter(({ received }) => received).length).toBeGreaterThan(0);
      for (const { calls } of [meeting.ana, meeting.ben]) {
        expect(await calls.getSessionThanks({ scheduleSlotId })).toMatchObject({
          isOpen: false,
          given: { isShown: true },
          received: { text: 'at once' },
        });
      }
    }
  });

  test('a concurrent block either prevents them or hides them', async () => {
    const meeting = await startMeeting({ env: { RATE_LIMITS: 'off' } });
    const { ana, ben } = meeting;
    for (const scheduleSlotId of await pastSessions(meeting, 6)) {
      const [given] = await Promise.all([
        refusalOf(ana.calls.giveThanks({ scheduleSlotId, ...draft('meanwhile') })),
        ben.calls.blockUser({ userId: ana.userId }),
      ]);
      const kept = await meeting.platform.db
        .selectFrom('session_thanks')
        .select('text')
        .where('schedule_slot_id', '=', scheduleSlotId)
        .execute();
      if ((given as { code?: number }).code !== 3002) expect(kept).toHaveLength(1);
      expect(await textsOn(ben, ben)).toEqual([]);
      await ben.calls.unblockUser({ userId: ana.userId });
    }
  });
});

/** Sessions of Ana with Ben that ended within the last days. */
async function pastSessions({ platform, ana, ben, inHours }: Meeting, count: number): Promise<string[]> {
  const slots = Array.from({ length: count }, (_, nth) => ({
    schedule_slot_id: crypto.randomUUID(),
    user_id: ana.userId,
    booked_by_user_id: ben.userId,
    starts_at: inHours(-2 * nth - 2),
    ends_at: inHours(-2 * nth - 1),
    duration: 60,
    created_at: inHours(-100),
    updated_at: inHours(-100),
  }));
  await platform.db.insertInto('schedule_slots').values(slots).execute();
  return slots.map(({ schedule_slot_id }) => schedule_slot_id);
}
