import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { InterfaceLanguageSection } from './interface-language-section';
import { LanguagesSection } from './languages-section';
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
