import { ApiError } from '@parlance/contract/errors';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { NoticesSection } from './notices-section';
import { SettingsBannersProvider } from './section/settings-banners';

let stored: Record<string, boolean>;
const checkbox = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) });
const saveButton = () => page.getByRole('button', { name: 'Save Changes' });

beforeEach(async () => {
  stored = {};
  server.answer('getPreference', ({ params: { name = '' } }) => ({ name, value: stored[name] ?? true }));
  server.answer('setPreference', ({ params: { name = '' }, payload }) => {
    stored[name] = payload.value === true;
    return {};
  });
  server.answer('getPush', () => ({ publicKey: null, devices: [] }));
  render(
    <SettingsBannersProvider>
      <NoticesSection heading={{ id: 'notices', title: 'Notifications' }} />
    </SettingsBannersProvider>,
  );
  await expect.element(checkbox('Sessions')).toBeChecked();
});

test('a second change keeps the first, and both are saved', async () => {
  await expect.element(saveButton()).toBeDisabled();
  await checkbox('Sessions').click();
  await checkbox('Daily summary').click();
  await expect.element(checkbox('Sessions')).not.toBeChecked();
  await expect.element(checkbox('Daily summary')).not.toBeChecked();
  await saveButton().click();
  await expect.element(page.getByText('Notifications saved')).toBeVisible();
  expect(stored).toEqual({ 'session-notification': false, 'daily-digest-notification': false });
  await expect.element(saveButton()).toBeDisabled();
  await expect.element(checkbox('Sessions')).not.toBeChecked();
});

test('a change that is taken back leaves nothing to save', async () => {
  await checkbox('New messages').click();
  await expect.element(saveButton()).toBeEnabled();
  await checkbox('New messages').click();
  await expect.element(saveButton()).toBeDisabled();
});

test('after a failed save the choices stay, and what was saved before it is not sent again', async () => {
  server.answer('setPreference', ({ params: { name = '' }, payload }) => {
    if (name === 'daily-digest-notification') throw new ApiError('ServerError');
    stored[name] = payload.value === true;
    return {};
  });
  await checkbox('Sessions').click();
  await checkbox('Daily summary').click();
  await saveButton().click();
  await expect.poll(() => server.params('setPreference')).toHaveLength(2);
  await expect.element(saveButton()).toBeEnabled();
  await expect.element(checkbox('Sessions')).not.toBeChecked();
  await expect.element(checkbox('Daily summary')).not.toBeChecked();
  server.answer('setPreference', () => ({}));
  const sent = server.params('setPreference').length;
  await saveButton().click();
  await expect.element(page.getByText('Notifications saved')).toBeVisible();
  await expect
    .poll(() => server.params('setPreference').slice(sent))
    .toEqual([{ name: 'daily-digest-notification' }]);
});
