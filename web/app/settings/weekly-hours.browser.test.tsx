import type { WeeklyHours as Hours, WeeklyRule } from '@parlance/contract/weekly-hours';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { SettingsBannersProvider } from './section/settings-banners';
import { WeeklyHours } from './weekly-hours';

const monday: WeeklyRule = { weekday: 1, from: '08:00', to: '10:00', duration: 30 };
let stored: Hours;
const day = (name: string) => page.getByRole('group', { name, exact: true });
const starts = (name: string) => day(name).getByRole('combobox', { name: 'From' });
const add = (name: string) => page.getByRole('button', { name: `Add hours on ${name}` });
const saveButton = () => page.getByRole('button', { name: 'Save weekly hours' });

beforeEach(async () => {
  stored = {
    timeZone: 'Asia/Kathmandu',
    rules: [monday],
    minNoticeHours: 0,
    bufferMinutes: 0,
    weeksAhead: 4,
    isFull: false,
  };
  server.answer('getWeeklyHours', () => stored);
  render(
    <SettingsBannersProvider>
      <WeeklyHours />
    </SettingsBannersProvider>,
  );
  await expect.element(starts('Monday')).toHaveValue('08:00');
});

test('the focus goes to the added hours, and back to the button when they are removed', async () => {
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

test('hours that are added while others are saved stay, and can be saved', async () => {
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
