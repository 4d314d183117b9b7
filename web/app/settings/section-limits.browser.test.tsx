import { interestsMin } from '@parlance/contract/account-care';
import { ApiError } from '@parlance/contract/errors';
import type { ReactNode } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { InterestsSection } from './interests-section';
import { InterfaceLanguageSection } from './interface-language-section';
import { LanguagesSection } from './languages-section';
import { NoticesSection } from './notices-section';
import { ProfileSection } from './profile-section';
import { SettingsBannersProvider } from './section/settings-banners';

const heading = { title: 'Section' };
const save = () => page.getByRole('button', { name: 'Save Changes' });
const show = (section: ReactNode) => render(<SettingsBannersProvider>{section}</SettingsBannersProvider>);

beforeEach(() => server.answer('listOwnLanguages', () => ({ languages: [] })));

test('a profile without a name or a description is not saved, and unchanged there is nothing to save', async () => {
  show(<ProfileSection heading={heading} />);
  const [name, about] = [page.getByRole('textbox').first(), page.getByRole('textbox').nth(1)];
  await expect.element(name).toHaveValue('Ada');
  await expect.element(save()).toBeDisabled();
  await userEvent.fill(name, '  ');
  await expect.element(name).toHaveAttribute('aria-invalid', 'true');
  await expect.element(save()).toBeDisabled();
  await userEvent.fill(name, 'Ada L.');
  await expect.element(save()).toBeEnabled();
  await userEvent.fill(about, '');
  await expect.element(about).toHaveAttribute('aria-invalid', 'true');
  await expect.element(save()).toBeDisabled();
});

test('the present language of the interface is not saved again', async () => {
  show(<InterfaceLanguageSection heading={heading} />);
  await expect.element(page.getByRole('combobox')).toHaveValue('en');
  await expect.element(save()).toBeDisabled();
  await userEvent.selectOptions(page.getByRole('combobox'), 'de');
  await expect.element(save()).toBeEnabled();
});

test('a member without a language is told that nobody finds them', async () => {
  show(<LanguagesSection heading={heading} />);
  await expect.element(page.getByText('Without a language nobody can find you.')).toBeVisible();
});

test('fewer interests than needed are not saved, and counted; the suggestions can be saved as they are', async () => {
  server.answer('updateUser', () => ({}));
  show(<InterestsSection heading={heading} />);
  // Nothing is stored yet: what is suggested is a change.
  await expect.element(save()).toBeEnabled();
  const chosen = () => page.getByRole('checkbox', { checked: true });
  await expect.poll(() => chosen().elements().length).toBeGreaterThanOrEqual(interestsMin);
  while (chosen().elements().length >= interestsMin) await chosen().first().click();
  await expect
    .element(
      page.getByText(
        `Please select at least ${interestsMin} interests (${interestsMin - 1}/${interestsMin})`,
      ),
    )
    .toBeVisible();
  await expect.element(save()).toBeDisabled();
  await page.getByRole('checkbox', { checked: false }).first().click();
  await expect.element(page.getByText(/^Please select at least/)).not.toBeInTheDocument();
  await expect.element(save()).toBeEnabled();
});

test('languages are compared with those stored by now, and stay as edited where the save fails', async () => {
  const stored = [
    { languageCode: 'de' as const, learning: false, proficiency: 1 },
    { languageCode: 'fr' as const, learning: false, proficiency: 1 },
  ];
  server.answer('listOwnLanguages', () => ({ languages: stored.slice(0, 1) }));
  show(<LanguagesSection heading={heading} />);
  await page.getByRole('radio', { name: 'Native' }).click();
  // Added on another device meanwhile: saving what is shown here removes it.
  server.answer('listOwnLanguages', () => ({ languages: stored }));
  server.answer('createLanguage', () => {
    throw new ApiError('ServerError');
  });
  await save().click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Native' })).toBeChecked();
  expect(server.params('deleteLanguage')).toEqual([]);
  server.answer('createLanguage', () => ({}));
  server.answer('deleteLanguage', () => {
    server.answer('listOwnLanguages', () => ({
      languages: [{ languageCode: 'de' as const, learning: false, proficiency: 1, isNative: true }],
    }));
    return {};
  });
  await save().click();
  await expect.element(page.getByText('Languages saved')).toBeVisible();
  await expect.poll(() => server.params('deleteLanguage')).toEqual([{ languageCode: 'fr' }]);
  await expect.element(save()).toBeDisabled();
});

test('languages and mails that could not be loaded are loaded again on request', async () => {
  const fail = () => {
    throw new ApiError('ServerError');
  };
  server.answer('listOwnLanguages', fail);
  server.answer('getPreference', fail);
  server.answer('getPush', () => ({ publicKey: null, devices: [] }));
  show(
    <>
      <LanguagesSection heading={heading} />
      <NoticesSection heading={{ title: 'Notices' }} />
    </>,
  );
  await expect.element(page.getByText('Your languages could not be loaded. Nothing was lost.')).toBeVisible();
  await expect.element(page.getByText('Your notifications could not be loaded.')).toBeVisible();
  server.answer('listOwnLanguages', () => ({ languages: [] }));
  server.answer('getPreference', ({ params: { name = '' } }) => ({ name, value: true }));
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect.element(page.getByText('Without a language nobody can find you.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('checkbox', { name: /^Sessions/ })).toBeChecked();
});

test('only the picture is sent where only the picture is removed', async () => {
  // Sent by it for the sake of its progress.
  const open = vi.spyOn(XMLHttpRequest.prototype, 'open');
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockReturnValue();
  onTestFinished(() => void vi.restoreAllMocks());
  render(
    <SettingsBannersProvider>
      <ProfileSection heading={heading} />
    </SettingsBannersProvider>,
    { user: { profileImageUrl: '/media/profile-images/ada.jpg' } },
  );
  await expect.element(save()).toBeDisabled();
  await page.getByRole('button', { name: /^Remove/ }).click();
  await save().click();
  await expect
    .poll(() => open.mock.calls.map(([, url]) => String(url)))
    .toEqual([expect.stringMatching(/\/update-profile-image$/)]);
  expect(server.payloads('updateUser')).toEqual([]);
  await expect.element(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
});

test('a member without an email address is told where mails cannot go', async () => {
  server.answer('getPreference', ({ params: { name = '' } }) => ({ name, value: true }));
  server.answer('getPush', () => ({ publicKey: null, devices: [] }));
  render(
    <SettingsBannersProvider>
      <NoticesSection heading={heading} />
    </SettingsBannersProvider>,
    { user: { email: null } },
  );
  await expect.element(page.getByText(/^There is no email address to write to yet/)).toBeVisible();
});
