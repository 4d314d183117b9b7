import { expect, type Page } from '@playwright/test';
import { expectAccessibleInBothSchemes } from './accessible.ts';
import { journey } from './journey.ts';
import { createMember, signIn } from './people.ts';
import { book, publish } from './schedule.ts';

const quarterMs = 900_000;
const hourMs = 3_600_000;

const inAnHour = () => new Date((Math.floor(Date.now() / quarterMs) + 5) * quarterMs);
const rowsOf = (page: Page) => page.getByRole('main').locator('section').getByRole('listitem');
const dialogOf = (page: Page) => page.getByRole('dialog');

// The second journey advances the server's clock.
journey.describe.configure({ mode: 'serial' });
journey.use({ serverSettings: { RATE_LIMITS: 'off' } });

journey(
  'a booked session becomes weekly when both agree; one is skipped, and the series is ended from a phone',
  async ({ page, server, browser, faults }) => {
    journey.slow();
    const owner = await createMember(server, 'Tilda');
    const guest = await createMember(server, 'Ugo');
    await book(guest, await publish(owner, inAnHour(), 30));
    await signIn(page, owner, '/appointments');
    await page.getByRole('button', { name: 'Every week?' }).click();
    await expect(dialogOf(page).getByText('At the same time on your clock.')).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    faults.expect(/status of 500/);
    await page.route('**/weekly', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
    await dialogOf(page).getByRole('button', { name: 'Ask for it' }).click();
    await expect(dialogOf(page).getByRole('alert')).toBeVisible();
    await dialogOf(page).getByRole('button', { name: 'Ask for it' }).click();
    await expect(page.getByRole('button', { name: 'You asked to meet every week' })).toBeVisible();

    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 360, height: 800 } });
    const phone = await context.newPage();
    faults.watch(phone);
    await signIn(phone, guest, '/appointments');
    await phone.getByRole('button', { name: 'Tilda would like every week' }).click();
    await expect(dialogOf(phone).getByText('At the same time on the clock of Tilda.')).toBeVisible();
    await expectAccessibleInBothSchemes(phone);
    await dialogOf(phone).getByRole('button', { name: 'Agree' }).click();
    await expect(phone.getByText('Booked: 4 sessions.')).toBeVisible();
    await expect(rowsOf(phone)).toHaveCount(4);
    // The partner's window updates.
    await expect(page.getByRole('button', { name: 'Weekly' })).toHaveCount(4);
    await expectAccessibleInBothSchemes(page);

    const second = rowsOf(page).nth(1);
    await second.getByRole('button', { name: 'Weekly' }).focus();
    await page.keyboard.press('Enter');
    await dialogOf(page).getByRole('button', { name: 'Skip this one' }).focus();
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Skipped. We are telling Ugo.')).toBeVisible();
    for (const screen of [page, phone]) {
      await expect(rowsOf(screen)).toHaveCount(3);
      await expect(rowsOf(screen).nth(1).getByText('this one is skipped')).toBeVisible();
    }
    await expectAccessibleInBothSchemes(phone);

    await rowsOf(phone).nth(1).getByRole('button', { name: 'Weekly' }).click();
    await dialogOf(phone).getByRole('button', { name: 'End the weekly series' }).click();
    await expect(phone.getByText('The weekly series has ended. We are telling Tilda.')).toBeVisible();
    // Sessions booked individually remain.
    for (const screen of [page, phone]) {
      await expect(rowsOf(screen)).toHaveCount(1);
      await expect(screen.getByRole('button', { name: 'Every week?' })).toBeVisible();
    }
    await context.close();
  },
);

journey(
  'a session that was kept is offered every week, beside the same time next week',
  async ({ page, server, faults }) => {
    journey.slow();
    const owner = await createMember(server, 'Vilma');
    const guest = await createMember(server, 'Wout');
    await book(guest, await publish(owner, inAnHour(), 30));
    // Tokens expire when the clock advances.
    faults.allow(/401 .*\/v1\//);
    await page.clock.install();
    await signIn(page, owner, '/appointments');
    await expect(page.getByText('30 minutes with Wout')).toBeVisible();
    await server.advanceClock(5 * hourMs);
    await page.clock.fastForward(5 * hourMs);
    await page.reload();
    const asked = page.getByRole('region', { name: 'How was it?' });
    await expect(asked.getByText('Session with Wout')).toBeVisible();
    await expect(asked.getByRole('button', { name: 'Every week?' })).toHaveCount(0);
    await asked.getByRole('button', { name: 'Yes, we talked' }).click();
    await expect(asked.getByRole('heading', { name: 'Same time next week?' })).toBeVisible();
    await asked.getByRole('button', { name: 'Every week?' }).click();
    await dialogOf(page).getByRole('button', { name: 'Ask for it' }).click();
    await expect(asked.getByRole('button', { name: 'You asked to meet every week' })).toBeVisible();
    await asked.getByRole('button', { name: 'You asked to meet every week' }).click();
    await expect(dialogOf(page).getByText('It begins once Wout agrees.')).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await dialogOf(page).getByRole('button', { name: 'Take it back' }).click();
    await expect(asked.getByRole('button', { name: 'Every week?' })).toBeVisible();
  },
);
