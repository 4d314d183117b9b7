import { ApiError } from '@parlance/contract/errors';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { PushDevices } from './push-devices';
import { SettingsBannersProvider } from './section/settings-banners';

const deviceId = '00000000-0000-7000-8000-0000000000d1';
const otherId = '00000000-0000-7000-8000-0000000000d2';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const createdAt = new Date('2026-01-02T03:04:05.000Z');

let stored: Record<string, boolean | string | number>;
let devices: { pushDeviceId: string; current: boolean }[];
const checkbox = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) });

beforeEach(() => {
  stored = {
    'push-messages': true,
    'push-sessions': true,
    'push-names': true,
    'push-quiet': '22:00-07:00',
  };
  devices = [
    { pushDeviceId: deviceId, current: true },
    { pushDeviceId: otherId, current: false },
  ];
  server.answer('getPreference', ({ params: { name = '' } }) => ({ name, value: stored[name] ?? '' }));
  server.answer('setPreference', ({ params: { name = '' }, payload }) => {
    stored[name] = payload.value as boolean | string;
    return {};
  });
  server.answer('removePushDevice', ({ params: { pushDeviceId } }) => {
    devices = devices.filter((device) => device.pushDeviceId !== pushDeviceId);
    return {};
  });
  server.answer('getPush', () => ({
    publicKey: 'key',
    devices: devices.map((device) => ({
      ...device,
      service: 'push.example.org',
      userAgent: firefox,
      createdAt,
      lastSentAt: null,
    })),
  }));
});

const open = () =>
  render(
    <SettingsBannersProvider>
      <PushDevices />
    </SettingsBannersProvider>,
  );

test('a choice applies at once and leaves the others', async () => {
  open();
  await checkbox('Sessions').click();
  await expect.element(checkbox('Sessions')).not.toBeChecked();
  await expect.element(checkbox('Sessions')).toHaveFocus();
  await expect.element(page.getByText('Notifications saved')).toBeVisible();
  await expect.element(checkbox('Sessions')).toHaveFocus();
  await expect.element(checkbox('New messages')).toBeChecked();
  expect(stored).toMatchObject({ 'push-sessions': false, 'push-messages': true });
});

test('a choice that could not be saved goes back', async () => {
  server.answer('setPreference', () => {
    throw new ApiError('ServerError');
  });
  open();
  await checkbox('Show names').click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(checkbox('Show names')).toBeChecked();
});

test('quiet hours are turned off and on, and one end changes alone', async () => {
  open();
  await page.getByLabelText('Until').fill('06:15');
  await page.getByLabelText('From').click();
  await expect.poll(() => stored['push-quiet']).toBe('22:00-06:15');
  await checkbox('Quiet hours').click();
  await expect.poll(() => stored['push-quiet']).toBe('');
  await expect.element(page.getByLabelText('From')).not.toBeInTheDocument();
  await checkbox('Quiet hours').click();
  await expect.poll(() => stored['push-quiet']).toBe('22:00-07:00');
});

test('both ends of quiet hours that change before the first is saved are kept', async () => {
  const saving = Promise.withResolvers<void>();
  server.answer('setPreference', async ({ params: { name = '' }, payload }) => {
    await saving.promise;
    stored[name] = payload.value as boolean | string;
    return {};
  });
  open();
  await page.getByLabelText('From').fill('23:00');
  await page.getByLabelText('Until').fill('06:00');
  await checkbox('Sessions').click();
  saving.resolve();
  await expect.poll(() => stored).toMatchObject({ 'push-quiet': '23:00-06:00', 'push-sessions': false });
});

test('choices are offered where only another device is notified, and not without any', async () => {
  devices = [{ pushDeviceId: otherId, current: false }];
  open();
  await expect.element(checkbox('New messages')).toBeVisible();
  await page.getByRole('button', { name: /^Remove / }).click();
  await expect.element(checkbox('New messages')).not.toBeInTheDocument();
});

test('times that are only visited, or emptied, are not saved', async () => {
  open();
  await page.getByLabelText('From').click();
  await page.getByLabelText('Until').click();
  await page.getByLabelText('Until').fill('');
  await checkbox('Sessions').click();
  await expect.poll(() => stored['push-sessions']).toBe(false);
  expect(server.params('setPreference')).toEqual([{ name: 'push-sessions' }]);
});

test('equal times are not saved', async () => {
  open();
  await page.getByLabelText('From').fill('07:00');
  await page.getByLabelText('Until').click();
  await checkbox('Sessions').click();
  await expect.poll(() => stored['push-sessions']).toBe(false);
  expect(stored['push-quiet']).toBe('22:00-07:00');
});

test('this device is tried, another one is removed', async () => {
  server.answer('tryPush', () => ({}));
  open();
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect.element(page.getByText('Sent. It arrives in a moment.')).toBeVisible();
  await expect.poll(() => server.params('tryPush')).toEqual([{ pushDeviceId: deviceId }]);
  await page.getByRole('button', { name: /^Remove / }).click();
  await expect.element(page.getByRole('button', { name: /^Remove / })).not.toBeInTheDocument();
  await expect.element(page.getByRole('list', { name: 'Devices with notifications' })).toHaveFocus();
  await expect.element(page.getByRole('button', { name: 'Try it' })).toBeVisible();
  await expect.poll(() => server.params('removePushDevice')).toEqual([{ pushDeviceId: otherId }]);
});

test('a device that could not be removed says so; the devices are read again', async () => {
  server.answer('removePushDevice', () => {
    devices = devices.slice(0, 1);
    throw new ApiError('ServerError');
  });
  open();
  const remove = page.getByRole('button', { name: /^Remove / });
  await remove.click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(remove).not.toBeInTheDocument();
  await expect.element(page.getByText('This device')).toBeVisible();
});

test('choices made in quick succession are sent in their order', async () => {
  const first = Promise.withResolvers<void>();
  server.answer('setPreference', async ({ params: { name = '' }, payload }) => {
    if (server.params('setPreference').length === 1) await first.promise;
    stored[name] = payload.value as boolean;
    return {};
  });
  open();
  await checkbox('Sessions').click();
  await checkbox('Sessions').click();
  await expect.element(checkbox('Sessions')).toBeChecked();
  await expect.poll(() => server.payloads('setPreference')).toEqual([{ value: false }]);
  first.resolve();
  await expect.poll(() => server.payloads('setPreference')).toEqual([{ value: false }, { value: true }]);
  await expect.element(checkbox('Sessions')).toBeChecked();
});
