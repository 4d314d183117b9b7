import { progressMessages } from '@parlance/contract/progress';
import { describe, expect, test } from 'vitest';
import { type CallSession, startCallSession } from '#test/call-session';
import { type Persona, startCommunity } from '#test/personas';
import { answer, say, startLearners } from '#test/phrases';

const utc = { timeZone: 'UTC' } as const;

/** The indexes of practised days in the week. */
const practisedOf = async ({ calls }: Pick<Persona, 'calls'>, wanted: object = utc) =>
  (await calls.getRhythm(wanted)).days.flatMap(({ isPractised }, place) => (isPractised ? [place] : []));

describe('a day of practice', () => {
  test.each([
    // The day before is short, long, short (DST).
    ['Europe/Berlin', '2030-03-30T23:59:59.999+01:00', '2030-03-31T23:59:59.999+02:00'],
    ['America/New_York', '2030-11-02T23:59:59.999-04:00', '2030-11-03T23:59:59.999-05:00'],
    ['Pacific/Auckland', '2030-09-28T23:59:59.999+12:00', '2030-09-29T23:59:59.999+13:00'],
  ])(
    'in %s is the one of the person’s own clock, to the last moment, also when it changes',
    async (timeZone, saturday, sunday) => {
      const { clock, signUp, signIn } = await startCommunity({
        env: { RATE_LIMITS: 'off' },
        now: '2030-03-01T12:00:00Z',
      });
      const { userId } = await signUp('ben@example.org', { name: 'Ben', description: 'Hi', speaks: ['en'] });
      await signUp('ana@example.org', { name: 'Ana', description: 'Hi', speaks: ['de'] });
      const sendAt = async (moment: string | Date) => {
        clock.set(moment);
        const ana = await signIn('ana@example.org');
        await ana.calls.sendTextMessage({ userId, content: 'Hello' });
        return ana;
      };
      await sendAt(saturday);
      const onSunday = await sendAt(sunday);
      expect(await practisedOf(onSunday, { timeZone, weekStart: 1 })).toEqual([5, 6]);
      clock.advance({ ms: 1 });
      const { today, days } = await onSunday.calls.getRhythm({ timeZone });
      expect([days[0]?.day, days.some(({ isPractised }) => isPractised)]).toEqual([today, false]);
      const onMonday = await sendAt(clock.now());
      expect(await practisedOf(onMonday, { timeZone })).toEqual([0]);
      expect(await practisedOf(onMonday, { timeZone, weekStart: 7 })).toEqual([0, 1]);
      expect(await practisedOf(onMonday, { timeZone, weekStart: 6 })).toEqual([0, 1, 2]);
      const { weeks } = await onMonday.calls.getProgress({ timeZone, weekStart: 1 });
      expect(weeks.slice(-2).map(({ messages }) => messages.length)).toEqual([2, 1]);
      // Without a zone the account's zone applies.
      await onMonday.calls.updateUser({ timeZone });
      expect(await onMonday.calls.getRhythm()).toEqual(
        await onMonday.calls.getRhythm({ timeZone, weekStart: 1 }),
      );
    },
  );

  test('has a message of one’s own or a review; neither a partner’s message nor a saved phrase makes it one', async () => {
    const { ana, ben, clock, signIn } = await startLearners();
    await say(ben, ana, 'Hello');
    const { phraseId } = await ana.calls.createPhrase({ languageCode: 'en', text: 'See you' });
    expect(await practisedOf(ana)).toEqual([]);
    expect(await practisedOf(ben)).toEqual([1]);
    await ana.calls.reviewPhrases({ reviews: [answer(1, phraseId, 'good', clock.now())] });
    expect(await practisedOf(ana)).toEqual([1]);
    expect(await ana.calls.getRhythm(utc)).toMatchObject({
      today: '2030-03-05',
      sessions: 0,
      phrasesSaved: 1,
      phrasesReviewed: 1,
    });
    // The numbers are those of the week.
    const numbersAt = async (moment: string) => {
      clock.set(moment);
      const { phrasesSaved, phrasesReviewed } = await (await signIn(ana.address)).calls.getRhythm(utc);
      return [phrasesSaved, phrasesReviewed];
    };
    expect(await numbersAt('2030-03-10T23:59:59Z')).toEqual([1, 1]);
    expect(await numbersAt('2030-03-11T00:00:00Z')).toEqual([0, 0]);
  });

  test('asks for a zone and a first day that there are', async () => {
    const { ana } = await startLearners();
    for (const query of ['timeZone=Middle/Earth', 'weekStart=0', 'weekStart=8', 'weekStart=x'])
      expect((await ana.send('GET', `/v1/user/rhythm?${query}`)).status).toBe(400);
  });
});

/** Ana and Ben are in a session for twenty seconds and both talk. */
async function talk(session: CallSession): Promise<void> {
  const [ana, ben] = [await session.open(session.ana), await session.open(session.ben)];
  session.at(2);
  await ana.join();
  await ben.join();
  session.at(2, 20);
  await ana.emit('call:talk', { firstMs: 12_000, secondMs: 6000 });
  await ben.emit('call:talk', { firstMs: 1000, secondMs: 9000 });
}

describe('a session', () => {
  test('counts once both were there, with one’s own talk in the language of each half', async () => {
    const session = await startCallSession();
    const { ana, ben, scheduleSlotId } = session;
    const counted = async ({ calls }: Persona) => {
      const { sessions } = await calls.getRhythm(utc);
      const { weeks } = await calls.getProgress(utc);
      expect(weeks.at(-1)?.sessions).toBe(sessions);
      return { sessions, days: await practisedOf({ calls }), talk: weeks.at(-1)?.talk };
    };
    expect(await counted(ana)).toEqual({ sessions: 0, days: [], talk: [] });
    const alone = await session.open(ana);
    session.at(0);
    await alone.join();
    session.at(1);
    expect((await counted(ana)).sessions).toBe(0);
    await talk(session);
    const { languages } = await ana.calls.getCallSummary({ scheduleSlotId });
    const inOrder = (firstMs: number, secondMs: number) =>
      [
        { languageCode: languages?.first, ms: firstMs },
        { languageCode: languages?.second, ms: secondMs },
      ].toSorted((a, b) => (String(a.languageCode) < String(b.languageCode) ? -1 : 1));
    expect(await counted(ana)).toEqual({ sessions: 1, days: [1], talk: inOrder(12_000, 6000) });
    expect(await counted(ben)).toEqual({ sessions: 1, days: [1], talk: inOrder(1000, 9000) });
  });

  test('that was held elsewhere counts for the member who reports that it took place', async () => {
    const session = await startCallSession();
    session.at(31);
    const [ana, ben] = [await session.again(session.ana), await session.again(session.ben)];
    const { scheduleSlotId } = session;
    const counted = async () => [await practisedOf(ana), await practisedOf(ben)];
    expect(await counted()).toEqual([[], []]);
    await ana.calls.answerOutcome({ scheduleSlotId, answer: 'kept' });
    await ben.calls.answerOutcome({ scheduleSlotId, answer: 'moved' });
    expect(await counted()).toEqual([[1], []]);
  });
});

describe('progress', () => {
  test('tells the weeks in order, the present one last, and is empty for somebody who is new', async () => {
    const { ana } = await startLearners();
    const { weeks } = await ana.calls.getProgress(utc);
    expect(weeks.map(({ startsOn }) => startsOn)).toEqual([
      '2029-12-17',
      '2029-12-24',
      '2029-12-31',
      '2030-01-07',
      '2030-01-14',
      '2030-01-21',
      '2030-01-28',
      '2030-02-04',
      '2030-02-11',
      '2030-02-18',
      '2030-02-25',
      '2030-03-04',
    ]);
    for (const { startsOn: _, ...week } of weeks)
      expect(week).toEqual({
        sessions: 0,
        talk: [],
        phrasesSaved: 0,
        phrasesReviewed: 0,
        phrasesKept: 0,
        phrasesKnown: 0,
        messages: [],
      });
  });

  test('tells what was in the book at the end of each week, what is known, and each reviewed phrase once', async () => {
    const { ana: early, clock, signIn } = await startLearners();
    const keep = ({ calls }: Persona, text: string) => calls.createPhrase({ languageCode: 'en', text });
    const first = await keep(early, 'one');
    await keep(early, 'two');
    const numbers = async ({ calls }: Persona) =>
      (await calls.getProgress(utc)).weeks
        .slice(-3)
        .map((week) => [week.phrasesSaved, week.phrasesReviewed, week.phrasesKept, week.phrasesKnown]);
    expect((await numbers(early)).at(-1)).toEqual([2, 0, 2, 0]);
    clock.advance({ days: 7 });
    const later = await signIn(early.address);
    await keep(later, 'three');
    const review = (nth: number, rating: 'good' | 'easy', days: number) =>
      answer(nth, first.phraseId, rating, new Date(clock.now().getTime() - days * 24 * 3_600_000));
    await later.calls.reviewPhrases({ reviews: [review(1, 'good', 5), review(2, 'good', 1)] });
    expect(await numbers(later)).toEqual([
      [0, 0, 0, 0],
      [2, 1, 2, 0],
      [1, 1, 3, 0],
    ]);
    clock.advance({ days: 7 });
    const last = await signIn(early.address);
    await last.calls.reviewPhrases({ reviews: [review(3, 'easy', 0), review(4, 'easy', 0)] });
    expect(await numbers(last)).toEqual([
      [2, 1, 2, 0],
      [1, 1, 3, 0],
      [0, 1, 3, 1],
    ]);
    clock.advance({ days: 11 * 7 });
    // Older phrases count in the first week of the chart.
    const { weeks } = await (await signIn(early.address)).calls.getProgress(utc);
    expect(weeks.map(({ phrasesKept, phrasesKnown }) => [phrasesKept, phrasesKnown])).toEqual(
      Array(12).fill([3, 1]),
    );
    await (await signIn(early.address)).calls.deletePhrase({ phraseId: first.phraseId });
    const gone = await (await signIn(early.address)).calls.getProgress(utc);
    expect(gone.weeks[0]).toMatchObject({ phrasesKept: 2, phrasesKnown: 0, phrasesReviewed: 0 });
  });

  test('brings the beginnings of the newest of one’s own messages, without corrections', async () => {
    const { ana, ben } = await startLearners();
    const chatMessageId = await say(ben, ana, 'I goed home');
    await ana.calls.sendTextMessage({
      userId: ben.userId,
      content: 'I went home',
      corrects: { chatMessageId, kind: 'mistake' },
    });
    expect((await ana.calls.getProgress(utc)).weeks.at(-1)?.messages).toEqual([]);
    // A correction whose original was deleted still repeats the words of the partner.
    const deleted = await say(ben, ana, 'I goed out');
    await ana.calls.sendTextMessage({
      userId: ben.userId,
      content: 'I went out',
      corrects: { chatMessageId: deleted, kind: 'mistake' },
    });
    await ben.calls.deleteMessage({ chatMessageId: deleted });
    expect((await ana.calls.getProgress(utc)).weeks.at(-1)?.messages).toEqual([]);
    for (let nth = 0; nth <= progressMessages.aWeek; nth += 1)
      await say(ana, ben, `${nth} ${'x'.repeat(400)}`);
    const messages = (await ana.calls.getProgress(utc)).weeks.at(-1)?.messages ?? [];
    expect(messages).toHaveLength(progressMessages.aWeek);
    expect(messages[0]?.content).toBe(`30 ${'x'.repeat(297)}`);
    expect(messages.at(-1)?.content).toMatch(/^1 x/);
    const [own] = (await ben.calls.getProgress(utc)).weeks.at(-1)?.messages ?? [];
    expect(own).toEqual({ chatMessageId, content: 'I goed home' });
  });

  test("continues after a partner's account is deleted, without their messages", async () => {
    const { ana, ben, otto, prove } = await startLearners();
    await say(ana, ben, 'Hello Ben');
    await say(ana, otto, 'Hello Otto');
    await ben.calls.deleteUser({ token: await prove(ben, ben.address, 'delete-user') });
    const messages = (await ana.calls.getProgress(utc)).weeks.at(-1)?.messages ?? [];
    expect(messages.map(({ content }) => content)).toEqual(['Hello Otto']);
    expect(await practisedOf(ana)).toEqual([1]);
  });
});
