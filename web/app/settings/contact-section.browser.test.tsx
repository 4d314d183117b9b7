import type { ContactStanding } from '@parlance/contract/contact';
import { ApiError } from '@parlance/contract/errors';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { ContactSection } from './contact-section';
import { SettingsBannersProvider } from './section/settings-banners';

const usual: ContactStanding = {
  state: 'new',
  notifiedLeft: 8,
  notifiedPerDay: 8,
  left: 50,
  until: null,
  canAppeal: false,
};
const radio = (group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('radio', { name: new RegExp(`^${name}`) });
const saveButton = () => page.getByRole('button', { name: 'Save Changes' });

beforeEach(() => {
  server.answer('getStanding', () => usual);
  server.answer('updateUser', () => ({}));
});

const show = (options: Parameters<typeof render>[1] = {}) =>
  render(
    <SettingsBannersProvider>
      <ContactSection heading={{ id: 'contact', title: 'Who may reach me' }} />
    </SettingsBannersProvider>,
    options,
  );

test('a choice that is made while another is stored stays', async () => {
  const stored = Promise.withResolvers<Record<string, never>>();
  server.answer('updateUser', () => stored.promise);
  show();
  await userEvent.click(radio('Who may write to me', 'Everybody asks first'));
  await userEvent.click(saveButton());
  await userEvent.click(radio('Who may book me', 'People I have written with'));
  stored.resolve({});
  await expect.element(page.getByText('Your choices were saved')).toBeVisible();
  await expect.element(radio('Who may book me', 'People I have written with')).toBeChecked();
  await expect.element(saveButton()).toBeEnabled();
});

test('a member who has chosen nothing is reached by everybody', async () => {
  show();
  await expect.element(radio('Who may write to me', 'Everybody First')).toBeChecked();
  await expect.element(radio('Who may book me', 'Everybody')).toBeChecked();
  await expect.element(radio('Show me in search', 'Yes')).toBeChecked();
  await expect.element(saveButton()).toBeDisabled();
});

test('only what was changed is saved', async () => {
  show({ user: { writesToMe: 'known', booksMe: 'met', pausedUntil: new Date(Date.now() + 3_600_000) } });
  await expect.element(radio('Who may write to me', 'New members ask first')).toBeChecked();
  await expect.element(radio('Show me in search', 'Paused until')).toBeChecked();
  await radio('Who may write to me', 'Everybody asks first').click();
  // The saved values are shown from then on as if the account could not be read again.
  server.answer('getUser', () => {
    throw new ApiError('ServerError');
  });
  await saveButton().click();
  await expect.element(page.getByText('Your choices were saved')).toBeVisible();
  await expect.poll(() => server.payloads('updateUser')).toEqual([{ writesToMe: 'asking' }]);
  await expect.element(saveButton()).toBeDisabled();
  await expect.element(radio('Who may write to me', 'Everybody asks first')).toBeChecked();
});

test('a choice keeps those of the other questions, in any order', async () => {
  show();
  await radio('Who may book me', 'People I have written with').click();
  await radio('Show me in search', 'Pause until I turn it on').click();
  await radio('Who may write to me', 'Everybody asks first').click();
  await radio('Show me in search', 'Pause for 1 week').click();
  await radio('Who may book me', 'Everybody').click();
  await radio('Who may book me', 'People I have written with').click();
  await expect.element(radio('Who may write to me', 'Everybody asks first')).toBeChecked();
  await saveButton().click();
  await expect.element(page.getByText('Your choices were saved')).toBeVisible();
  await expect
    .poll(() => server.payloads('updateUser'))
    .toEqual([{ writesToMe: 'asking', booksMe: 'met', pausedUntil: expect.any(Date) }]);
});

test('by keyboard a pause is chosen, and ends at once', async () => {
  show({ user: { pausedUntil: new Date(Date.now() + 3_600_000) } });
  await expect.element(radio('Show me in search', 'Paused until')).toBeChecked();
  radio('Show me in search', 'Paused until').element().focus();
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.element(page.getByText('Your choices were saved')).toBeVisible();
  await expect.poll(() => server.payloads('updateUser')).toEqual([{ pausedUntil: null }]);
});

test('a failed save keeps the choices', async () => {
  server.answer('updateUser', () => {
    throw new ApiError('ServerError');
  });
  show();
  await radio('Who may book me', 'People I have written with').click();
  await saveButton().click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(radio('Who may book me', 'People I have written with')).toBeChecked();
  await expect.element(saveButton()).toBeEnabled();
});

test('a link to the blocked people opens their list', async () => {
  server.answer('listBlockedUsers', () => ({ count: 0, users: [] }));
  show({ at: '/settings#blocked' });
  await expect.element(page.getByText('You have not blocked anyone.')).toBeVisible();
  expect(document.getElementById('blocked')).not.toBeNull();
});

test('a held member is told, asks for a review once, and the focus is kept', async () => {
  let standing: ContactStanding = { ...usual, state: 'held', notifiedLeft: 0, left: 0, canAppeal: true };
  server.answer('getStanding', () => standing);
  server.answer('appealStanding', () => {
    standing = { ...standing, canAppeal: false };
    return {};
  });
  show();
  await expect.element(page.getByText(/^Somebody is looking at your account/)).toBeVisible();
  await page.getByRole('button', { name: 'Ask for a review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for a review' });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect.element(dialog.getByText('Write a few words first')).toBeVisible();
  expect(server.payloads('appealStanding')).toEqual([]);
  await dialog.getByRole('textbox').fill('  I teach a class of thirty.  ');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect
    .poll(() => document.activeElement?.textContent)
    .toMatch(/^Somebody is looking .*You have asked for a review\.$/);
  await expect
    .poll(() => server.payloads('appealStanding'))
    .toEqual([{ text: 'I teach a class of thirty.' }]);
  await expect.element(page.getByRole('button', { name: 'Ask for a review' })).not.toBeInTheDocument();
});

test('an appeal does not save choices that were not saved', async () => {
  server.answer('getStanding', () => ({ ...usual, state: 'held', left: 0, canAppeal: true }));
  server.answer('appealStanding', () => ({}));
  show();
  await radio('Who may book me', 'People I have written with').click();
  await page.getByRole('button', { name: 'Ask for a review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for a review' });
  await dialog.getByRole('textbox').fill('Please look again');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect.element(page.getByText('Thank you. Your words were sent.')).toBeVisible();
  expect(server.payloads('updateUser')).toEqual([]);
});

test('an appeal that fails keeps its words', async () => {
  server.answer('getStanding', () => ({ ...usual, state: 'held', left: 0, canAppeal: true }));
  server.answer('appealStanding', () => {
    throw new ApiError('ServerError');
  });
  show();
  await page.getByRole('button', { name: 'Ask for a review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for a review' });
  await dialog.getByRole('textbox').fill('Please look again');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await expect.element(dialog.getByRole('textbox')).toHaveValue('Please look again');
});

test('a member without a limit reads nothing about limits', async () => {
  show();
  await expect.poll(() => server.params('getStanding')).toHaveLength(1);
  expect(page.getByRole('status').elements()).toEqual([]);
});
