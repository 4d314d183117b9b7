import { interestsDefault } from '@parlance/contract/account-care';
import { ApiError } from '@parlance/contract/errors';
import type { UserLanguage } from '@parlance/contract/languages';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { GoalSection } from './goal-section';
import { InterestsSection } from './interests-section';
import { LanguagesSection } from './languages-section';
import { NoticesSection } from './notices-section';
import { PrivacySection } from './privacy-section';
import { ProfileSection } from './profile-section';
import { SettingsBannersProvider } from './section/settings-banners';

const heading = { id: 'section', title: 'Section' };
const saveButton = () => page.getByRole('button', { name: 'Save Changes' });
const goal = (name: RegExp) => page.getByRole('radio', { name });
const box = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) });
const field = (name: string) => page.getByRole('textbox', { name });
const activity = 'Show others when I am active';
const bookings = 'Show others my name on times that I book';

interface Changed {
  section: ReactNode;
  /** Changes something. */
  first: () => Promise<unknown>;
  /** Changes something else while the first change is being stored. */
  second: () => Promise<unknown>;
  /** The payloads of two saves, one after each change. */
  stored: [object, object];
}

const sections: [string, Changed][] = [
  [
    'daily goal',
    {
      section: <GoalSection heading={heading} />,
      first: () => goal(/^Casual/).click(),
      second: () => goal(/^Ambitious/).click(),
      stored: [{ dailyGoal: 'small' }, { dailyGoal: 'large' }],
    },
  ],
  [
    'privacy',
    {
      section: <PrivacySection heading={heading} />,
      first: () => box(activity).click(),
      second: () => box(bookings).click(),
      stored: [
        { showsActivity: false, showsBookings: true },
        { showsActivity: false, showsBookings: false },
      ],
    },
  ],
  [
    'interests',
    {
      section: <InterestsSection heading={heading} />,
      first: () => box('Music').click(),
      second: () => box('Movies').click(),
      stored: [
        { interests: [...interestsDefault, 'Music'] },
        { interests: [...interestsDefault, 'Music', 'Movies'] },
      ],
    },
  ],
  [
    'profile',
    {
      section: <ProfileSection heading={heading} />,
      first: () => field('Name').fill('Ada L.'),
      second: () => field('About Me').fill('Likes coffee'),
      stored: [
        { name: 'Ada L.', description: 'Likes tea', correctMe: 'always' },
        { name: 'Ada L.', description: 'Likes coffee', correctMe: 'always' },
      ],
    },
  ],
];

test.each(sections)(
  '%s: what is changed while a change is being stored stays, and can be saved',
  async (_name, { section, first, second, stored }) => {
    const answer = Promise.withResolvers<Record<string, never>>();
    server.answer('updateUser', () => answer.promise);
    render(<SettingsBannersProvider>{section}</SettingsBannersProvider>, {
      user: { interests: interestsDefault },
    });
    await expect.element(saveButton()).toBeDisabled();
    // The saved values are shown from then on as if the account could not be read again.
    server.answer('getUser', () => {
      throw new ApiError('ServerError');
    });
    await first();
    await saveButton().click();
    await expect.poll(() => server.payloads('updateUser')).toHaveLength(1);
    await second();
    answer.resolve({});
    await expect.element(saveButton()).toBeEnabled();
    await saveButton().click();
    await expect.element(saveButton()).toBeDisabled();
    await expect.poll(() => server.payloads('updateUser')).toEqual(stored);
  },
);

test('a goal that could not be stored stays chosen', async () => {
  server.answer('updateUser', () => {
    throw new ApiError('ServerError');
  });
  render(
    <SettingsBannersProvider>
      <GoalSection heading={heading} />
    </SettingsBannersProvider>,
  );
  await goal(/^Extreme/).click();
  await saveButton().click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(goal(/^Extreme/)).toBeChecked();
  await expect.element(saveButton()).toBeEnabled();
});

test('languages: a level that is changed while the languages are being stored stays, and can be saved', async () => {
  const answer = Promise.withResolvers<Record<string, never>>();
  let present: UserLanguage[] = [{ languageCode: 'es', learning: true, proficiency: 0 }];
  server.answer('listOwnLanguages', () => ({ languages: present }));
  server.answer('createLanguage', async ({ payload: { languageCode, target, proficiency } }) => {
    await answer.promise;
    present = [{ languageCode, learning: target, proficiency } as UserLanguage];
    return {};
  });
  render(
    <SettingsBannersProvider>
      <LanguagesSection heading={heading} />
    </SettingsBannersProvider>,
  );
  const level = (name: string) => page.getByRole('radio', { name });
  await level('Intermediate').click();
  await saveButton().click();
  await expect.poll(() => server.payloads('createLanguage')).toHaveLength(1);
  await level('Advanced').click();
  answer.resolve({});
  await expect.element(page.getByText('Languages saved')).toBeVisible();
  await expect.element(level('Advanced')).toBeChecked();
  await saveButton().click();
  await expect.element(saveButton()).toBeDisabled();
  await expect
    .poll(() => server.payloads('createLanguage').map(({ proficiency }) => proficiency))
    .toEqual([expect.closeTo(0.2, 1), expect.closeTo(0.4, 1)]);
});

test('mails: a choice that is made while another is being stored stays, and can be saved', async () => {
  const answer = Promise.withResolvers<Record<string, never>>();
  const stored: Record<string, unknown> = {};
  server.answer('getPush', () => ({ publicKey: null, devices: [] }));
  server.answer('getPreference', ({ params: { name = '' } }) => ({ name, value: stored[name] !== false }));
  server.answer('setPreference', async ({ params: { name = '' }, payload }) => {
    await answer.promise;
    stored[name] = payload.value;
    return {};
  });
  render(
    <SettingsBannersProvider>
      <NoticesSection heading={heading} />
    </SettingsBannersProvider>,
  );
  await box('Sessions').click();
  await saveButton().click();
  await expect.poll(() => server.params('setPreference')).toHaveLength(1);
  await box('Daily summary').click();
  answer.resolve({});
  await expect.element(page.getByText('Notifications saved')).toBeVisible();
  await expect.element(box('Daily summary')).not.toBeChecked();
  await expect.element(saveButton()).toBeEnabled();
  await saveButton().click();
  await expect.element(saveButton()).toBeDisabled();
  expect(Object.values(stored)).toEqual([false, false]);
});
