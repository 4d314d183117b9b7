import { ApiError } from '@parlance/contract/errors';
import type { UserLanguage } from '@parlance/contract/languages';
import type { SearchUser } from '@parlance/contract/people';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { ben } from '#test/browser/samples';
import { pass, setZone, stopClock } from '#test/browser/surroundings';
import Dashboard from './dashboard';
import { PersonCard } from './person-card';

const now = new Date('2026-06-15T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const minuteMs = 60_000;
const dayMs = 86_400_000;
const language = (languageCode: UserLanguage['languageCode'], learning = false): UserLanguage => ({
  languageCode,
  learning,
  proficiency: 0.5,
});
const person: SearchUser = { ...ben, languages: [], lastActiveAt: null, isSaved: false };
const card = (changes: Partial<SearchUser> = {}, wanted: UserLanguage['languageCode'] | null = null) => (
  <ul>
    <PersonCard person={{ ...person, ...changes }} wanted={wanted} />
  </ul>
);
const text = (words: string | RegExp) => page.getByText(words, { exact: true });

test.each([
  ['just now', ago(0), 'Active now'],
  // Waiting for an element lets a stopped clock advance a little.
  ['a little less than 15 minutes ago', ago(14.5 * minuteMs), 'Active now'],
  ['15 minutes ago', ago(15 * minuteMs), 'Active today'],
  // Midnight in Kathmandu is at a quarter past 18 in UTC.
  ['at midnight of the viewer', new Date('2026-06-14T18:15:00Z'), 'Active today'],
  ['just before it', new Date('2026-06-14T18:14:59Z'), null],
  ['never', null, null],
])('somebody active %s has the badge', async (_when, lastActiveAt, badge) => {
  stopClock(now);
  render(card({ lastActiveAt }));
  await expect.element(page.getByRole('heading', { name: 'Ben' })).toBeVisible();
  const shown = ['Active now', 'Active today'].filter((each) => text(each).query() !== null);
  expect(shown).toEqual(badge === null ? [] : [badge]);
});

test.each([
  ['a new member', { createdAt: ago(28 * dayMs - minuteMs) }, 'New here'],
  ['a member of four weeks', { createdAt: ago(28 * dayMs) }, null],
  ['a new member who is reliable', { createdAt: ago(0), comesReliably: true }, 'Reliable'],
])('%s has the badge', async (_who, changes, badge) => {
  stopClock(now);
  render(card(changes));
  await expect.element(page.getByRole('heading', { name: 'Ben' })).toBeVisible();
  const shown = ['New here', 'Reliable'].filter((each) => text(each).query() !== null);
  expect(shown).toEqual(badge === null ? [] : [badge]);
});

test('the badge of activity goes on with the clock', async () => {
  await setZone('UTC');
  stopClock(now);
  render(card({ lastActiveAt: ago(14 * minuteMs) }));
  await expect.element(text('Active now')).toBeVisible();
  await pass(minuteMs);
  await expect.element(text('Active today')).toBeVisible();
});

test('a card names why somebody fits, the searched language first, and the rest by their number', async () => {
  render(
    card(
      {
        languages: [
          ...(['de', 'fr', 'it', 'pt', 'es'] as const).map((code) => language(code)),
          language('en', true),
        ],
        fit: { tier: 'mutual', speaks: ['es'], learns: ['en'], sharedInterests: 'some' },
      },
      'pt',
    ),
  );
  await expect.element(text('Speaks Spanish, learns English: a match both ways')).toBeVisible();
  await expect.element(text('Some shared interests')).toBeVisible();
  await expect.element(text('No description provided')).toBeVisible();
  const rows = [...document.querySelectorAll('ul.contents')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(rows).toEqual([
    [
      expect.stringContaining('Portuguese'),
      expect.stringContaining('Spanish'),
      expect.stringContaining('German'),
      'and 2 more languages',
    ],
    [expect.stringContaining('English')],
  ]);
  const link = page.getByRole('link', { name: 'View Profile' });
  await expect.element(link).toHaveAttribute('href', `/profile/${ben.userId}`);
  await expect.element(link).toHaveAccessibleDescription('Ben');
});

test.each([
  ['speaks', 'Speaks Spanish, which you are learning'],
  ['learns', 'Learns English, which you speak'],
] as const)('a fit of one side (%s) says which', async (tier, words) => {
  render(card({ fit: { tier, speaks: ['es'], learns: ['en'], sharedInterests: 'none' } }));
  await expect.element(text(words)).toBeVisible();
  expect(text(/shared interests/).query()).toBeNull();
});

test.each([true, false])('saving is offered where the person can be saved (%s)', async (canSave) => {
  const { isSaved: _, ...stranger } = person;
  render(
    <ul>
      <PersonCard person={canSave ? person : stranger} wanted={null} />
      <PersonCard
        person={{ ...person, userId: '00000000-0000-7000-8000-0000000000dd', isSaved: true }}
        wanted={null}
      />
    </ul>,
  );
  await expect.element(page.getByRole('button', { name: 'Saved' })).toHaveAttribute('aria-pressed', 'true');
  expect(page.getByRole('button', { name: 'Save', exact: true }).elements()).toHaveLength(canSave ? 1 : 0);
});

beforeEach(() => {
  server.answer('listAppointments', () => ({ slots: [], count: 0 }));
  server.answer('getChatStat', () => ({ unreadMessages: 0, requests: 0 }));
  server.answer('listPhrases', () => ({ count: 0, dueCount: 0, phrases: [] }));
  server.answer('getRhythm', () => {
    throw new ApiError('ServerError');
  });
});

test.each([
  [
    '?languageCode=de&type=learners&advanced=true&query=Zoe',
    'No users found matching your criteria.',
    'Search without these filters',
  ],
  ['?languageCode=de&type=learners', 'No users found matching your criteria.', 'Search all languages'],
  ['?languageCode=&type=learners', 'No users found matching your criteria.', null],
  [
    '?saved=true&advanced=true&languageCode=&type=learners',
    'No saved people found.',
    'Search without these filters',
  ],
])('a search that finds nobody (%s) leads to the next wider one', async (search, words, way) => {
  server.answer('searchUsers', () => ({ count: 0, users: [] }));
  render(<Dashboard />, { at: `/dashboard${search}` });
  await expect.element(page.getByText(words)).toBeVisible();
  const ways = ['Search without these filters', 'Search all languages'].filter(
    (name) => page.getByRole('link', { name }).query() !== null,
  );
  expect(ways).toEqual(way === null ? [] : [way]);
  if (way === null) return;
  await userEvent.click(page.getByRole('link', { name: way }));
  await expect.poll(() => server.payloads('searchUsers').length).toBe(2);
  await expect.poll(() => server.payloads('searchUsers')[1]).not.toHaveProperty('query');
  await expect
    .poll(() => server.payloads('searchUsers')[1]?.languageCode)
    .toBe(way === 'Search all languages' || search.includes('languageCode=&') ? undefined : 'de');
});

test('the heading names the search, and the other half of it is one press apart', async () => {
  server.answer('searchUsers', () => ({ count: 1, users: [person] }));
  render(<Dashboard />, { at: '/dashboard?languageCode=de&type=learners' });
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent('People learning German');
  await userEvent.click(page.getByRole('link', { name: 'Native speakers of German' }));
  await expect
    .element(page.getByRole('heading', { level: 2 }))
    .toHaveTextContent('Native speakers of German');
  await expect.element(page.getByRole('link', { name: 'People learning German' })).toBeVisible();
  await userEvent.click(page.getByRole('link', { name: 'Saved people' }));
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent('Saved people');
  await expect.element(page.getByRole('link', { name: 'Everyone' })).toBeVisible();
  expect(page.getByRole('link', { name: /^(Saved people|Native|People learning)/ }).elements()).toEqual([]);
});
