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
    await signIn(page, me, '/dashboard?languageCode=et');
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
