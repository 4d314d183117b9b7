import { ApiError } from '@parlance/contract/errors';
import type { SearchUser } from '@parlance/contract/people';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '#lib/query-client';
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
  await userEvent.click(page.getByRole('link', { name: 'Page 2' }));
  await expect.element(heading()).toHaveFocus();
  await userEvent.click(page.getByRole('link', { name: 'Page 3' }));
  await expect.element(page.getByText('Showing 21-25 of 25 results')).toBeVisible();
  await expect.element(heading()).toHaveFocus();
  (document.activeElement as HTMLElement).blur();
  await router.navigate(-1);
  await expect.element(page.getByText('Showing 11-20 of 25 results')).toBeVisible();
  await expect.element(heading()).not.toHaveFocus();
});

test('another search begins at the first page; saved people and everyone are one press apart', async () => {
  const { router } = render(<Dashboard />, { at: '/dashboard?languageCode=de&offset=20' });
  await expect.poll(() => cards().elements().length).toBe(5);
  await userEvent.selectOptions(page.getByRole('combobox', { name: "I'm looking for" }), 'natives');
  await userEvent.click(page.getByRole('button', { name: 'Search', exact: true }));
  await expect.poll(last).toMatchObject({ offset: 0, learning: false });
  // The form, which the member may change again, stays where it is.
  expect(router.state.preventScrollReset).toBe(true);
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
  await expect.poll(() => server.payloads('searchUsers')).toHaveLength(1);
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

test('a visitor sees the first nine and the way to an account, which leads back to this search', async () => {
  server.answer('searchUsers', ({ payload: { limit } }) => ({
    count: 25,
    users: Array.from({ length: Number(limit) }, (_, serial) => {
      const { isSaved: _isSaved, ...person } = personOf(serial + 1);
      return person;
    }),
  }));
  const { router } = render(<Dashboard />, {
    at: '/dashboard?languageCode=de&type=natives&offset=20',
    isVisitor: true,
  });
  await expect.poll(() => cards().elements().length).toBe(9);
  await expect.element(page.getByText('Most recently active first')).toBeVisible();
  expect(page.getByRole('navigation', { name: 'Pages of results' }).query()).toBeNull();
  expect(page.getByRole('link', { name: /^(Saved people|People learning)/ }).query()).toBeNull();
  await userEvent.click(page.getByRole('link', { name: 'Create Free Account' }));
  await expect.poll(() => router.state.location.pathname).toBe('/signup');
  expect(JSON.stringify(router.state.location.state)).toContain(
    '/dashboard?languageCode=de&type=natives&offset=20',
  );
});

test('a search without an address is for people who learn the first language that the member knows', async () => {
  render(<Dashboard />, {
    at: '/dashboard',
    profile: {
      languages: [
        { languageCode: 'es', learning: true, proficiency: 0.2 },
        { languageCode: 'de', learning: false, proficiency: 1 },
      ],
    },
  });
  await expect.poll(last).toMatchObject({ languageCode: 'de', learning: true, limit: 10, offset: 0 });
  await expect.element(heading()).toHaveTextContent('People learning German');
});

test('the page before stays while the next one loads, which is said; the focus of the window reads nothing again', async () => {
  render(<Dashboard />, { at: '/dashboard?languageCode=de' });
  await expect.poll(() => cards().elements().length).toBe(10);
  const loaded = Promise.withResolvers<{ count: number; users: SearchUser[] }>();
  server.answer('searchUsers', () => loaded.promise);
  await userEvent.click(page.getByRole('link', { name: 'Page 2' }));
  await expect.element(page.getByText('Searching for language partners...')).toHaveRole('status');
  expect(cards().elements()).toHaveLength(10);
  const list = () => cards().first().element().parentElement;
  expect(list()?.ariaBusy).toBe('true');
  loaded.resolve({ count: 25, users: [personOf(11)] });
  await expect.element(page.getByText('Showing 11-11 of 25 results')).toBeVisible();
  expect(list()?.ariaBusy).toBe('false');
  const before = server.payloads('searchUsers').length;
  await queryClient.invalidateQueries({ refetchType: 'none' });
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await expect.poll(() => server.payloads('searchUsers')).toHaveLength(before);
});

test('a person who is no longer saved stays on the page, and is gone on the next visit', async () => {
  let saved = [1, 2].map((serial) => ({ ...personOf(serial), isSaved: true }));
  server.answer('searchUsers', ({ payload }) =>
    payload.saved ? { count: saved.length, users: saved } : { count: 1, users: [personOf(3)] },
  );
  server.answer('unsaveUser', () => {
    saved = saved.slice(1);
    return {};
  });
  render(<Dashboard />, { at: '/dashboard?saved=true&advanced=true&languageCode=' });
  await userEvent.click(cards().first().getByRole('button', { name: 'Saved' }));
  await expect.poll(() => server.params('unsaveUser')).toEqual([{ userId: personOf(1).userId }]);
  await expect.element(cards().first().getByRole('button', { name: 'Save' })).toBeVisible();
  expect(cards().elements()).toHaveLength(2);
  await userEvent.click(page.getByRole('link', { name: 'Everyone' }));
  await expect.poll(() => cards().elements().length).toBe(1);
  await userEvent.click(page.getByRole('link', { name: 'Saved people' }));
  await expect
    .poll(() =>
      cards()
        .elements()
        .map(({ textContent }) => textContent?.includes('Person 2')),
    )
    .toEqual([true]);
});
