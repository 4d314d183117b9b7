import { ApiError } from '@parlance/contract/errors';
import type { UserLanguage } from '@parlance/contract/languages';
import type { FullProfile } from '@parlance/contract/people';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Dashboard from '#dashboard/dashboard';
import { queryClient } from '#lib/query-client';
import { server } from '#test/browser/network';
import { ownUserId, render } from '#test/browser/render';
import { ben, createdAt, slotId } from '#test/browser/samples';
import Profile from './profile';

const language = (
  languageCode: UserLanguage['languageCode'],
  more: Partial<UserLanguage> = {},
): UserLanguage => ({
  languageCode,
  learning: false,
  proficiency: 1,
  ...more,
});
let shown: FullProfile;
const show = (options: Parameters<typeof render>[1] = {}) =>
  render(
    <Routes>
      <Route path="/profile/:userId" element={<Profile />} />
    </Routes>,
    { at: `/profile/${ben.userId}`, ...options },
  );
const part = (name: string) => page.getByRole('region', { name, exact: true });
const lines = (name: string) =>
  part(name)
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
const link = (name: string) => page.getByRole('link', { name, exact: true });

beforeEach(() => {
  shown = { ...ben, languages: [], isSaved: false, isBlockedByUser: false };
  server.answer('getProfile', () => shown);
  server.answer('listSlots', () => ({ count: 0, slots: [] }));
});

test('a profile tells what somebody speaks and learns, how well, and how to be corrected', async () => {
  shown = {
    ...shown,
    description: 'Likes chess',
    correctMe: 'asked',
    languages: [
      language('de', { isNative: true }),
      language('fr', { isNative: false }),
      language('it'),
      language('en', { isNative: false }),
      language('es', { learning: true, proficiency: 0.5 }),
    ],
  };
  show();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Ben');
  await expect.poll(() => document.title).toBe('Ben · Parlance');
  expect(lines('Speaking').map((line) => line?.replace(/^../u, ''))).toEqual([
    'GermanDeutschNative',
    'FrenchFrançaisFluent',
    'ItalianItaliano',
    // Its own name says nothing more.
    'EnglishFluent',
  ]);
  expect(lines('Learning')).toEqual([expect.stringMatching(/SpanishEspañolAdvanced$/)]);
  await expect.element(page.getByText('Corrections only when asked for.')).toBeVisible();
  await expect.element(page.getByText('Likes chess')).toBeVisible();
  await expect.element(page.getByText('Member since January 2026')).toBeVisible();
  await expect.element(link('Message')).toHaveAttribute('href', `/chat/${ben.userId}`);
});

test('an address with the free times shows them also when the profile comes later', async () => {
  const loaded = Promise.withResolvers<FullProfile>();
  server.answer('getProfile', () => loaded.promise);
  show({ at: `/profile/${ben.userId}#availability` });
  window.scrollTo(0, 0);
  // Long enough that the free times are below the first screen.
  loaded.resolve({ ...shown, description: 'Likes chess\n'.repeat(100) });
  await expect.element(page.getByRole('heading', { name: 'Availability' })).toBeInViewport();
});

test('a free time is described by its day, because a screen reader reads no heading with a link', async () => {
  const startsAt = new Date('2030-05-14T12:00:00Z');
  const slot = {
    scheduleSlotId: slotId(1),
    startsAt,
    duration: 30,
    bookedByUserId: null,
    bookedByUser: null,
  };
  server.answer('listSlots', () => ({
    count: 1,
    slots: [{ ...slot, userId: ben.userId, createdAt, updatedAt: createdAt }],
  }));
  show();
  await expect
    .element(page.getByRole('link', { name: /Free$/ }))
    .toHaveAccessibleDescription('Tuesday, May 14, 2030');
});

test('an empty profile says so in each part', async () => {
  show();
  await expect.element(part('Speaking')).toHaveTextContent('SpeakingNo languages yet.');
  await expect.element(part('Learning')).toHaveTextContent('LearningNot learning a language at the moment.');
  await expect.element(page.getByText('No description provided')).toBeVisible();
  expect(page.getByText(/^Corrections/).query()).toBeNull();
});

test('a blocked member is named as such, and can be written to only in second place', async () => {
  shown = { ...shown, isBlockedByUser: true };
  show();
  await expect
    .element(page.getByText(/^You blocked Ben\. You cannot find, message or book each other\./))
    .toBeVisible();
  expect(page.getByRole('button', { name: 'Save', exact: true }).query()).toBeNull();
  await expect.element(link('Message')).not.toHaveClass('bg-action');
  shown = { ...shown, isBlockedByUser: false };
  await queryClient.invalidateQueries();
  await expect.element(link('Message')).toHaveClass('bg-action');
  await expect.element(page.getByText(/^You blocked Ben\./)).not.toBeInTheDocument();
});

test('a profile opened from the search is there at once, with what the search knows', async () => {
  server.answer('searchUsers', () => ({ count: 1, users: [{ ...shown, lastActiveAt: null }] }));
  for (const call of ['listAppointments', 'getChatStat', 'listPhrases', 'getRhythm'] as const)
    server.answer(call, () => {
      throw new ApiError('ServerError');
    });
  const loaded = Promise.withResolvers<FullProfile>();
  server.answer('getProfile', () => loaded.promise);
  render(
    <Routes>
      <Route path="/dashboard" element={<Dashboard />} />
      <Route path="/profile/:userId" element={<Profile />} />
    </Routes>,
    { at: '/dashboard?languageCode=de' },
  );
  await userEvent.click(link('View Profile'));
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Ben');
  loaded.resolve({ ...shown, description: 'Likes chess' });
  await expect.element(page.getByText('Likes chess')).toBeVisible();
});

test('a visitor can neither save nor report', async () => {
  show({ isVisitor: true });
  await expect.element(link('Message')).toBeVisible();
  await expect.element(page.getByText('No availability has been set up')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});

test.each(['UserNotFound', 'RequestDataInvalid'] as const)(
  'an address of nobody (%s) leads to the search',
  async (error) => {
    server.answer('getProfile', () => {
      throw new ApiError(error);
    });
    show();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Profile not found.');
    await expect.element(link('Find Language Partners')).toHaveAttribute('href', '/dashboard');
  },
);

test('a profile that could not be loaded is not called missing, and is read again on request', async () => {
  server.answer('getProfile', () => {
    throw new ApiError('ServerError');
  });
  show();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^The profile could not be loaded\./);
  server.answer('getProfile', () => shown);
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Ben');
});

test('the own profile has its record and leads to the own availability', async () => {
  shown = {
    ...shown,
    userId: ownUserId,
    name: 'Ada',
    sessions: { kept: 1, total: 3 },
    answersWithin: 'day',
  };
  show({ at: `/profile/${ownUserId}` });
  await expect.element(link('Set up your availability')).toHaveAttribute('href', '/settings#availability');
  await userEvent.keyboard('{Shift}');
  await expect.element(page.getByText('Came to 1 of 3 sessions')).toBeVisible();
  await expect.element(page.getByText('Usually answers within a day')).toBeVisible();
  await userEvent.click(page.getByText('How is this counted?'));
  await expect.element(page.getByText(/^What at least three partners said/)).toBeVisible();
  await expect.element(page.getByText(/^How soon more than half/)).toBeVisible();
  expect(link('Message').query()).toBeNull();
});

test('while the times load, the page is long enough for the link to them to scroll to their heading', async () => {
  server.answer('listSlots', () => new Promise(() => {}));
  const height = () => part('Availability').element().getBoundingClientRect().height;
  const { router } = show();
  await expect.element(page.getByText('Loading availability...')).toBeInTheDocument();
  expect(height()).toBeLessThan(window.innerHeight);
  await router.navigate({ hash: '#availability' });
  await expect.poll(height).toBeGreaterThanOrEqual(window.innerHeight);
});
