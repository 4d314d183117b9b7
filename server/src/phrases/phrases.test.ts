import { phrasesMax } from '@parlance/contract/phrases';
import { describe, expect, test } from 'vitest';
import { codeOf } from '#test/moderation';
import { numberedId, say, startLearners, table } from '#test/phrases';

const minute = { minutes: 1 };

describe('a phrase', () => {
  test('is kept with what it means, and is due at once', async () => {
    const { ana, clock } = await startLearners();
    const phrase = await ana.calls.createPhrase({
      languageCode: 'ja',
      text: '  よろしく ',
      meaning: 'nice to meet you',
    });
    expect(phrase).toEqual({
      phraseId: expect.any(String),
      languageCode: 'ja',
      text: 'よろしく',
      meaning: 'nice to meet you',
      context: '',
      sourceMessageId: null,
      partnerUserId: null,
      dueAt: clock.now(),
      reps: 0,
      lapses: 0,
      createdAt: clock.now(),
    });
    expect(await ana.calls.listPhrases()).toEqual({ phrases: [phrase], count: 1, dueCount: 1 });
  });

  test('from a message of a partner names the partner; from one’s own nobody; from a stranger’s there is none', async () => {
    const { ana, ben, otto } = await startLearners();
    const theirs = await say(ben, ana, 'See you later!');
    const own = await say(ana, ben, 'See you');
    const from = (sourceMessageId: string) =>
      ({ languageCode: 'en', text: 'See you', sourceMessageId }) as const;
    expect(await ana.calls.createPhrase(from(theirs))).toMatchObject({
      partnerUserId: ben.userId,
      sourceMessageId: theirs,
    });
    expect(await ana.calls.createPhrase(from(own))).toMatchObject({
      partnerUserId: null,
      sourceMessageId: own,
    });
    expect(await codeOf(otto.calls.createPhrase(from(theirs)))).toBe(4001);
    expect(await codeOf(ana.calls.createPhrase(from(numberedId(1))))).toBe(4001);
    expect((await otto.calls.listPhrases()).count).toBe(0);
  });

  test('that comes a second time in every part is the one that is there', async () => {
    const { ana, ben } = await startLearners();
    const once = { languageCode: 'en', text: 'See you', meaning: 'bis dann' } as const;
    const [first, second] = await Promise.all([ana.calls.createPhrase(once), ana.calls.createPhrase(once)]);
    expect(second.phraseId).toBe(first.phraseId);
    const other = await ana.calls.createPhrase({ ...once, meaning: 'bis später' });
    expect(other.phraseId).not.toBe(first.phraseId);
    for (const change of [{ context: 'x' }, { languageCode: 'de' as const }, { text: 'See  you!' }])
      await ana.calls.createPhrase({ ...once, ...change });
    await ben.calls.createPhrase(once);
    const sourceMessageId = await say(ben, ana, 'See you');
    await ana.calls.createPhrase({ ...once, sourceMessageId });
    expect((await ana.calls.listPhrases()).count).toBe(6);
    expect((await ben.calls.listPhrases()).count).toBe(1);
  });

  test('of somebody else can be neither seen, changed, reviewed nor deleted', async () => {
    const { ana, ben, clock } = await startLearners();
    const { phraseId } = await ana.calls.createPhrase({ languageCode: 'en', text: 'mine' });
    const review = { reviewId: numberedId(1), phraseId, rating: 'again', reviewedAt: clock.now() } as const;
    expect((await ben.calls.listPhrases()).phrases).toEqual([]);
    expect(await codeOf(ben.calls.updatePhrase({ phraseId, text: 'his' }))).toBe(4001);
    expect(await codeOf(ben.calls.reviewPhrases({ reviews: [review] }))).toBe(4001);
    expect(await codeOf(ben.calls.deletePhrase({ phraseId }))).toBe(4001);
    expect((await ana.calls.listPhrases()).phrases).toMatchObject([{ text: 'mine', reps: 0 }]);
  });

  test('is changed in what is given, and keeps the rest', async () => {
    const { ana } = await startLearners();
    const made = await ana.calls.createPhrase({
      languageCode: 'en',
      text: 'colour',
      meaning: 'Farbe',
      context: 'a colour',
    });
    const { phraseId } = made;
    expect(await ana.calls.updatePhrase({ phraseId, text: 'color' })).toEqual({ ...made, text: 'color' });
    const changed = await ana.calls.updatePhrase({ phraseId, languageCode: 'de', meaning: '', context: 'x' });
    expect(changed).toEqual({ ...made, text: 'color', languageCode: 'de', meaning: '', context: 'x' });
    expect(await codeOf(ana.calls.updatePhrase({ phraseId, text: ' ' }))).toBe(1000);
  });

  test('has 400, 400 and 1000 characters at most, whatever the script', async () => {
    const { ana } = await startLearners();
    const full = { text: '𠮷'.repeat(400), meaning: 'é'.repeat(400), context: 'あ'.repeat(1000) };
    expect(await ana.calls.createPhrase({ languageCode: 'ja', ...full })).toMatchObject(full);
    for (const [field, text] of Object.entries(full)) {
      const call = ana.calls.createPhrase({ languageCode: 'ja', ...full, [field]: `${text}é` });
      await expect(call).rejects.toMatchObject({ code: 1000, fields: { [field]: expect.any(String) } });
    }
  });

  test('is gone when it is deleted, with its reviews; a second time there is none', async () => {
    const { ana, clock, platform } = await startLearners();
    const { phraseId } = await ana.calls.createPhrase({ languageCode: 'en', text: 'gone' });
    await ana.calls.reviewPhrases({
      reviews: [{ reviewId: numberedId(1), phraseId, rating: 'good', reviewedAt: clock.now() }],
    });
    await ana.calls.deletePhrase({ phraseId });
    expect(await codeOf(ana.calls.deletePhrase({ phraseId }))).toBe(4001);
    expect(await platform.db.selectFrom('phrase_reviews').selectAll().execute()).toEqual([]);
  });
});

describe('the list of phrases', () => {
  test('shows the newest first in pages, by text, meaning and context in any case, and by language', async () => {
    const { ana, clock } = await startLearners();
    const keep = async (
      languageCode: 'en' | 'el' | 'tr',
      text: string,
      rest: { meaning?: string; context?: string } = {},
    ) => {
      await ana.calls.createPhrase({ languageCode, text, ...rest });
      clock.advance({ seconds: 1 });
    };
    await keep('en', 'Raining CATS', { meaning: '100%' });
    await keep('el', 'ΚΑΛΗΜΈΡΑ', { context: 'cats_' });
    await keep('en', 'plain');
    const texts = async (filters: Parameters<typeof ana.calls.listPhrases>[0]) => {
      const { phrases, count } = await ana.calls.listPhrases(filters);
      return [count, ...phrases.map(({ text }) => text)];
    };
    expect(await texts({})).toEqual([3, 'plain', 'ΚΑΛΗΜΈΡΑ', 'Raining CATS']);
    expect(await texts({ limit: 1, offset: 1 })).toEqual([3, 'ΚΑΛΗΜΈΡΑ']);
    expect(await texts({ query: 'cats' })).toEqual([2, 'ΚΑΛΗΜΈΡΑ', 'Raining CATS']);
    expect(await texts({ query: 'καλημέ' })).toEqual([1, 'ΚΑΛΗΜΈΡΑ']);
    expect(await texts({ query: '%' })).toEqual([1, 'Raining CATS']);
    expect(await texts({ query: '_' })).toEqual([1, 'ΚΑΛΗΜΈΡΑ']);
    expect(await texts({ query: 'cats', languageCode: 'en' })).toEqual([1, 'Raining CATS']);
    expect(await texts({ languageCode: 'tr' })).toEqual([0]);
  });

  test('of what is due has the longest due first and counts by the moment', async () => {
    const { ana, clock } = await startLearners();
    const keep = (text: string) => ana.calls.createPhrase({ languageCode: 'en', text });
    const early = await keep('early');
    clock.advance(minute);
    const late = await keep('late');
    const { phrases } = await ana.calls.reviewPhrases({
      reviews: [
        { reviewId: numberedId(1), phraseId: early.phraseId, rating: 'good', reviewedAt: clock.now() },
      ],
    });
    const due = async () => {
      const { phrases: found, count, dueCount } = await ana.calls.listPhrases({ due: true });
      return [count, dueCount, ...found.map(({ text }) => text)];
    };
    expect(await due()).toEqual([1, 1, 'late']);
    expect((await ana.calls.listPhrases({ languageCode: 'de' })).dueCount).toBe(1);
    const wait = phrases[0]!.dueAt.getTime() - clock.now().getTime();
    clock.advance({ seconds: wait / 1000 - 1 });
    expect(await due()).toEqual([1, 1, 'late']);
    clock.advance({ seconds: 1 });
    expect(await due()).toEqual([2, 2, 'late', 'early']);
    expect(late.phraseId).not.toBe(early.phraseId);
  });
});

describe('a book of phrases', () => {
  test('holds 5,000, also when two devices fill the last place at once', async () => {
    const { ana, ben } = await startLearners();
    const lines = Array.from({ length: phrasesMax - 1 }, (_, nth) => `phrase ${nth}`).join('\n');
    expect(await ana.calls.importPhrases({ languageCode: 'en', file: table(lines) })).toMatchObject({
      added: 4999,
    });
    const keep = (text: string) => ana.calls.createPhrase({ languageCode: 'en', text });
    const codes = await Promise.all(['a', 'b', 'c'].map((text) => codeOf(keep(text))));
    expect(codes.toSorted()).toEqual([3000, 3000, null]);
    expect((await ana.calls.listPhrases()).count).toBe(5000);
    const full = {
      message: 'Your phrasebook is full: it holds 5,000 phrases.',
      key: 'Your phrasebook is full: it holds {max} phrases.',
      values: { max: 5000 },
    };
    await expect(keep('d')).rejects.toMatchObject(full);
    expect(await ana.calls.importPhrases({ languageCode: 'en', file: table('new') })).toMatchObject({
      added: 0,
      refused: [{ line: 1, reason: full.message, key: full.key, values: full.values }],
    });
    await ben.calls.createPhrase({ languageCode: 'en', text: 'of another book' });
  });

  test('loses a deleted partner’s words, and keeps rewritten ones without a name', async () => {
    const { ana, ben, otto, prove } = await startLearners();
    const message = await say(ben, ana, 'It is raining cats and dogs today, my friend.');
    const other = await say(otto, ana, 'raining cats');
    const from = { languageCode: 'en', sourceMessageId: message } as const;
    await ana.calls.createPhrase({ ...from, text: 'Raining CATS  and dogs' });
    const rewritten = await ana.calls.createPhrase({
      ...from,
      text: 'raining cats',
      meaning: 'my friend',
      context: 'cats and dogs today',
    });
    await ana.calls.updatePhrase({ phraseId: rewritten.phraseId, text: 'it pours' });
    const described = await ana.calls.createPhrase({
      ...from,
      text: 'heavy rain',
      meaning: 'viel Regen',
      context: 'said in April',
    });
    await ana.calls.createPhrase({ languageCode: 'en', text: 'raining cats', sourceMessageId: other });
    const own = await say(ana, ben, 'my own sentence');
    await ana.calls.createPhrase({ languageCode: 'en', text: 'my own sentence', sourceMessageId: own });

    await ben.calls.deleteUser({ token: await prove(ben, 'ben@example.org', 'delete-user') });
    const { phrases } = await ana.calls.listPhrases();
    expect(
      phrases.map(({ text, meaning, context, partnerUserId }) => [text, meaning, context, partnerUserId]),
    ).toEqual([
      ['my own sentence', '', '', null],
      ['raining cats', '', '', otto.userId],
      ['heavy rain', 'viel Regen', 'said in April', null],
      ['it pours', '', '', null],
    ]);
    expect(phrases.find(({ phraseId }) => phraseId === described.phraseId)?.sourceMessageId).toBeNull();
  });

  test.each(['text', 'meaning', 'context'] as const)(
    'loses a deleted partner’s words as the %s also after the message was deleted and the rest was changed',
    async (part) => {
      const { ana, ben, prove } = await startLearners();
      const words = 'It is raining cats and dogs.';
      const sourceMessageId = await say(ben, ana, words);
      const own = { text: 'rain', meaning: 'Regen', context: 'April', [part]: words };
      const { phraseId } = await ana.calls.createPhrase({ languageCode: 'en', sourceMessageId, ...own });
      await ben.calls.deleteMessage({ chatMessageId: sourceMessageId });
      const changed = { text: 'a downpour', meaning: 'Wolkenbruch', context: 'May', [part]: undefined };
      await ana.calls.updatePhrase({ phraseId, ...changed });
      await ben.calls.deleteUser({ token: await prove(ben, 'ben@example.org', 'delete-user') });
      expect(JSON.stringify(await ana.calls.listPhrases())).not.toContain('cats');
    },
  );

  test('hides the link to a blocked or banned partner and keeps the phrase', async () => {
    const { ana, ben, platform } = await startLearners();
    const sourceMessageId = await say(ben, ana, 'See you later');
    await ana.calls.createPhrase({ languageCode: 'en', text: 'See you', sourceMessageId });
    const seen = async () => {
      const [phrase] = (await ana.calls.listPhrases()).phrases;
      return [phrase?.text, phrase?.partnerUserId];
    };
    expect(await seen()).toEqual(['See you', ben.userId]);
    await ben.calls.blockUser({ userId: ana.userId });
    expect(await seen()).toEqual(['See you', null]);
    await ben.calls.unblockUser({ userId: ana.userId });
    await ana.calls.blockUser({ userId: ben.userId });
    expect(await seen()).toEqual(['See you', null]);
    await ana.calls.unblockUser({ userId: ben.userId });
    expect(await seen()).toEqual(['See you', ben.userId]);
    await platform.db
      .updateTable('users')
      .set({ banned_at: new Date() })
      .where('user_id', '=', ben.userId)
      .execute();
    expect(await seen()).toEqual(['See you', null]);
  });

  test('is in the account’s export with every review', async () => {
    const { ana, clock } = await startLearners();
    const { phraseId } = await ana.calls.createPhrase({ languageCode: 'en', text: 'exported' });
    await ana.calls.reviewPhrases({
      reviews: [{ reviewId: numberedId(7), phraseId, rating: 'hard', reviewedAt: clock.now() }],
    });
    expect(await ana.calls.exportUser()).toMatchObject({
      phrases: [{ phraseId, text: 'exported', reps: 1 }],
      phraseReviews: [{ reviewId: numberedId(7), phraseId, rating: 'hard' }],
    });
  });
});
