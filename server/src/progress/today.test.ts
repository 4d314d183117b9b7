import { describe, expect, test } from 'vitest';
import { startCallSession } from '#test/call-session';
import { startCommunity } from '#test/personas';
import { answer, say, startLearners } from '#test/phrases';
import { minutesWithin } from './today.ts';

const utc = { timeZone: 'UTC' } as const;
const minute = 60_000;

describe('the minutes of today', () => {
  test.each([
    // The day is of 23, 25 and 24.5 hours.
    ['Europe/Berlin', '2030-03-31T00:00:00+01:00', '2030-03-31T23:59:59.999+02:00'],
    ['America/New_York', '2030-11-03T00:00:00-04:00', '2030-11-03T23:59:59.999-05:00'],
    ['Australia/Lord_Howe', '2030-04-07T00:00:00+11:00', '2030-04-07T23:59:59.999+10:30'],
  ])(
    'in %s are those from midnight to midnight, also when the clocks change',
    async (timeZone, first, last) => {
      const { clock, signUp, signIn } = await startCommunity({
        env: { RATE_LIMITS: 'off' },
        now: '2030-03-01T12:00:00Z',
      });
      const { userId } = await signUp('ben@example.org', { name: 'Ben', description: 'Hi', speaks: ['en'] });
      await signUp('ana@example.org', { name: 'Ana', description: 'Hi', speaks: ['de'] });
      const sendAt = async (moment: Date) => {
        clock.set(moment);
        const ana = await signIn('ana@example.org');
        await ana.calls.sendTextMessage({ userId, content: 'Hello' });
        return (await ana.calls.getRhythm({ timeZone })).minutesToday;
      };
      expect(await sendAt(new Date(Date.parse(first) - 1))).toBe(1);
      expect(await sendAt(new Date(first))).toBe(1);
      expect(await sendAt(new Date(last))).toBe(2);
      expect(await sendAt(new Date(Date.parse(last) + 1))).toBe(1);
      // The same moment belongs to another day in another zone.
      const ana = await signIn('ana@example.org');
      expect((await ana.calls.getRhythm({ timeZone: 'Pacific/Honolulu' })).minutesToday).toBe(2);
    },
  );

  test('count each minute with an own message or a review once, and nothing of the partner', async () => {
    const { ana, ben, clock } = await startLearners();
    const minutesOf = async ({ calls }: typeof ana) => (await calls.getRhythm(utc)).minutesToday;
    expect(await minutesOf(ana)).toBe(0);
    const { phraseId } = await ana.calls.createPhrase({ languageCode: 'en', text: 'See you' });
    await say(ben, ana, 'Hello');
    expect([await minutesOf(ana), await minutesOf(ben)]).toEqual([0, 1]);
    await say(ana, ben, 'Hello');
    await say(ana, ben, 'How are you?');
    await ana.calls.reviewPhrases({ reviews: [answer(1, phraseId, 'good', clock.now())] });
    expect(await minutesOf(ana)).toBe(1);
    clock.advance({ minutes: 1 });
    await ana.calls.reviewPhrases({ reviews: [answer(2, phraseId, 'good', clock.now())] });
    expect(await minutesOf(ana)).toBe(2);
    clock.advance({ minutes: 1 });
    await say(ana, ben, 'Bye');
    expect([await minutesOf(ana), await minutesOf(ben)]).toEqual([3, 1]);
  });

  test('count the time in which both are in a session, for both of them and nobody else', async () => {
    const session = await startCallSession();
    const { ana, ben, chen } = session;
    const [a, b] = [await session.open(ana), await session.open(ben)];
    const minutes = async () => {
      const counted = [];
      for (const { calls } of [ana, ben, chen]) counted.push((await calls.getRhythm(utc)).minutesToday);
      return counted;
    };
    session.at(1);
    await a.join();
    session.at(1, 20);
    expect(await minutes()).toEqual([0, 0, 0]);
    await b.join();
    session.at(1, 30);
    // Within the session, so it adds nothing.
    await say(ana, ben, 'Can you hear me?');
    session.at(2, 19);
    expect(await minutes()).toEqual([0, 0, 0]);
    session.at(2, 20);
    expect(await minutes()).toEqual([1, 1, 0]);
  });

  test('include the part after midnight of a session that began the day before', async () => {
    const session = await startCallSession();
    // It is 23:45 in the Marquesas, 9.5 hours behind UTC.
    session.at(0);
    for (const person of [session.ana, session.ben]) await (await session.open(person)).join();
    session.at(20);
    const { calls } = await session.again(session.ana);
    expect((await calls.getRhythm({ timeZone: 'Pacific/Marquesas' })).minutesToday).toBe(5);
  });
});

describe('a session over midnight', () => {
  const midnight = Date.parse('2030-03-06T00:00:00Z');
  const at = (minutes: number) => new Date(midnight + minutes * minute);
  const today = { from: at(0), to: at(24 * 60) };
  const yesterday = { from: at(-24 * 60), to: at(0) };
  const session = { startedAt: at(-10), endsAt: at(20), togetherMs: 30 * minute, togetherSince: null };
  const none = { sessions: [], active: [] };

  test('counts on either day what fell on it', () => {
    expect(minutesWithin(today, { ...none, sessions: [session] }, at(60))).toBe(20);
    expect(minutesWithin(yesterday, { ...none, sessions: [session] }, at(60))).toBe(10);
    const half = { ...session, togetherMs: 15 * minute };
    expect(minutesWithin(today, { ...none, sessions: [half] }, at(60))).toBe(10);
    expect(minutesWithin(yesterday, { ...none, sessions: [half] }, at(60))).toBe(5);
  });

  test('that still runs counts until now, and not beyond its end', () => {
    const running = { ...session, togetherMs: 0, togetherSince: at(-10) };
    expect(minutesWithin(today, { ...none, sessions: [running] }, at(5))).toBe(5);
    expect(minutesWithin(today, { ...none, sessions: [running] }, at(600))).toBe(20);
  });

  test('that both entered early counts from then', () => {
    const early = { startedAt: at(0), endsAt: at(30), togetherMs: 0, togetherSince: at(-4) };
    expect(minutesWithin(yesterday, { ...none, sessions: [early] }, at(-1))).toBe(3);
    expect(minutesWithin(today, { ...none, sessions: [early] }, at(6))).toBe(6);
  });

  test('leaves out only the active minutes that it covers', () => {
    const minutes = [-11, -10, 19, 20].map((each) => midnight / minute + each);
    expect(minutesWithin(today, { sessions: [session], active: minutes }, at(60))).toBe(22);
  });
});
