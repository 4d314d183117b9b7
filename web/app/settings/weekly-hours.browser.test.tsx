import { ApiError } from '@parlance/contract/errors';
import { type WeeklyHours as Hours, type WeeklyRule, weeklyHoursMax } from '@parlance/contract/weekly-hours';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { SettingsBannersProvider } from './section/settings-banners';
import { WeeklyHours } from './weekly-hours';

const monday: WeeklyRule = { weekday: 1, from: '08:00', to: '10:00', duration: 30 };
// Browsers spell it in two ways.
const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
let stored: Hours;
const day = (name: string) => page.getByRole('group', { name, exact: true });
const starts = (name: string) => day(name).getByRole('combobox', { name: 'From' });
const add = (name: string) => page.getByRole('button', { name: `Add hours on ${name}` });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const saveButton = () => button('Save weekly hours');
const select = (name: string) => page.getByRole('combobox', { name });
const show = () =>
  render(
    <SettingsBannersProvider>
      <WeeklyHours />
    </SettingsBannersProvider>,
  );
/** Shows the stored hours of Monday. */
async function open() {
  show();
  await expect.element(starts('Monday')).toHaveValue('08:00');
}

beforeEach(() => {
  stored = {
    timeZone: here,
    rules: [monday],
    minNoticeHours: 0,
    bufferMinutes: 0,
    weeksAhead: 4,
    isFull: false,
  };
  server.answer('getWeeklyHours', () => stored);
});

test('the focus goes to the added hours, and back to the button when they are removed', async () => {
  await open();
  await userEvent.click(add('Monday'));
  await expect.element(starts('Monday').nth(1)).toHaveFocus();
  await expect.element(starts('Monday').nth(1)).toHaveValue('10:00');
  await userEvent.click(
    day('Monday')
      .getByRole('button', { name: /^Remove/ })
      .nth(1),
  );
  await expect.element(add('Monday')).toHaveFocus();
  await expect.poll(() => starts('Monday').elements()).toHaveLength(1);
});

test('the summary is announced once it changes, and not when the settings open', async () => {
  await open();
  const region = () =>
    page
      .getByText(/^Mondays, /)
      .element()
      .closest('[aria-live]');
  expect(region()).toBeNull();
  await userEvent.click(add('Tuesday'));
  await expect.element(page.getByText(/^Mondays and Tuesdays, /)).toBeVisible();
  expect(document.querySelector('[aria-live="polite"] > .font-medium')?.textContent).toMatch(/^Mondays and/);
});

test('hours that are added while others are saved stay, and can be saved', async () => {
  await open();
  const saved = Promise.withResolvers<Hours>();
  server.answer('setWeeklyHours', () => saved.promise);
  await userEvent.click(add('Tuesday'));
  await userEvent.click(saveButton());
  await expect.poll(() => server.payloads('setWeeklyHours')).toHaveLength(1);
  await userEvent.click(add('Wednesday'));
  saved.resolve({ ...stored, rules: [monday, { ...monday, weekday: 2 }] });
  await expect.element(page.getByText('Weekly hours saved')).toBeVisible();
  // The hours are read again after a save.
  await expect.poll(() => server.params('getWeeklyHours')).toHaveLength(2);
  await expect.element(starts('Wednesday')).toHaveValue('08:00');
  await expect.element(saveButton()).toBeEnabled();
});

test('changed times, lengths and limits are summarised and saved as they are shown', async () => {
  await open();
  server.answer('setWeeklyHours', ({ payload }) => {
    stored = { ...(payload as Omit<Hours, 'isFull'>), isFull: true };
    return stored;
  });
  await userEvent.click(add('Thursday'));
  await userEvent.selectOptions(starts('Thursday'), '18:30');
  await userEvent.selectOptions(day('Thursday').getByRole('combobox', { name: 'To' }), '24:00');
  await userEvent.selectOptions(day('Thursday').getByRole('combobox', { name: 'Length of a session' }), '60');
  await userEvent.selectOptions(select('Minimum notice'), '12 hours');
  await userEvent.selectOptions(select('Free time around sessions'), '15 minutes');
  await userEvent.selectOptions(select('Weeks ahead'), '8 weeks');
  await expect.element(page.getByText(/^Mondays, 8:00.AM–10:00.AM, your time, as 30-minute/)).toBeVisible();
  await expect.element(page.getByText(/^Thursdays, 6:30.PM–12:00.AM, your time, as 60-minute/)).toBeVisible();
  await userEvent.click(saveButton());
  await expect.element(page.getByText(/^You have the maximum number of future slots\./)).toBeVisible();
  const thursday = { weekday: 4, from: '18:30', to: '24:00', duration: 60 };
  await expect
    .poll(() => server.payloads('setWeeklyHours'))
    .toEqual([
      {
        timeZone: here,
        rules: [monday, thursday],
        minNoticeHours: 12,
        bufferMinutes: 15,
        weeksAhead: 8,
      },
    ]);
  await expect.element(saveButton()).toBeDisabled();
});

test('hours that cannot be are marked at their field and not sent; discarding them removes the mark', async () => {
  await open();
  await userEvent.click(add('Monday'));
  await userEvent.selectOptions(starts('Monday').nth(1), '09:45');
  await userEvent.click(saveButton());
  const problem = page.getByText('Overlaps with other hours of this day');
  await expect.element(problem).toBeVisible();
  await expect.element(starts('Monday').nth(1)).toHaveFocus();
  await expect.element(starts('Monday').nth(1)).toHaveAccessibleDescription(/^Overlaps/);
  await expect.element(starts('Monday').first()).not.toHaveAccessibleDescription(/^Overlaps/);
  expect(server.payloads('setWeeklyHours')).toEqual([]);
  await userEvent.click(button('Discard changes'));
  await expect.poll(() => starts('Monday').elements()).toHaveLength(1);
  await expect.element(saveButton()).toBeDisabled();
  // The same place in the list has no problem of before.
  await userEvent.click(add('Monday'));
  await expect.poll(() => starts('Monday').elements()).toHaveLength(2);
  await expect.element(problem).not.toBeInTheDocument();
});

test('hours that end before they begin are marked at their end', async () => {
  await open();
  const end = day('Monday').getByRole('combobox', { name: 'To' });
  await userEvent.selectOptions(end, '07:00');
  await userEvent.click(saveButton());
  await expect.element(end).toHaveAccessibleDescription('Must be after the start');
  await userEvent.selectOptions(end, '08:15');
  await userEvent.click(saveButton());
  await expect.element(end).toHaveAccessibleDescription('Must be long enough for one session');
  // The mark goes with its cause, not with the next save.
  await userEvent.selectOptions(end, '09:00');
  await expect.element(end).not.toHaveAccessibleDescription(/^Must/);
  await expect.element(end).not.toHaveAttribute('aria-invalid');
  await userEvent.selectOptions(end, '08:15');
  await userEvent.click(saveButton());
  await expect.element(end).toHaveAccessibleDescription('Must be long enough for one session');
  expect(server.payloads('setWeeklyHours')).toEqual([]);
  // Refused here, not by the server.
  expect(page.getByRole('alert').query()).toBeNull();
  await userEvent.click(button('Discard changes'));
  await expect.element(end).not.toHaveAccessibleDescription(/^Must/);
});

test('a refused save keeps the draft', async () => {
  await open();
  server.answer('setWeeklyHours', () => {
    throw new ApiError('ServerError');
  });
  await userEvent.click(add('Sunday'));
  await userEvent.click(saveButton());
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(starts('Sunday')).toHaveValue('08:00');
  await expect.element(saveButton()).toBeEnabled();
});

test('hours of another zone are named with it, and move to that of the device by one press', async () => {
  stored = { ...stored, timeZone: 'America/St_Johns' };
  server.answer('setWeeklyHours', ({ payload }) => ({ ...(payload as Hours), isFull: false }));
  await open();
  await expect.element(page.getByText(/^Mondays, .*, Newfoundland .* as 30-minute sessions$/)).toBeVisible();
  await userEvent.click(button(/^Use Nepal/));
  await expect.element(page.getByText(/^Mondays, .*, your time, as 30-minute sessions$/)).toBeVisible();
  await userEvent.click(saveButton());
  await expect.element(page.getByText('Weekly hours saved')).toBeVisible();
  // The clock times stay; they are those of the other zone now.
  await expect
    .poll(() => server.payloads('setWeeklyHours'))
    .toMatchObject([{ timeZone: here, rules: [monday] }]);
});

test('hours that could not be read are read again on request', async () => {
  server.answer('getWeeklyHours', () => {
    throw new ApiError('ServerError');
  });
  show();
  await expect
    .element(page.getByText('Your weekly hours could not be loaded. Nothing was lost.'))
    .toBeVisible();
  await expect.element(saveButton()).not.toBeInTheDocument();
  server.answer('getWeeklyHours', () => stored);
  await userEvent.click(button('Try again'));
  await expect.element(starts('Monday')).toHaveValue('08:00');
});

test('added hours are like the last ones, and follow those of their day as long as there is room', async () => {
  stored = {
    ...stored,
    rules: [monday, { weekday: 2, from: '22:00', to: '23:30', duration: 60 }],
  };
  await open();
  const times = (name: string, place: number) =>
    [...day(name).getByRole('listitem').nth(place).element().querySelectorAll('select')].map(
      ({ value }) => value,
    );
  await userEvent.click(add('Monday'));
  await expect.poll(() => times('Monday', 1)).toEqual(['10:00', '12:00', '30']);
  await userEvent.click(add('Tuesday'));
  // A session fits before midnight.
  await expect.poll(() => times('Tuesday', 1)).toEqual(['23:00', '24:00', '60']);
  await userEvent.click(add('Friday'));
  await expect.poll(() => times('Friday', 0)).toEqual(['23:00', '24:00', '60']);
  // Removed by their place in the whole list, not in that of the day.
  await userEvent.click(day('Tuesday').getByRole('button', { name: /^Remove 10:00/ }));
  await expect.poll(() => starts('Tuesday').elements()).toHaveLength(1);
  await expect.poll(() => times('Tuesday', 0)).toEqual(['23:00', '24:00', '60']);
  expect(times('Monday', 1)).toEqual(['10:00', '12:00', '30']);
});

test('the first hours are in the zone of the device, whatever zone was stored before', async () => {
  stored = { ...stored, rules: [], timeZone: 'America/St_Johns' };
  server.answer('setWeeklyHours', ({ payload }) => ({ ...(payload as Hours), isFull: false }));
  show();
  await expect.element(page.getByText('No weekly hours yet.')).toBeVisible();
  expect(button(/^Use /).query()).toBeNull();
  await userEvent.click(add('Monday'));
  await userEvent.click(saveButton());
  await expect.element(page.getByText('Weekly hours saved')).toBeVisible();
  await expect
    .poll(() => server.payloads('setWeeklyHours'))
    .toMatchObject([{ timeZone: here, rules: [{ weekday: 1, from: '18:00', to: '20:00', duration: 30 }] }]);
});

test('no more hours are added than can be stored', async () => {
  const hourOf = (place: number) => `${String(Math.floor(place / 7)).padStart(2, '0')}:00`;
  const rules = Array.from({ length: weeklyHoursMax.rules - 1 }, (_, place) => ({
    weekday: (place % 7) + 1,
    from: hourOf(place),
    to: hourOf(place + 7),
    duration: 30,
  }));
  stored = { ...stored, rules };
  show();
  await expect.element(add('Sunday')).toBeEnabled();
  await userEvent.click(add('Sunday'));
  await expect.element(add('Sunday')).toBeDisabled();
  await expect.element(add('Monday')).toBeDisabled();
});

test('a limit that another client has stored is offered in its place', async () => {
  stored = { ...stored, minNoticeHours: 3 };
  await open();
  await expect.element(select('Minimum notice')).toHaveValue('3');
  const offered = [...select('Minimum notice').element().querySelectorAll('option')].map(
    ({ value }) => value,
  );
  expect(offered.slice(0, 6)).toEqual(['0', '1', '2', '3', '4', '8']);
});
