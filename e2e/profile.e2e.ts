import { expect, type Page } from '@playwright/test';
import { createPeople, demandingPeople, type Newcomer } from './community.ts';
import { journey } from './journey.ts';
import { expectNothingSideways } from './layout.ts';
import { createMember, signIn, signInHere } from './people.ts';
import type { ServerProcess } from './server-process.ts';

const aiko: Newcomer = {
  name: 'Aiko',
  description: 'I draw maps.\nAsk me about Kyoto.',
  speaks: ['ja'],
  learns: { es: 0.2, de: 0.6 },
  timeZone: 'Asia/Tokyo',
};

async function join(server: ServerProcess, newcomer: Newcomer) {
  const [person] = await createPeople(server, [newcomer]);
  if (!person) throw new Error('nobody joined');
  return person;
}

const openMore = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: item }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
};

journey(
  'a visitor reads a profile, and Message leads to the sign-in screen and back',
  async ({ page, server }) => {
    const person = await join(server, aiko);
    const member = await createMember(server, 'Bruno');
    await page.clock.setFixedTime(new Date('2026-05-14T12:40:00Z'));
    await page.goto(`/profile/${person.userId}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Aiko');
    await expect(page).toHaveTitle(/^Aiko/);
    await expect(page.getByText(/^Member since \w+ \d{4}$/)).toBeVisible();
    await expect(page.getByText('It is 9:40 PM for Aiko')).toBeVisible();
    const rows = (name: string) => page.getByRole('region', { name, exact: true }).getByRole('listitem');
    await expect(rows('Speaking')).toHaveText([/Japanese(?!.*Native)/]);
    await expect(rows('Learning')).toHaveText([/Spanish.*Intermediate/, /German.*Fluent/]);
    await expect(page.getByRole('button', { name: 'More' })).toHaveCount(0);

    await page.clock.setSystemTime(new Date());
    await page.getByRole('link', { name: 'Message' }).click();
    await expect(page).toHaveURL('/login');
    await signInHere(page, member.mailbox);
    await expect(page).toHaveURL(`/chat/${person.userId}`);
  },
);

journey(
  'a member blocked from the profile is hidden from the search until unblocked; a block that fails changes nothing',
  async ({ page, server, faults }) => {
    journey.slow();
    faults.expect(/status of 500/);
    const other = await join(server, { name: 'Dita', speaks: ['sr'], learns: { de: 0.4 } });
    const member = await createMember(server, 'Emil');
    const search = '/dashboard?languageCode=sr&type=natives';
    await signIn(page, member, search);
    await page.getByRole('link', { name: 'View Profile' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dita');

    await page.route('**/block', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
    await openMore(page, 'Block User');
    await expect(page.getByText('Something went wrong. Please try again later.').first()).toBeVisible();
    await openMore(page, 'Block User');
    await expect(page.getByText('You blocked Dita.').first()).toBeVisible();
    await page.goBack();
    await expect(page.getByText('No users found matching your criteria.')).toBeVisible();
    await expect(other.client.calls.searchUsers({ query: 'Emil' })).resolves.toMatchObject({ count: 0 });

    await page.goto(`/profile/${other.userId}`);
    await expect(page.getByText('To undo this, open More.')).toBeVisible();
    await openMore(page, 'Unblock User');
    await expect(page.getByText('To undo this, open More.')).toHaveCount(0);
    await page.goto(search);
    await expect(page.getByRole('heading', { name: 'Dita' })).toBeVisible();

    // A click counts although the lazy menu replaces its button between press and release.
    const arrival = page.waitForResponse(/\/more-menu-[^/]+\.js$/);
    await page.goto(`/profile/${other.userId}`);
    await page.getByRole('button', { name: 'More' }).hover();
    await page.mouse.down();
    await page.evaluate(async (address) => {
      await import(address);
      await new Promise(requestAnimationFrame);
    }, (await arrival).url());
    await page.mouse.up();
    await expect(page.getByRole('menuitem', { name: 'Block User' })).toBeVisible();
  },
);

journey(
  'profiles in any script fit on a phone and a desk, accessibly',
  async ({ page, server, expectAccessibleInBothSchemes }) => {
    journey.slow();
    for (const { userId, name } of await createPeople(server, demandingPeople)) {
      await page.goto(`/profile/${userId}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNothingSideways(page);
      }
    }
    await expectAccessibleInBothSchemes();
  },
);
