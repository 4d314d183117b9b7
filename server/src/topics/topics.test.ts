import { randomUUID } from 'node:crypto';
import { ApiError } from '@parlance/contract/errors';
import { describe, expect, test, vi } from 'vitest';
import { type Persona, startCommunity } from '#test/personas';
import { allTopics } from './catalogue.ts';

async function startPair(learns = 0.1) {
  const community = await startCommunity();
  const ana = await community.signUp('ana@example.org', {
    name: 'Ana',
    description: 'Hi',
    speaks: ['en'],
    learns: { es: learns },
  });
  const ben = await community.signUp('ben@example.org', {
    name: 'Ben',
    description: 'Hi',
    speaks: ['es'],
    learns: { en: 0.7 },
  });
  return { ...community, ana, ben };
}

const offered = async (asker: Persona, partner: Persona) =>
  (await asker.calls.listTopics({ userId: partner.userId })).topics;
const idsFor = async (asker: Persona, partner: Persona) =>
  (await offered(asker, partner)).map(({ topicId }) => topicId);

// Rules: docs/specification/topics.md#offer
describe('topics', () => {
  test('are three in the practised language, with a starter for beginners', async () => {
    const { ana, ben } = await startPair();
    const topics = await offered(ana, ben);
    expect(topics).toHaveLength(3);
    for (const topic of topics) {
      expect(topic).toMatchObject({ languageCode: 'es', band: 'A1-A2', starter: expect.any(String) });
    }
    expect((await offered(ben, ana))[0]).toMatchObject({ languageCode: 'en', band: 'C1+', starter: null });
  });

  test.each([
    [0.19, 'A1-A2'],
    [0.2, 'B1-B2'],
    [0.59, 'B1-B2'],
    [0.6, 'C1+'],
  ])('at a proficiency of %d are of the band %s', async (proficiency, band) => {
    const { ana, ben } = await startPair(proficiency);
    expect((await offered(ana, ben)).map((topic) => topic.band)).toEqual([band, band, band]);
  });

  test('are those of the day by UTC, of another day others', async () => {
    const { clock, signIn, ana, ben } = await startPair();
    clock.set('2030-03-06T00:00:00Z');
    const first = await idsFor(await signIn(ana.address), ben);
    clock.set('2030-03-06T23:59:59Z');
    expect(await idsFor(await signIn(ana.address), ben)).toEqual(first);
    clock.advance({ seconds: 1 });
    expect(await idsFor(await signIn(ana.address), ben)).not.toEqual(first);
  });

  test('are in no language that both learn or both speak; without any knowledge of English they are easy', async () => {
    const { signUp } = await startPair();
    const gil = await signUp('gil@example.org', { speaks: ['fr', 'fi'], learns: { es: 0.3, ja: 0.3 } });
    const hua = await signUp('hua@example.org', { speaks: ['fr', 'ja'], learns: { es: 0.7 } });
    expect((await offered(gil, hua))[0]).toMatchObject({ languageCode: 'ja', band: 'B1-B2' });
    const ida = await signUp('ida@example.org', { speaks: ['fr', 'zh'], learns: { es: 0.7 } });
    expect((await offered(gil, ida))[0]).toMatchObject({ languageCode: 'en', band: 'A1-A2' });
  });

  test('are for two members', async () => {
    const { ana } = await startPair();
    await expect(offered(ana, ana)).rejects.toMatchObject({ statusCode: 403, code: 3000 });
  });

  test('follow the interests of the asking member', async () => {
    const { ana, ben } = await startPair();
    await ana.calls.updateUser({ interests: ['Tea', 'Books', 'Space', 'Running', 'Art'] });
    const interestOf = new Map(allTopics().map(({ topicId, interest }) => [topicId, interest]));
    const interestsFor = async (asker: Persona, partner: Persona) =>
      (await idsFor(asker, partner)).filter((topicId) => interestOf.get(topicId));
    expect(await interestsFor(ana, ben)).toHaveLength(2);
    expect(await interestsFor(ben, ana)).toEqual([]);
  });

  test('fall back to English in the same band', async () => {
    const { signUp, ana } = await startPair();
    const cleo = await signUp('cleo@example.org', { speaks: ['fi'], learns: { en: 0.1 } });
    await ana.calls.createLanguage({ languageCode: 'fi', target: true, proficiency: 0.3 });
    await ana.calls.deleteLanguage({ languageCode: 'es' });
    expect((await offered(ana, cleo))[0]).toMatchObject({ languageCode: 'en', band: 'B1-B2' });
  });

  test('use the language the partner learns, then English, when the viewer learns none of the partner', async () => {
    const { signUp, ana } = await startPair();
    const dan = await signUp('dan@example.org', { speaks: ['ja'], learns: { fr: 0.5 } });
    expect((await offered(ana, dan))[0]).toMatchObject({ languageCode: 'en', band: 'C1+' });
    const eva = await signUp('eva@example.org', { speaks: ['ja'], learns: { en: 0.1 } });
    expect((await offered(ana, eva))[0]).toMatchObject({ languageCode: 'en', band: 'A1-A2' });
  });

  test('that were sent do not return for the pair, and stay available to others', async () => {
    const { ana, ben, signUp, clock } = await startPair();
    const [first = ''] = await idsFor(ana, ben);
    await ana.calls.sendTextMessage({ userId: ben.userId, content: 'Hola', topicId: first });
    expect(await idsFor(ana, ben)).not.toContain(first);
    const firstAt = clock.now();
    clock.advance({ seconds: 1 });
    const socket = await ben.connect();
    await socket.whenConnected();
    const [other = ''] = await idsFor(ben, ana);
    const byKey = { userId: ana.userId, content: 'Hello', topicId: other, clientMessageId: randomUUID() };
    await socket.send('chat:message', byKey);
    expect(await idsFor(ben, ana)).not.toContain(other);
    // Sent again, it stays used since the first time.
    await ana.calls.sendTextMessage({ userId: ben.userId, content: 'Hola', topicId: first });
    const uses = [
      { topicId: first, usedAt: firstAt.toISOString() },
      { topicId: other, usedAt: clock.now().toISOString() },
    ];
    for (const [{ calls }, partner] of [[ana, ben] as const, [ben, ana] as const]) {
      const { usedTopics } = await calls.exportUser();
      expect(usedTopics).toEqual(uses.map((use) => ({ partnerUserId: partner.userId, ...use })));
    }
    const fay = await signUp('fay@example.org', { speaks: ['es'] });
    const { usedTopics: none } = await fay.calls.exportUser();
    expect(none).toEqual([]);
  });

  test('are used by a pair and not by one of the two with others', async () => {
    const { ana, ben, signUp } = await startPair();
    const people = [ana, ben, await signUp('fay@example.org', { speaks: ['es'], learns: { en: 0.7 } })];
    const [low, middle, high] = people.sort((a, b) => (a.userId < b.userId ? -1 : 1)) as [
      Persona,
      Persona,
      Persona,
    ];
    const [lower, upper] = [await idsFor(low, middle), await idsFor(middle, high)];
    for (const topicId of [...lower, ...upper])
      await low.calls.sendTextMessage({ userId: high.userId, content: 'Hola', topicId });
    expect([await idsFor(low, middle), await idsFor(middle, high)]).toEqual([lower, upper]);
  });

  test('that cannot be marked as used do not fail the message', async () => {
    const { ana, ben, platform, log } = await startPair();
    const [first = ''] = await idsFor(ana, ben);
    const insertInto = platform.db.insertInto.bind(platform.db);
    const broken = vi.spyOn(platform.db, 'insertInto').mockImplementation(((table: 'used_topics') => {
      if (table === 'used_topics') throw new Error('the table is gone');
      return insertInto(table);
    }) as typeof insertInto);
    const sent = ana.calls.sendTextMessage({ userId: ben.userId, content: 'Hola', topicId: first });
    expect(await sent).toMatchObject({ content: 'Hola' });
    broken.mockRestore();
    expect(log.lines.map(({ msg }) => msg)).toContain('a topic could not be marked as used');
  });

  test('with an unknown id are ignored, and a refused message uses none', async () => {
    const { ana, ben, platform } = await startPair();
    await ana.calls.sendTextMessage({ userId: ben.userId, content: 'Hola', topicId: 'none-of-ours' });
    const [first = ''] = await idsFor(ana, ben);
    await ben.calls.blockUser({ userId: ana.userId });
    await expect(
      ana.calls.sendTextMessage({ userId: ben.userId, content: 'Hola', topicId: first }),
    ).rejects.toMatchObject({ code: 3002 });
    expect(await platform.db.selectFrom('used_topics').selectAll().execute()).toEqual([]);
    await expect(
      ana.calls.sendTextMessage({ userId: ben.userId, content: 'Hola', topicId: 'x'.repeat(41) }),
    ).rejects.toMatchObject({ code: 1000 });
  });

  test('are refused after a block, and their use is deleted with either account', async () => {
    const { ana, ben, prove, platform } = await startPair();
    const [first = ''] = await idsFor(ana, ben);
    await ana.calls.sendTextMessage({ userId: ben.userId, content: 'Hola', topicId: first });
    await ben.calls.blockUser({ userId: ana.userId });
    for (const [asker, partner] of [[ana, ben] as const, [ben, ana] as const]) {
      await expect(offered(asker, partner)).rejects.toMatchObject({ statusCode: 403, code: 3002 });
    }
    await ben.calls.deleteUser({ token: await prove(ben, 'ben@example.org', 'delete-user') });
    expect(await platform.db.selectFrom('used_topics').selectAll().execute()).toEqual([]);
  });

  test('do not depend on which interest of a theme the partner has', async () => {
    const { ana, ben, visitor } = await startPair();
    await ana.calls.updateUser({ interests: ['Tea', 'Books', 'Space', 'Running', 'Art'] });
    const answers: string[] = [];
    for (const [food, screen] of [
      ['Coffee', 'Poetry'],
      ['Baking', 'Poetry'],
      ['Tea', 'Theatre'],
    ] as const) {
      await ben.calls.updateUser({ interests: [food, 'Food', 'Cooking', screen, 'Movies'] });
      answers.push(JSON.stringify(await ana.calls.listTopics({ userId: ben.userId })));
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).not.toMatch(/interest|theme|tea\.|books\./i);
    await expect(visitor().calls.listTopics({ userId: ben.userId })).rejects.toBeInstanceOf(ApiError);
  });
});
