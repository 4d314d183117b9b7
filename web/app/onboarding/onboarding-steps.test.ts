import { interestsDefault } from '@parlance/contract/account-care';
import { describe, expect, test } from 'vitest';
import { newDraft, type OnboardingDraft } from './onboarding-draft';
import { searchOfStep, stepAfter, stepBefore, stepIds, steps, stepToShow } from './onboarding-steps';

const blank = newDraft({ dailyGoal: 'medium', interests: [], name: '', description: '' }, []);
const full: OnboardingDraft = {
  step: 'profile',
  languages: [
    { languageCode: 'ja', learning: true, proficiency: 0 },
    { languageCode: 'en', learning: false, proficiency: 1 },
  ],
  dailyGoal: 'medium',
  interests: interestsDefault,
  name: 'Aiko',
  description: 'I like trains.',
  profileImage: null,
};

// Rules: docs/specification/account.md#onboarding
describe('the steps of the onboarding', () => {
  test('the sentences are the specified ones', () => {
    expect(steps['languages-to-learn'].title).toBe('Ok. What languages do you want to learn?');
    expect(steps['known-languages'].title).toBe('And what languages do you already speak?');
    expect(steps.interests.title).toBe('Choose your interests');
    expect(steps.profile.title).toBe('Tell others a bit about yourself');
  });

  test.each([
    ['no language to learn', { languages: full.languages.slice(1) }, 'languages-to-learn'],
    ['no known language', { languages: full.languages.slice(0, 1) }, 'known-languages'],
    ['four interests', { interests: interestsDefault.slice(1) }, 'interests'],
    ['a blank name', { name: ' \n ' }, 'profile'],
    ['a name of 61 characters', { name: 'x'.repeat(61) }, 'profile'],
    ['a blank description', { description: '  ' }, 'profile'],
  ] as const)('with %s nobody gets past that step', (_case, change, step) => {
    const draft = { ...full, ...change };
    expect(steps[step].isComplete(draft)).toBe(false);
    expect(stepToShow('profile', draft)).toBe(step);
  });

  test('with everything there every step can be reached', () => {
    expect(stepIds.map((id) => stepToShow(id, full))).toEqual(stepIds);
    expect(steps.profile.isComplete(full)).toBe(true);
  });

  test('the goal has a default, so its step lacks nothing', () => {
    expect(steps['study-goal'].isComplete(blank)).toBe(true);
  });

  test.each([null, '', 'submitting', 'no-such-step'])(
    'an address that says %j shows the first step',
    (asked) => {
      expect(stepToShow(asked, full)).toBe('languages-to-learn');
    },
  );

  test('the address names all but the first', () => {
    expect(stepIds.map(searchOfStep)).toEqual([
      '',
      '?step=known-languages',
      '?step=study-goal',
      '?step=interests',
      '?step=profile',
    ]);
  });

  test('steps follow one another', () => {
    expect(stepIds.map(stepAfter)).toEqual([...stepIds.slice(1), null]);
    expect(stepIds.map(stepBefore)).toEqual([null, ...stepIds.slice(0, -1)]);
  });
});
