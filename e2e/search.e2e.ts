import { expect, type Page } from '@playwright/test';
import { createPeople, demandingPeople } from './community.ts';
import { untilHydrated } from './hydration.ts';
import { journey as base } from './journey.ts';
import { expectNothingSideways } from './layout.ts';
import { openNewMailbox } from './mailbox.ts';
import { finishProfile, noSuchUserYet, type Person, signIn, signInByApi, signInHere } from './people.ts';

const learnersOfIrish = 12;

interface Village {
  /** The only member who speaks Catalan and learns Irish. */
  catalanLearner: Person;
  /** All members who learn Irish, including the one above. */
  names: string[];
}

/** Members of the searches below, shared by the journeys of a worker. */
const journey = base.extend<object, { village: Village }>({
  village: [
    async ({ server }, use) => {
      const plain = Array.from({ length: learnersOfIrish - 1 - demandingPeople.length }, (_, index) => ({
        name: `Learner ${index + 1}`,
        speaks: ['lv' as const],
        learns: { ga: 0.2 },
      }));
      const people = await createPeople(server, [
        { name: 'Caterina', speaks: ['ca'], learns: { ga: 0.4 } },
        ...plain,
        ...demandingPeople,
      ]);
      const [catalanLearner] = people;
      if (!catalanLearner) throw new Error('the village is empty');
      await use({ catalanLearner, names: people.map(({ name }) => name) });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const cards = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'View Profile' }) });
const headings = (page: Page) => page.getByRole('heading', { level: 3 });
const filtersIn = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

async function chooseLanguage(page: Page, name: string): Promise<void> {
  const picker = page.getByPlaceholder('All Languages');
  await untilHydrated(page);
  // The list loads with the first user input.
  await picker.click();
  await picker.fill(name);
  await page.getByRole('option', { name }).click();
  await expect(picker).toHaveValue(name);
}

journey(
  'a visitor searches, sees nine and the promo, signs up and is back at the same search',
  async ({ page, server, faults, village }) => {
    faults.expect(noSuchUserYet);
    await page.goto('/dashboard');
    await chooseLanguage(page, 'Irish');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'People learning Irish' })).toBeVisible();
    await expect(cards(page)).toHaveCount(9);
    await expect(page.getByText(/^Showing/)).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Pages of results' })).toHaveCount(0);
    for (const name of await cards(page).getByRole('heading').allInnerTexts()) {
      expect(village.names).toContain(name);
    }

    const address = page.url();
    await expect(page.getByText('Discover More Language Partners')).toBeVisible();
    const invitation = page.getByRole('link', { name: 'Create Free Account' });
    await expect(invitation).toHaveAttribute('href', '/signup');
    await invitation.click();
    const mailbox = await openNewMailbox(server);
    await signInHere(page, mailbox);
    await expect(page).toHaveURL('/onboarding');
    await finishProfile(await signInByApi(server, mailbox), 'Nora');
    await page.reload();
    await expect(page).toHaveURL(address);
    await expect(page.getByText(`Showing 1-10 of ${learnersOfIrish} results`)).toBeVisible();
    await expect(cards(page)).toHaveCount(10);
  },
);

journey('filters live in the address: back, forward, reload and a shared link', async ({ page, village }) => {
  await page.goto('/dashboard?languageCode=ga');
  await expect(cards(page)).toHaveCount(9);

  await chooseLanguage(page, 'Catalan');
  await page.getByLabel("I'm looking for").selectOption('Native speakers');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(headings(page).first()).toHaveText(village.catalanLearner.name);
  expect(filtersIn(page)).toEqual({ languageCode: 'ca', type: 'natives' });

  await page.getByRole('button', { name: 'Advanced Search Options' }).click();
  await expect(page.getByLabel('Learning this language')).not.toBeChecked();
  await chooseLanguage(page, 'Irish');
  await page.getByLabel('Learning this language').check();
  await page.getByLabel('Name').fill('learner');
  await page.getByLabel('Min Proficiency').selectOption('Intermediate');
  await page.getByLabel('Max Proficiency').selectOption('Intermediate');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(cards(page)).toHaveCount(learnersOfIrish - 1 - demandingPeople.length);
  const advanced = {
    languageCode: 'ga',
    type: 'learners',
    learning: 'true',
    advanced: 'true',
    query: 'learner',
    minProf: '0.4',
    maxProf: '0.6',
  };
  expect(filtersIn(page)).toEqual(advanced);

  await page.goBack();
  await expect(headings(page).first()).toHaveText(village.catalanLearner.name);
  await expect(page.getByPlaceholder('All Languages')).toHaveValue('Catalan');
  await expect(page.getByLabel("I'm looking for")).toHaveValue('natives');

  await page.goForward();
  await expect(page.getByLabel('Name')).toHaveValue('learner');
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue('learner');
  await expect(page.getByLabel('Min Proficiency')).toHaveValue('0.4');
  await untilHydrated(page);
  await expect(page.getByPlaceholder('All Languages')).toHaveValue('Irish');
  await expect(cards(page)).toHaveCount(learnersOfIrish - 1 - demandingPeople.length);

  await page.getByRole('button', { name: 'Simple Search' }).click();
  await expect(page.getByLabel('Name')).toHaveCount(0);
  await expect(cards(page)).toHaveCount(9);
  expect(filtersIn(page)).toEqual({ languageCode: 'ga', type: 'learners' });

  await page.goto('/dashboard?languageCode=xx&limit=many&offset=-1&minProf=high&type=experts&learning=maybe');
  await expect(cards(page).first()).toBeVisible();
  await untilHydrated(page);
  await expect(page.getByPlaceholder('All Languages')).toHaveValue('');
});

journey(
  'best fit first, with the reason on the card, and pages by five; beyond the last one is the last one',
  async ({ page, server, village }) => {
    const [me] = await createPeople(server, [
      {
        name: 'Aoife',
        speaks: ['ga', 'en'],
        learns: { ca: 0.2 },
        interests: ['Travel', 'Food', 'Coffee', 'Slang', 'Culture'],
      },
    ]);
    if (!me) throw new Error('nobody joined');
    await signIn(page, me);
    await expect(page.getByRole('heading', { name: 'People learning Irish' })).toBeVisible();
    await expect(page.getByPlaceholder('All Languages')).toHaveValue('Irish');
    await expect(page.getByText(`Showing 1-10 of ${learnersOfIrish} results`)).toBeVisible();
    const best = cards(page).first();
    await expect(best.getByRole('heading')).toHaveText(village.catalanLearner.name);
    await expect(best).toContainText('Speaks Catalan, learns Irish: a match both ways');
    await expect(best).toContainText('Some shared interests');
    await expect(best).toContainText('Active now');

    // Beyond the last page.
    await page.goto('/dashboard?languageCode=ga&offset=500');
    await expect(page.getByText(`Showing 11-${learnersOfIrish} of ${learnersOfIrish} results`)).toBeVisible();
    expect(filtersIn(page)).toMatchObject({ languageCode: 'ga', offset: '10' });
    for (const name of await cards(page).getByRole('heading').allInnerTexts()) {
      expect(village.names).toContain(name);
    }

    await page.goto('/dashboard?languageCode=ga&limit=2');
    const pages = page.getByRole('navigation', { name: 'Pages of results' });
    await expect(page.getByText(`Showing 1-2 of ${learnersOfIrish} results`)).toBeVisible();
    await expect(pages.getByRole('link', { name: /^Page/ })).toHaveText(['1', '2', '3', '4', '5']);
    await pages.getByRole('link', { name: 'Page 5' }).click();
    await expect(page.getByText(`Showing 9-10 of ${learnersOfIrish} results`)).toBeVisible();
    await expect(pages.getByRole('link', { name: /^Page/ })).toHaveText(['2', '3', '4', '5', '6']);
    await expect(page.getByRole('heading', { name: 'People learning Irish' })).toBeFocused();

    const answer = Promise.withResolvers<void>();
    await page.route('**/v1/user/search*', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await pages.getByRole('link', { name: 'Next page' }).click();
    await expect(page.getByText('Searching for language partners...')).toBeVisible();
    await expect(cards(page)).toHaveCount(2);
    answer.resolve();
    await expect(page.getByText(`Showing 11-12 of ${learnersOfIrish} results`)).toBeVisible();
    await page.goBack();
    await expect(page.getByText(`Showing 9-10 of ${learnersOfIrish} results`)).toBeVisible();

    await page.getByLabel("I'm looking for").selectOption('Native speakers');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByText('No users found matching your criteria.')).toBeVisible();
    await expect(page.getByText('Try adjusting your search filters.')).toBeVisible();
    expect(filtersIn(page)).toEqual({ languageCode: 'ga', type: 'natives', limit: '2' });
  },
);

journey(
  'any script, emoji and long words fit on a phone and a desk, accessibly, and stay where they are when advanced fields are hydrated',
  async ({ page, village, expectAccessible }) => {
    const screens = [
      { width: 360, colorScheme: 'dark' },
      { width: 1280, colorScheme: 'light' },
    ] as const;
    for (const { width, colorScheme } of screens) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.goto('/dashboard?languageCode=ga&type=learners&advanced=true');
      await expect(cards(page)).toHaveCount(9);
      const results = page.getByRole('heading', { name: 'People learning Irish' });
      const before = await results.boundingBox();
      await untilHydrated(page);
      await expect(page.getByLabel('Learning this language')).toBeVisible();
      expect(await results.boundingBox()).toEqual(before);
      for (const { name } of demandingPeople) {
        expect(village.names).toContain(name);
        await expect(page.getByRole('heading', { name })).toBeVisible();
      }
      await expectNothingSideways(page);
      await expectAccessible();
    }
  },
);
