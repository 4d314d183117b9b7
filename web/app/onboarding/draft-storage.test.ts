import { describe, expect, test } from 'vitest';
import { createDraftStorage } from './draft-storage';
import { isDraft, type OnboardingDraft } from './onboarding-draft';

const draft: OnboardingDraft = {
  step: 'profile',
  languages: [{ languageCode: 'ja', learning: true, proficiency: 0.2 }],
  dailyGoal: 'large',
  interests: ['Travel'],
  name: 'Aiko 🗻',
  description: '',
  profileImage: 'data:image/jpeg;base64,AAAA',
};

function createStorage() {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return { kept, drafts: createDraftStorage(storage) };
}

describe('the kept draft of the onboarding', () => {
  test('survives with everything in it, the picture too', () => {
    const { drafts } = createStorage();
    drafts.write('aiko', draft);
    expect(drafts.read('aiko', isDraft)).toEqual(draft);
    drafts.write('aiko', { ...draft, profileImage: null });
    expect(drafts.read('aiko', isDraft)).toEqual({ ...draft, profileImage: null });
  });

  test('is none where nothing was kept', () => {
    expect(createStorage().drafts.read('aiko', isDraft)).toBeNull();
  });

  test('is not shown to another person', () => {
    const { drafts } = createStorage();
    drafts.write('aiko', draft);
    drafts.markUnfinished('aiko');
    expect(drafts.read('mateo', isDraft)).toBeNull();
    expect(drafts.isUnfinished('mateo')).toBe(false);
    expect(drafts.isUnfinished('aiko')).toBe(true);
  });

  test('leaves nothing behind when cleared', () => {
    const { kept, drafts } = createStorage();
    drafts.write('aiko', draft);
    drafts.markUnfinished('aiko');
    drafts.clear();
    expect(kept.size).toBe(0);
  });

  test.each([
    ['no JSON', 'x'],
    ['nothing', 'null'],
    ['a number', '7'],
    ['no draft', '{"userId":"aiko"}'],
    ['a draft of nothing', '{"userId":"aiko","draft":null}'],
    ...Object.entries({ step: 7, languages: 'ja', interests: 'Travel', name: null, description: 7 }).map(
      ([field, odd]): [string, string] => [
        `an odd ${field}`,
        JSON.stringify({ userId: 'aiko', draft: { ...draft, [field]: odd } }),
      ],
    ),
    ['an odd picture', JSON.stringify({ userId: 'aiko', draft: { ...draft, profileImage: 7 } })],
    ['an odd interest', JSON.stringify({ userId: 'aiko', draft: { ...draft, interests: ['Travel', 7] } })],
    [
      'one unknown language among others',
      JSON.stringify({ userId: 'aiko', draft: { ...draft, languages: [...draft.languages, {}] } }),
    ],
    ['another shape', '{"userId":"aiko","draft":{"languages":[]}}'],
    ['an unknown language', JSON.stringify({ userId: 'aiko', draft: { ...draft, languages: [{}] } })],
    ['an unknown goal', JSON.stringify({ userId: 'aiko', draft: { ...draft, dailyGoal: 'huge' } })],
  ])('is ignored when it holds %s', (_case, value) => {
    const { kept, drafts } = createStorage();
    drafts.write('aiko', draft);
    for (const key of kept.keys()) kept.set(key, value);
    expect(drafts.read('aiko', isDraft)).toBeNull();
  });

  test('nothing breaks where storage is forbidden', () => {
    const forbidden = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const drafts = createDraftStorage({ getItem: forbidden, setItem: forbidden, removeItem: forbidden });
    drafts.write('aiko', draft);
    drafts.markUnfinished('aiko');
    drafts.clear();
    expect([drafts.read('aiko', isDraft), drafts.isUnfinished('aiko')]).toEqual([null, false]);
  });
});
