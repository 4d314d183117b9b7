import { expect, type Page } from '@playwright/test';
import { createPeople } from './community.ts';
import { journey } from './journey.ts';
import { createMember, signIn } from './people.ts';

const cardOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, level: 3, exact: true }) });
const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Math.ceil(Date.now() / hourMs) * hourMs + hours * hourMs);

journey(
  'A person is saved on a card, found again under Saved people, and removed on the profile',
  async ({ page, server, expectAccessibleInBothSchemes }) => {
    const me = await createMember(server);
    const [oona, erik] = await createPeople(server, [
      { name: 'Oona Saved', speaks: ['fi'], learns: { et: 0.2 } },
      { name: 'Erik Unsaved', speaks: ['fi'], learns: { et: 0.2 } },
    ]);
    await oona?.client.calls.createSlot({ startsAt: inHours(20), duration: 30 });
    await signIn(page, me);
    await page.goto('/dashboard?languageCode=et');
    const card = cardOf(page, 'Oona Saved');
    await expect(card.getByText(/^Next free: \w{3} \d/)).toBeVisible();
    await expect(cardOf(page, 'Erik Unsaved').getByText('Next free')).toHaveCount(0);
    await card.getByRole('button', { name: 'Save' }).click();
    const pressed = card.getByRole('button', { name: 'Saved', pressed: true });
    await expect(pressed).toBeFocused();
    await expectAccessibleInBothSchemes();

    await page.getByRole('link', { name: 'Saved people' }).click();
    await expect(page.getByRole('heading', { name: 'Saved people', level: 2 })).toBeVisible();
    await expect(cardOf(page, 'Oona Saved')).toBeVisible();
    await expect(cardOf(page, 'Erik Unsaved')).toHaveCount(0);
    await expect(page.getByRole('checkbox', { name: 'Only people I saved' })).toBeChecked();
    await page.reload();
    await expect(cardOf(page, 'Oona Saved')).toBeVisible();

    await cardOf(page, 'Oona Saved').getByRole('link', { name: 'View Profile' }).click();
    // The card that is left has such a button, too.
    await expect(page.getByRole('heading', { level: 1, name: 'Oona Saved' })).toBeVisible();
    await page.getByRole('button', { name: 'Saved', pressed: true }).click();
    await expect(page.getByRole('button', { name: 'Save', exact: true, pressed: false })).toBeVisible();
    await expect.poll(async () => (await me.client.calls.listSavedUsers({})).count).toBe(0);
    await page.goto('/dashboard?saved=true&languageCode=');
    await expect(page.getByText('No saved people found.')).toBeVisible();
    expect(erik).toBeTruthy();
  },
);

journey('A refused save is undone', async ({ page, server, faults }) => {
  const me = await createMember(server);
  const [person] = await createPeople(server, [{ name: 'Taavi', speaks: ['fi'], learns: { et: 0.2 } }]);
  await signIn(page, me);
  await page.goto(`/profile/${person?.userId}`);
  const button = page.getByRole('button', { name: 'Save', exact: true });
  await expect(button).toBeVisible();
  faults.expect(/status of 403/);
  await person?.client.calls.blockUser({ userId: me.userId });
  await button.click();
  await expect(page.getByRole('button', { name: 'Save', exact: true, pressed: false })).toBeVisible();
  await expect(page.getByText(/blocked|could not be saved/i).first()).toBeVisible();
});

journey('Visitors search by free time and activity, and the address keeps it', async ({ page, server }) => {
  const [free] = await createPeople(server, [
    { name: 'Frida Free', speaks: ['hr'], learns: { ka: 0.2 } },
    { name: 'Bo Busy', speaks: ['hr'], learns: { ka: 0.2 } },
  ]);
  await free?.client.calls.createSlot({ startsAt: inHours(40), duration: 30 });
  await page.goto('/dashboard?languageCode=ka&advanced=true');
  await expect(cardOf(page, 'Bo Busy')).toBeVisible();
  await page.getByLabel('Free to talk').selectOption('Next 3 days');
  await page.getByLabel('Last active').selectOption('Past 7 days');
  await expect(page.getByRole('checkbox', { name: 'Only people I saved' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(cardOf(page, 'Frida Free')).toBeVisible();
  await expect(cardOf(page, 'Bo Busy')).toHaveCount(0);
  await expect(page).toHaveURL(/freeWithinDays=3&activeWithinDays=7/);
  await page.getByLabel('Free to talk').selectOption('Next 24 hours');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('No users found matching your criteria.')).toBeVisible();
});

journey(
  'Blocked people are listed in the settings and unblocked by keyboard',
  async ({ page, server, expectAccessibleInBothSchemes }) => {
    const me = await createMember(server);
    const people = await createPeople(
      server,
      ['Blocked One', 'Blocked Two'].map((name) => ({ name, speaks: ['fi' as const], learns: {} })),
    );
    for (const { userId } of people) await me.client.calls.blockUser({ userId });
    await signIn(page, me);
    await page.goto('/settings#contact');
    await page.getByRole('button', { name: 'Show blocked people' }).press('Enter');
    const unblock = page.getByRole('button', { name: 'Unblock' });
    await expect(unblock).toHaveCount(2);
    await expectAccessibleInBothSchemes();
    await unblock.first().press('Enter');
    await expect(unblock).toHaveCount(1);
    await expect(unblock).toBeFocused();
    await unblock.press('Enter');
    await expect(page.getByText('You have not blocked anyone.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Blocked people' })).toBeFocused();
    expect((await me.client.calls.listBlockedUsers({})).count).toBe(0);
  },
);

journey('Only a stated language is called native', async ({ page, server }) => {
  const me = await createMember(server);
  await me.client.calls.createLanguage({ languageCode: 'lv', target: false, proficiency: 1 });
  await signIn(page, me);
  await page.goto(`/profile/${me.userId}`);
  const row = page.getByRole('listitem').filter({ hasText: 'Latvian' });
  await expect(row).not.toContainText(/Native|Fluent/);
  await page.goto('/settings#languages');
  await page.getByRole('group', { name: 'Your level in Latvian' }).getByLabel('Native').check();
  const section = page.getByRole('region', { name: 'Languages', exact: true });
  await section.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Languages saved')).toBeVisible();
  await page.goto(`/profile/${me.userId}`);
  await expect(row).toContainText('Native');
});
