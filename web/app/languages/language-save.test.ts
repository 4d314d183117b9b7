import type { Calls } from '@parlance/client/http';
import { languages as catalogue } from '@parlance/contract/language-catalogue';
import type { UserLanguage } from '@parlance/contract/languages';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { areLanguagesChanged, planLanguageSave, saveLanguages } from './language-save';

const english: UserLanguage = { languageCode: 'en', learning: false, proficiency: 1, isNative: null };
const spanish: UserLanguage = { languageCode: 'es', learning: true, proficiency: 0.2, isNative: null };
const german: UserLanguage = { languageCode: 'de', learning: false, proficiency: 1, isNative: null };

/** The server's semantics: create is an upsert by code, delete is idempotent. */
function createStoredLanguages(stored: UserLanguage[]) {
  const byCode = new Map(stored.map((language) => [language.languageCode, language]));
  const sent: string[] = [];
  const calls: Pick<Calls, 'createLanguage' | 'deleteLanguage'> = {
    createLanguage: async ({ languageCode, target, proficiency, isNative }) => {
      sent.push(`create ${languageCode}`);
      byCode.set(languageCode, { languageCode, learning: target, proficiency, isNative });
      return {};
    },
    deleteLanguage: async ({ languageCode }) => {
      sent.push(`delete ${languageCode}`);
      byCode.delete(languageCode);
      return {};
    },
  };
  return { sent, list: () => [...byCode.values()], calls };
}

const arbitraryLanguages = fc.uniqueArray(
  fc.record({
    languageCode: fc.constantFrom(...catalogue.slice(0, 8).map(({ code }) => code)),
    learning: fc.boolean(),
    proficiency: fc.constantFrom(0, 0.2, 0.4, 0.6, 1),
    isNative: fc.constantFrom(true, false, null),
  }),
  { selector: ({ languageCode }) => languageCode },
);

// Rules: docs/specification/languages.md#saving
describe('saving languages sends the difference (safe replacement)', () => {
  test('nothing is sent when nothing changed, whatever the order', () => {
    expect(areLanguagesChanged([english, spanish], [spanish, english])).toBe(false);
  });

  test('a level or a voice that changed is written again, the rest is left alone', () => {
    const learnsEnglish = { ...english, learning: true, proficiency: 0.4 };
    expect(planLanguageSave([english, spanish], [learnsEnglish, spanish])).toEqual({
      upserts: [learnsEnglish],
      deletions: [],
    });
  });

  test('a statement that changed is written, also back to none', () => {
    const native = { ...english, isNative: true };
    expect(planLanguageSave([english], [native]).upserts).toEqual([native]);
    expect(planLanguageSave([native], [english]).upserts).toEqual([english]);
    // A 1.0.0 server does not send the field.
    expect(areLanguagesChanged([{ languageCode: 'en', learning: false, proficiency: 1 }], [english])).toBe(
      false,
    );
  });

  test('deletions come last', async () => {
    const server = createStoredLanguages([english, spanish]);
    await saveLanguages(server.calls, planLanguageSave(server.list(), [german]), {
      onDeletionFailed: () => expect.unreachable(),
    });
    expect(server.sent).toEqual(['create de', 'delete en', 'delete es']);
  });

  test('the result equals the wanted list, from any list to any list', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryLanguages, arbitraryLanguages, async (stored, wanted) => {
        const server = createStoredLanguages(stored);
        const plan = planLanguageSave(stored, wanted);
        await saveLanguages(server.calls, plan, { onDeletionFailed: () => expect.unreachable() });
        expect(new Set(server.list())).toEqual(new Set(wanted));
        expect(areLanguagesChanged(server.list(), wanted)).toBe(false);
      }),
    );
  });

  test('a failure while writing stops before any deletion', async () => {
    const server = createStoredLanguages([english, spanish]);
    const failing = { ...server.calls, createLanguage: () => Promise.reject(new Error('no')) };
    const plan = planLanguageSave(server.list(), [german]);
    await expect(
      saveLanguages(failing, plan, { onDeletionFailed: () => expect.unreachable() }),
    ).rejects.toThrow('no');
    expect(server.list()).toEqual([english, spanish]);
  });

  test('a deletion that fails is only reported, and the next one still happens', async () => {
    const server = createStoredLanguages([english, spanish, german]);
    const failure = new Error('no');
    const failing: typeof server.calls = {
      ...server.calls,
      deleteLanguage: (input) =>
        input.languageCode === 'en' ? Promise.reject(failure) : server.calls.deleteLanguage(input),
    };
    const onDeletionFailed = vi.fn();
    await saveLanguages(failing, planLanguageSave(server.list(), [german]), { onDeletionFailed });
    expect(onDeletionFailed.mock.calls).toEqual([[failure]]);
    expect(server.list()).toEqual([english, german]);
  });
});
