import { beforeEach, describe, expect, test } from 'vitest';
import { type Community, type Persona, startCommunity } from '#test/personas';

describe('languages of a person', () => {
  let community: Community;
  let ana: Persona;

  beforeEach(async () => {
    community = await startCommunity();
    ana = await community.signUp('ana@example.org', { name: 'Ana', description: 'Hello' });
  });

  const own = async () => (await ana.calls.listOwnLanguages()).languages;

  test('a new user has none', async () => {
    expect(await own()).toEqual([]);
  });

  test('they are listed in order of creation, also those of one moment', async () => {
    for (const languageCode of ['vi', 'en', 'af', 'ja'] as const) {
      expect(await ana.calls.createLanguage({ languageCode, target: true, proficiency: 0.2 })).toEqual({});
    }
    await ana.calls.createLanguage({ languageCode: 'es', target: false, proficiency: 1 });
    expect((await own()).map(({ languageCode }) => languageCode)).toEqual(['vi', 'en', 'af', 'ja', 'es']);
  });

  test('creating one again changes it and keeps its place', async () => {
    await ana.calls.createLanguage({ languageCode: 'de', target: true, proficiency: 0.4 });
    await ana.calls.createLanguage({ languageCode: 'fr', target: true, proficiency: 0 });
    community.clock.advance({ minutes: 5 });
    await ana.calls.createLanguage({ languageCode: 'de', target: false, proficiency: 1 });
    await ana.calls.createLanguage({ languageCode: 'de', target: false, proficiency: 1 });
    expect(await own()).toEqual([
      { languageCode: 'de', learning: false, proficiency: 1, isNative: null },
      { languageCode: 'fr', learning: true, proficiency: 0, isNative: null },
    ]);
  });

  test('a known language is native only where it is stated, and clients that do not know the field keep it', async () => {
    const state = async (payload: { isNative?: boolean | null; target?: boolean }) => {
      await ana.calls.createLanguage({ languageCode: 'de', target: false, proficiency: 1, ...payload });
      return (await own())[0]?.isNative;
    };
    expect(await state({})).toBeNull();
    expect(await state({ isNative: true })).toBe(true);
    expect(await state({})).toBe(true);
    expect(await state({ isNative: false })).toBe(false);
    expect(await state({ isNative: null })).toBeNull();
    await state({ isNative: true });
    // Learned for a while: nothing is stated any more.
    expect(await state({ target: true })).toBeNull();
    expect(await state({ target: false })).toBeNull();
  });

  test('others read the statement on profile and card', async () => {
    await ana.calls.createLanguage({ languageCode: 'de', target: false, proficiency: 1, isNative: true });
    const visitor = community.visitor().calls;
    expect((await visitor.getProfile({ userId: ana.userId })).languages[0]?.isNative).toBe(true);
    expect((await visitor.searchUsers({})).users[0]?.languages[0]?.isNative).toBe(true);
  });

  test('deleting one takes it away, and an absent one is fine', async () => {
    await ana.calls.createLanguage({ languageCode: 'de', target: true, proficiency: 0.4 });
    expect(await ana.calls.deleteLanguage({ languageCode: 'de' })).toEqual({});
    expect(await ana.calls.deleteLanguage({ languageCode: 'de' })).toEqual({});
    expect(await own()).toEqual([]);
  });

  test.each([
    ['a known language below 1', { languageCode: 'en', target: false, proficiency: 0.9 }, 'proficiency'],
    ['a learning language without a level', { languageCode: 'en', target: true }, 'proficiency'],
    ['a level above 1', { languageCode: 'en', target: true, proficiency: 1.1 }, 'proficiency'],
    ['a level below 0', { languageCode: 'en', target: true, proficiency: -0.1 }, 'proficiency'],
    [
      'a language that is not in the list',
      { languageCode: 'tlh', target: true, proficiency: 0 },
      'languageCode',
    ],
    [
      'a native language that is learned',
      { languageCode: 'en', target: true, proficiency: 0.2, isNative: false },
      'isNative',
    ],
    ['no flag', { languageCode: 'en', proficiency: 1 }, 'target'],
  ])('refuses %s', async (_what, payload, field) => {
    const response = await ana.send('POST', '/v1/user/language', payload);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 1000, fields: { [field]: expect.any(String) } });
    expect(await own()).toEqual([]);
  });

  test('refuses to delete a language that is not in the list', async () => {
    expect((await ana.send('DELETE', '/v1/user/language/tlh')).status).toBe(400);
  });

  test("another's languages are public, in their order", async () => {
    await ana.calls.createLanguage({ languageCode: 'ja', target: true, proficiency: 0.6 });
    await ana.calls.createLanguage({ languageCode: 'es', target: false, proficiency: 1 });
    const { languages } = await community.visitor().calls.listLanguages({ userId: ana.userId });
    expect(languages.map(({ languageCode }) => languageCode)).toEqual(['ja', 'es']);
  });

  test('an unknown or banned person has no languages to show', async () => {
    const { calls } = community.visitor();
    const unknown = calls.listLanguages({ userId: '01890000-0000-7000-8000-000000000000' });
    await expect(unknown).rejects.toMatchObject({ errorName: 'UserNotFound' });
    await community.platform.db
      .updateTable('users')
      .set({ banned_at: community.clock.now() })
      .where('user_id', '=', ana.userId)
      .execute();
    await expect(calls.listLanguages({ userId: ana.userId })).rejects.toMatchObject({
      errorName: 'UserNotFound',
    });
  });

  test('many changed at once are all there, and search counts each exactly once', async () => {
    const all = ['en', 'es', 'ja', 'de', 'fr', 'it', 'ko', 'ru'] as const;
    const kept = all.slice(3);
    await Promise.all(
      all.map((languageCode) => ana.calls.createLanguage({ languageCode, target: true, proficiency: 0.2 })),
    );
    await Promise.all([
      ...all.slice(0, 3).map((languageCode) => ana.calls.deleteLanguage({ languageCode })),
      ...kept.map((languageCode) =>
        ana.calls.createLanguage({ languageCode, target: false, proficiency: 1 }),
      ),
    ]);
    expect((await own()).map(({ languageCode }) => languageCode).sort()).toEqual([...kept].sort());
    const bea = await community.signUp('bea@example.org');
    for (const languageCode of all) {
      const { count } = await bea.calls.searchUsers({ languageCode });
      expect([languageCode, count]).toEqual([
        languageCode,
        kept.some((code) => code === languageCode) ? 1 : 0,
      ]);
    }
  });
});
