import { expect, type Page } from '@playwright/test';
import { admitAdmin } from './admins.ts';
import { journey } from './journey.ts';
import { createMember, signIn } from './people.ts';
import { book, publish } from './schedule.ts';

const quarterMs = 900_000;
const hourMs = 3_600_000;

// Each journey advances the server's clock, and starts where the previous one left it.
journey.describe.configure({ mode: 'serial' });
journey.use({ serverSettings: { RATE_LIMITS: 'off', ADMIN_EMAILS: 'admin@example.org' } });

/** Answers that a session took place and opens the form below. */
async function beginThanks(page: Page) {
  const asked = page.getByRole('region', { name: 'How was it?' });
  await asked.getByRole('button', { name: 'Yes, we talked' }).click();
  const thanks = asked.getByRole('region', { name: 'Thanks' });
  await thanks.getByRole('button', { name: 'Say thanks' }).click();
  return thanks;
}

journey(
  'two people thank each other, read it once both have written, and one of them hides and reports it',
  async ({ page, server, browser, faults, expectAccessible, expectAccessibleInBothSchemes }) => {
    journey.slow();
    const owner = await createMember(server, 'Tilda');
    const guest = await createMember(server, 'Ugo');
    const reader = await createMember(server, 'Zoe');
    const startsAt = new Date((Math.floor(Date.now() / quarterMs) + 2) * quarterMs);
    await book(guest, await publish(owner, startsAt, 30));
    await server.advanceClock(4 * hourMs);
    // Tokens expire when the clock advances.
    faults.allow(/401 .*\/v1\//);
    await page.clock.install();
    await page.clock.fastForward(4 * hourMs);
    await signIn(page, owner, '/appointments');
    const thanks = await beginThanks(page);

    // By keyboard: the first word has the focus, Space selects it, three is the maximum.
    await expect(thanks.getByLabel('Patience')).toBeFocused();
    await page.keyboard.press('Space');
    await thanks.getByLabel('Clear explanations').check();
    await thanks.getByLabel('Good humour').check();
    await expect(thanks.getByLabel('Being on time')).toBeDisabled();
    await thanks.getByLabel('Good humour').uncheck();
    await expect(thanks.getByLabel('Being on time')).toBeEnabled();
    await thanks.getByLabel('In your own words').fill('Das war schön, bis bald.');
    await expectAccessibleInBothSchemes();

    faults.expect(/status of 500/);
    await page.route('**/thanks', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
    await thanks.getByRole('button', { name: 'Save thanks' }).click();
    await expect(thanks.getByRole('alert')).toBeVisible();
    await expect(thanks.getByLabel('In your own words')).toHaveValue('Das war schön, bis bald.');
    await thanks.getByRole('button', { name: 'Save thanks' }).click();
    await expect(thanks.getByText('You thanked Ugo:')).toBeVisible();
    await expect(thanks.getByText('It is shown once Ugo has written as well')).toBeVisible();
    await thanks.getByRole('button', { name: 'Change' }).click();
    await expect(thanks.getByLabel('Patience')).toBeChecked();
    await thanks.getByLabel('In your own words').fill('Das war schön.');
    await thanks.getByRole('button', { name: 'Save thanks' }).click();
    await expect(thanks.getByText('Das war schön.', { exact: true })).toBeVisible();
    await expectAccessible();

    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 360, height: 800 },
    });
    const second = await context.newPage();
    faults.watch(second);
    await second.clock.install();
    await second.clock.fastForward(4 * hourMs);
    await signIn(second, guest, `/profile/${guest.userId}`);
    await expect(second.getByRole('heading', { name: 'Ugo', level: 1 })).toBeVisible();
    await second.mouse.move(100, 100);
    await expect(second.getByRole('heading', { name: 'Availability' })).toBeVisible();
    await expect(second.getByText('Das war schön.')).toHaveCount(0);
    await second.goto('/appointments');
    const answer = await beginThanks(second);
    await expect(answer.getByText('thanked you')).toHaveCount(0);
    // An empty form is refused next to the field.
    await answer.getByRole('button', { name: 'Save thanks' }).click();
    await expect(answer.getByText('Choose a word or write something')).toBeVisible();
    await answer.getByLabel('Good listening').check();
    await answer.getByRole('button', { name: 'Save thanks' }).click();
    await expect(answer.getByText('Tilda thanked you:')).toBeVisible();
    await expect(answer.getByText('Das war schön.')).toBeVisible();
    await expect(answer.getByRole('button', { name: 'Change' })).toHaveCount(0);

    await second.goto(`/profile/${guest.userId}`);
    await expect(second.getByRole('heading', { name: 'Ugo', level: 1 })).toBeVisible();
    await second.mouse.move(120, 120);
    const section = second.getByRole('region', { name: 'Thanks' });
    await expect(section.getByRole('link', { name: 'Tilda' })).toBeVisible();
    await expect(section.getByText('Clear explanations')).toBeVisible();
    const countFor = async () => (await reader.client.calls.getProfile({ userId: guest.userId })).thanks;
    expect(await countFor()).toBe(1);
    await section.getByRole('button', { name: 'What to do about the thanks of Tilda' }).click();
    await second.getByRole('menuitem', { name: 'Hide it from others' }).click();
    await expect(section.getByText('Only you and Tilda see this')).toBeVisible();
    expect(await countFor()).toBe(0);
    await expectAccessible();
    await section.getByRole('button', { name: 'What to do about the thanks of Tilda' }).click();
    await second.getByRole('menuitem', { name: 'Show it to others again' }).click();
    await expect(section.getByText('Only you and Tilda see this')).toHaveCount(0);
    expect(await countFor()).toBe(1);
    await section.getByRole('button', { name: 'What to do about the thanks of Tilda' }).click();
    await second.getByRole('menuitem', { name: 'Report' }).click();
    const dialog = second.getByRole('dialog', { name: 'Report these thanks' });
    await expect(dialog.getByText('Das war schön.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Report' }).click();
    await expect(second.getByText('Thank you. The thanks were reported.')).toBeVisible();
    await context.close();
  },
);

journey(
  'a member reads thanks on a profile; an admin removes them after a report',
  async ({ page, server, faults, expectAccessibleInBothSchemes }) => {
    journey.slow();
    const [owner, guest] = [await createMember(server, 'Vera'), await createMember(server, 'Wim')];
    const startsAt = new Date((Math.floor(Date.now() / quarterMs) + 20) * quarterMs);
    const { scheduleSlotId } = await book(guest, await publish(owner, startsAt, 30));
    await server.advanceClock(4 * hourMs);
    await owner.client.calls.giveThanks({ scheduleSlotId, words: ['humour'], text: 'Buy my course' });
    await guest.client.calls.giveThanks({ scheduleSlotId, words: ['patience'], text: '' });
    const [got] = (await guest.client.calls.listThanks({ userId: guest.userId })).thanks;
    await guest.client.calls.reportThanks({ thanksId: got?.thanksId ?? '', reason: 'spam' });

    const admin = await admitAdmin(server);
    faults.allow(/401 .*\/v1\//);
    await signIn(page, admin, `/profile/${guest.userId}`);
    await expect(page.getByRole('heading', { name: 'Wim', level: 1 })).toBeVisible();
    await page.mouse.move(100, 100);
    const section = page.getByRole('region', { name: 'Thanks' });
    await expect(section.getByText('Buy my course')).toBeVisible();
    await expect(section.getByRole('button')).toHaveCount(0);
    await expectAccessibleInBothSchemes();

    await page.goto('/admin');
    await page.getByRole('link', { name: /Vera/ }).click();
    await expect(page.getByRole('heading', { name: 'The thanks that were reported' })).toBeVisible();
    await expect(page.getByText('Buy my course')).toBeVisible();
    await expectAccessibleInBothSchemes();
    await page.getByRole('button', { name: 'Remove the thanks' }).click();
    await expect(page.getByText('The thanks were removed.')).toBeVisible();
    await expect(page.getByText('They are no longer on any profile.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove the thanks' })).toHaveCount(0);
    await page.goto(`/profile/${guest.userId}`);
    await expect(page.getByRole('heading', { name: 'Wim', level: 1 })).toBeVisible();
    await page.mouse.move(120, 120);
    await expect(page.getByRole('heading', { name: 'Availability' })).toBeVisible();
    await expect(page.getByText('Buy my course')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Thanks' })).toHaveCount(0);
  },
);
