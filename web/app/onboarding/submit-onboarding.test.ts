import { interestsDefault } from '@parlance/contract/account-care';
import type { UserLanguage } from '@parlance/contract/languages';
import { describe, expect, test } from 'vitest';
import type { OnboardingDraft } from './onboarding-draft';
import { type Submission, type SubmissionProgress, submitOnboarding } from './submit-onboarding';

const japanese: UserLanguage = { languageCode: 'ja', learning: true, proficiency: 0.2 };
const french: UserLanguage = { languageCode: 'fr', learning: true, proficiency: 0 };
const english: UserLanguage = { languageCode: 'en', learning: false, proficiency: 1 };
const draft: OnboardingDraft = {
  step: 'profile',
  languages: [japanese, french, english],
  dailyGoal: 'medium',
  interests: interestsDefault,
  name: 'Aiko',
  description: 'I like trains.',
  profileImage: `data:image/jpeg;base64,${btoa('picture')}`,
};

/** A fake server that records its calls; `refuse` makes one call fail. */
function createServer() {
  const sent: string[] = [];
  const languages = new Map<string, UserLanguage>();
  const server = {
    sent,
    languages,
    picture: null as Blob | null,
    profile: {} as object | undefined,
    refuse: null as string | null,
  };
  const answer = (call: string): Record<string, never> => {
    if (server.refuse === call) throw new Error(`${call} failed`);
    sent.push(call);
    return {};
  };
  const calls: Submission['calls'] = {
    updateUser: async (profile) => {
      server.profile = profile;
      return answer('update');
    },
    updateProfileImage: async (input, options) => {
      options?.onProgress?.(0.5);
      const result = answer(input?.image ? 'image' : 'no image');
      server.picture = input?.image ?? null;
      return result;
    },
    createLanguage: async ({ languageCode, target, proficiency }) => {
      const result = answer(`create ${languageCode}`);
      languages.set(languageCode, { languageCode, learning: target, proficiency });
      return result;
    },
    deleteLanguage: async ({ languageCode }) => {
      const result = answer(`delete ${languageCode}`);
      languages.delete(languageCode);
      return result;
    },
    listOwnLanguages: async () => ({ languages: [...languages.values()] }),
  };
  const submit = (change: Partial<Submission> = {}) =>
    submitOnboarding({
      calls,
      draft,
      isRetry: false,
      storedLanguages: [],
      refreshUser: async () => void answer('refresh'),
      onProgress: () => {},
      ...change,
    });
  return Object.assign(server, { submit });
}

// Rules: docs/specification/account.md#onboarding
describe('submitting the onboarding', () => {
  test('user update, image, one create for each language, then a refresh', async () => {
    const server = createServer();
    await server.submit();
    expect(server.sent).toEqual(['update', 'image', 'create ja', 'create fr', 'create en', 'refresh']);
    expect(server.picture?.type).toBe('image/jpeg');
    const { dailyGoal, interests, name, description } = draft;
    expect(server.profile).toEqual({ dailyGoal, interests, name, description });
  });

  test('without a picture none is sent', async () => {
    const server = createServer();
    await server.submit({ draft: { ...draft, profileImage: null } });
    expect(server.sent).toEqual(['update', 'create ja', 'create fr', 'create en', 'refresh']);
  });

  test('the progress is that of the calls and only grows', async () => {
    const server = createServer();
    const heard: SubmissionProgress[] = [];
    await server.submit({ onProgress: (progress) => heard.push(progress) });
    const shares = heard.map(({ done, total }) => done / total);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect([shares[0], shares.at(-1)]).toEqual([0, 1]);
    expect(heard.map(({ done, total, doing }) => [done, total, doing])).toEqual([
      [0, 6, 'Saving your profile'],
      [1, 6, 'Uploading your picture'],
      [1.5, 6, 'Uploading your picture'],
      [2, 6, 'Adding Japanese'],
      [3, 6, 'Adding French'],
      [4, 6, 'Adding English'],
      [5, 6, 'Almost there'],
      [6, 6, 'Done'],
    ]);
  });

  test('an error on the third language stops there, and a second try completes it without doubles', async () => {
    const server = createServer();
    server.refuse = 'create en';
    await expect(server.submit()).rejects.toThrow('create en failed');
    expect(server.sent).toEqual(['update', 'image', 'create ja', 'create fr']);

    server.refuse = null;
    server.sent.length = 0;
    await server.submit({ isRetry: true });
    expect(server.sent).toEqual(['update', 'image', 'create en', 'refresh']);
    expect([...server.languages.values()]).toEqual([japanese, french, english]);
  });

  test('what was taken out between two tries is taken back from the server', async () => {
    const server = createServer();
    server.refuse = 'create en';
    await expect(server.submit()).rejects.toThrow();

    server.refuse = null;
    await server.submit({
      isRetry: true,
      draft: { ...draft, languages: [japanese, english], profileImage: null },
    });
    expect([...server.languages.values()]).toEqual([japanese, english]);
    expect(server.picture).toBeNull();
  });
});
