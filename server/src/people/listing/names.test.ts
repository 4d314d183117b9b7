import { languages } from '@parlance/contract/language-catalogue';
import { expect, test } from 'vitest';
import { startCommunity } from '#test/personas';
import { foldName } from './name-folding.ts';

const languageCodes = languages.map(({ code }) => code);

// An Arabic ligature that folds into eighteen letters, the maximum.
const ligature = '\ufdfa';
const codeOf = (call: Promise<unknown>): Promise<number | null> =>
  call.then(
    () => null,
    (error: { code: number }) => error.code,
  );

test('a folded name has at most 80 characters, and is found by what it begins with', async () => {
  expect([...foldName(ligature.repeat(60))]).toHaveLength(80);
  expect(foldName('ß'.repeat(40))).toBe('s'.repeat(80));
  expect([...foldName('🦊'.repeat(90))]).toHaveLength(80);
  const app = await startCommunity();
  const ana = await app.signUp('ana@example.org', {
    name: `Ana ${ligature.repeat(56)}`,
    description: 'Hello',
    speaks: ['en'],
  });
  const found = async (query: string) =>
    (await app.visitor().calls.searchUsers({ query })).users.map(({ userId }) => userId);
  expect(await found('ana')).toEqual([ana.userId]);
  expect(await found(`ana ${ligature}`)).toEqual([ana.userId]);
  // A fragment longer than any name is truncated like the name, so it still matches.
  expect(await found(`Ana ${ligature.repeat(56)}`)).toEqual([ana.userId]);
  expect(await found(`Ben ${ligature.repeat(56)}`)).toEqual([]);
});

test('the name can be changed thirty times at once and thirty times an hour; the rest of a profile is not counted', async () => {
  const app = await startCommunity();
  const ana = await app.signUp('ana@example.org');
  const ben = await app.signUp('ben@example.org');
  const rename = (nth: number) => codeOf(ana.calls.updateUser({ name: `Ana ${nth}` }));
  for (let nth = 0; nth < 30; nth++) expect(await rename(nth)).toBeNull();
  await expect(ana.calls.updateUser({ name: 'Ana' })).rejects.toMatchObject({ code: 6001, timeout: 120 });
  expect(await codeOf(ana.calls.updateUser({ description: 'Hello', dailyGoal: 'large' }))).toBeNull();
  // A pause changes the listing like a name.
  const pausedUntil = new Date(app.clock.now().getTime() + 86_400_000);
  expect(await codeOf(ana.calls.updateUser({ pausedUntil }))).toBe(6001);
  expect(await codeOf(ben.calls.updateUser({ name: 'Ben' }))).toBeNull();
  expect((await ana.calls.getUser()).name).toBe('Ana 29');
  app.clock.advance({ minutes: 2 });
  expect([await rename(30), await rename(31)]).toEqual([null, 6001]);
});

test('all languages can be added, removed and added again; after that the rate limit applies', async () => {
  const app = await startCommunity();
  const ana = await app.signUp('ana@example.org');
  const add = (languageCode: (typeof languageCodes)[number]) =>
    ana.calls.createLanguage({ languageCode, target: false, proficiency: 1 });
  expect(languageCodes).toHaveLength(50);
  for (const languageCode of languageCodes) await add(languageCode);
  for (const languageCode of languageCodes) await ana.calls.deleteLanguage({ languageCode });
  for (const languageCode of languageCodes) await add(languageCode);
  for (const languageCode of languageCodes) await ana.calls.deleteLanguage({ languageCode });
  await expect(add('en')).rejects.toMatchObject({ code: 6001, timeout: 18 });
  expect(await codeOf(ana.calls.deleteLanguage({ languageCode: 'en' }))).toBe(6001);
  const ben = await app.signUp('ben@example.org');
  expect(
    await codeOf(ben.calls.createLanguage({ languageCode: 'en', target: false, proficiency: 1 })),
  ).toBeNull();
  app.clock.advance({ seconds: 18 });
  expect([await codeOf(add('en')), await codeOf(add('fr'))]).toEqual([null, 6001]);
});
