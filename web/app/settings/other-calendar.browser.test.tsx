import type { BusyCalendar } from '@parlance/contract/busy-calendars';
import { ApiError } from '@parlance/contract/errors';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { OtherCalendar } from './other-calendar';
import { SettingsBannersProvider } from './section/settings-banners';

// Rules: docs/specification/schedule.md#other-calendars
let calendars: BusyCalendar[] = [];
let isOffered = true;

const read = (serial = 1): BusyCalendar => ({
  busyCalendarId: `00000000-0000-7000-8000-00000000020${serial}`,
  host: `calendar-${serial}.example.org`,
  state: 'read',
  readAt: new Date(Date.now() - 12 * 60_000),
  failingSince: null,
  hides: false,
  busyCount: 14,
});

beforeEach(() => {
  calendars = [];
  isOffered = true;
  server.answer('listBusyCalendars', () => ({ isOffered, calendars }));
});

const show = () =>
  render(
    <SettingsBannersProvider>
      <OtherCalendar />
    </SettingsBannersProvider>,
  );
const field = () => page.getByRole('textbox', { name: 'Secret address of your calendar' });
const heading = () => page.getByRole('heading', { name: 'Your other calendar' });

test('a calendar is added by its address', async () => {
  server.answer('addBusyCalendar', () => {
    calendars = [read()];
    return read();
  });
  show();
  await field().fill('https://calendar.example.org/secret/basic.ics');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('14 busy times in the next four weeks')).toBeVisible();
  await expect.element(page.getByText('Last read: 12 minutes ago')).toBeVisible();
  await expect.element(field()).toHaveValue('');
  await expect.element(heading()).toHaveFocus();
  await expect
    .poll(() => server.payloads('addBusyCalendar'))
    .toEqual([{ address: 'https://calendar.example.org/secret/basic.ics' }]);
});

test('a refusal stands at the field, which keeps what was typed', async () => {
  const message = 'No calendar could be read at this address. Please check that you copied all of it.';
  server.answer('addBusyCalendar', () => {
    throw new ApiError('FileInvalid', { message });
  });
  show();
  await page.getByRole('button', { name: 'Add calendar' }).click();
  await expect.element(page.getByText('Address is required')).toBeVisible();
  expect(server.payloads('addBusyCalendar')).toEqual([]);
  await field().fill('https://calendar.example.org/page');
  await page.getByRole('button', { name: 'Add calendar' }).click();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(field()).toHaveValue('https://calendar.example.org/page');
});

test('clashes are marked by default, and hidden by choice', async () => {
  calendars = [read()];
  server.answer('setBusyCalendar', ({ payload }) => {
    calendars = [{ ...read(), hides: payload.hides as boolean }];
    return calendars[0] as BusyCalendar;
  });
  show();
  await expect.element(page.getByRole('radio', { name: 'Mark them for me' })).toBeChecked();
  await page.getByRole('radio', { name: 'Hide my free times that clash' }).click();
  await expect.element(page.getByRole('radio', { name: 'Hide my free times that clash' })).toBeChecked();
  await expect.poll(() => server.payloads('setBusyCalendar')).toEqual([{ hides: true }]);
});

test('a calendar that fails says since when, and so does a check', async () => {
  calendars = [{ ...read(), state: 'failing', failingSince: new Date('2026-05-13T18:30:00Z') }];
  server.answer('checkBusyCalendar', () => calendars[0] as BusyCalendar);
  show();
  // The next day in Kathmandu, where the tests are.
  await expect
    .element(page.getByText(/^Not readable since May 14.* 12:15.*Times read earlier are kept\.$/))
    .toBeVisible();
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect
    .element(page.getByText('The calendar could not be read. Times read earlier are kept.'))
    .toBeVisible();
});

test('a check that succeeds says so and shows what was read; a choice that fails is taken back', async () => {
  calendars = [read()];
  server.answer('checkBusyCalendar', () => {
    calendars = [{ ...read(), busyCount: 1 }];
    return calendars[0] as BusyCalendar;
  });
  show();
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect.element(page.getByText('Calendar read')).toBeVisible();
  await expect.element(page.getByText('1 busy time in the next four weeks')).toBeVisible();
  expect(page.getByRole('alert').query()).toBeNull();
  server.answer('setBusyCalendar', () => {
    throw new ApiError('ServerError');
  });
  await page.getByRole('radio', { name: 'Hide my free times that clash' }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Mark them for me' })).toBeChecked();
});

test('a calendar is removed, and three are the most', async () => {
  calendars = [read(1), read(2), read(3)];
  server.answer('removeBusyCalendar', () => {
    calendars = calendars.slice(1);
    return {};
  });
  show();
  await expect.element(page.getByText('calendar-3.example.org').first()).toBeVisible();
  expect(field().query()).toBeNull();
  await page.getByRole('button', { name: 'Remove' }).first().click();
  await expect.element(field()).toBeVisible();
  expect(page.getByText('calendar-1.example.org').all()).toEqual([]);
  await expect.element(heading()).toHaveFocus();
});

test('where it is turned off, what was added can be removed and nothing else is shown', async () => {
  isOffered = false;
  calendars = [read()];
  server.answer('removeBusyCalendar', () => {
    calendars = [];
    return {};
  });
  show();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => heading().query()).toBeNull();
  expect(page.getByRole('button', { name: 'Check now' }).query()).toBeNull();
});

test('calendars that could not be loaded are loaded again on request', async () => {
  server.answer('listBusyCalendars', () => {
    throw new ApiError('ServerError');
  });
  show();
  await expect.element(page.getByText('Your other calendars could not be loaded.')).toBeVisible();
  expect(field().query()).toBeNull();
  server.answer('listBusyCalendars', () => ({ isOffered, calendars }));
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(field()).toBeVisible();
});

test('an address is added once, however often it is sent; a removal that fails keeps the calendar', async () => {
  const added = Promise.withResolvers<BusyCalendar>();
  server.answer('addBusyCalendar', () => added.promise);
  show();
  await field().fill('https://calendar.example.org/secret/basic.ics');
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(page.getByRole('button', { name: 'Reading...' })).toBeVisible();
  document.querySelector('form')?.requestSubmit();
  calendars = [read()];
  await expect.poll(() => server.payloads('addBusyCalendar')).toHaveLength(1);
  added.resolve(read());
  const remove = page.getByRole('button', { name: 'Remove' });
  await expect.element(remove).toHaveAccessibleDescription('calendar-1.example.org');
  await expect.poll(() => server.payloads('addBusyCalendar')).toHaveLength(1);
  server.answer('removeBusyCalendar', () => {
    throw new ApiError('ServerError');
  });
  await userEvent.click(remove);
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(remove).toHaveFocus();
});
