import { ApiError } from '@parlance/contract/errors';
import type { SearchUser } from '@parlance/contract/people';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import Dashboard from './dashboard';

const personOf = (serial: number): SearchUser => ({
  userId: `00000000-0000-7000-8000-${String(serial).padStart(12, '0')}`,
  name: `Person ${serial}`,
  description: '',
  profileImageUrl: null,
  createdAt: new Date('2026-01-02T03:04:05.000Z'),
  languages: [],
  lastActiveAt: null,
  isSaved: false,
});

beforeEach(() => {
  server.answer('searchUsers', ({ payload: { limit = 10, offset = 0 } }) => ({
    count: 25,
    users: Array.from({ length: Math.min(Number(limit), 25 - Number(offset)) }, (_, place) =>
      personOf(Number(offset) + place + 1),
    ),
  }));
  server.answer('listAppointments', () => ({ slots: [], count: 0 }));
  server.answer('getChatStat', () => ({ unreadMessages: 0, requests: 0 }));
  server.answer('listPhrases', () => ({ count: 0, dueCount: 0, phrases: [] }));
  server.answer('getRhythm', () => {
    throw new ApiError('ServerError');
  });
});
const cards = () => page.getByRole('listitem').filter({ hasText: 'Person' });
const heading = () => page.getByRole('heading', { level: 2 });
const last = () => server.payloads('searchUsers').at(-1);

test('a new page moves the focus to the heading and says what is shown; going back does not', async () => {
  const { router } = render(<Dashboard />, { at: '/dashboard?languageCode=de' });
  await expect.poll(() => cards().elements().length).toBe(10);
  await expect.element(page.getByText('Showing 1-10 of 25 results')).toBeVisible();
  await userEvent.click(page.getByRole('link', { name: 'Page 3' }));
  await expect.element(heading()).toHaveFocus();
  await expect.element(page.getByText('Showing 21-25 of 25 results')).toBeVisible();
  expect(last()).toMatchObject({ offset: 20 });
  (document.activeElement as HTMLElement).blur();
  await router.navigate(-1);
  await expect.element(page.getByText('Showing 1-10 of 25 results')).toBeVisible();
  await expect.element(heading()).not.toHaveFocus();
});

test('another search begins at the first page; saved people and everyone are one press apart', async () => {
  const { router } = render(<Dashboard />, { at: '/dashboard?languageCode=de&offset=20' });
  await expect.poll(() => cards().elements().length).toBe(5);
  await userEvent.selectOptions(page.getByRole('combobox', { name: "I'm looking for" }), 'natives');
  await userEvent.click(page.getByRole('button', { name: 'Search', exact: true }));
  await expect.poll(last).toMatchObject({ offset: 0, learning: false });
  await userEvent.click(page.getByRole('link', { name: 'Saved people' }));
  await expect.poll(last).toMatchObject({ saved: true });
  await userEvent.click(page.getByRole('link', { name: 'Everyone' }));
  await expect.poll(() => router.state.location.search).not.toContain('saved');
});

test('a failed search says so and can be tried again; the same search is sent again', async () => {
  server.answer('searchUsers', () => {
    throw new ApiError('ServerError');
  });
  render(<Dashboard />, { at: '/dashboard?languageCode=de' });
  await expect.element(page.getByRole('alert')).toBeVisible();
  server.answer('searchUsers', () => ({ count: 1, users: [personOf(1)] }));
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => cards().elements().length).toBe(1);
  const before = server.payloads('searchUsers').length;
  await userEvent.click(page.getByRole('button', { name: 'Search', exact: true }));
  await expect.poll(() => server.payloads('searchUsers').length).toBe(before + 1);
});

test('a search above the rate says how long to wait, and is not repeated by itself', async () => {
  server.answer('searchUsers', () => {
    throw new ApiError('TooManyRequests', { timeout: 150 });
  });
  render(<Dashboard />, { at: '/dashboard?languageCode=de' });
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText('That was a lot of searches in a short time.')).toBeVisible();
  await expect.element(alert.getByText(/^Please try again in 3 minutes\./)).toBeVisible();
  expect(server.payloads('searchUsers')).toHaveLength(1);
  server.answer('searchUsers', () => ({ count: 1, users: [personOf(1)] }));
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => cards().elements().length).toBe(1);
  await expect.element(alert).not.toBeInTheDocument();
});

test('more than 1,000 results are not counted further, and the pages end at the thousandth', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 800));
  server.answer('searchUsers', ({ payload: { offset = 0 } }) => ({
    count: 1000,
    isCapped: true,
    users: Array.from({ length: Number(offset) < 1000 ? 10 : 0 }, (_, place) =>
      personOf(Number(offset) + place + 1),
    ),
  }));
  const { router } = render(<Dashboard />, { at: '/dashboard?languageCode=de&offset=5000' });
  await expect.element(page.getByText('Showing 991-1000 of more than 1,000 results')).toBeVisible();
  await expect.poll(() => cards().elements().length).toBe(10);
  expect(router.state.location.search).toContain('offset=990');
  await expect.element(page.getByRole('link', { name: 'Page 100' })).toHaveAttribute('aria-current', 'page');
  await expect.element(page.getByRole('link', { name: 'Next page' })).not.toBeInTheDocument();
  expect(document.documentElement.scrollWidth).toBe(390);
});
