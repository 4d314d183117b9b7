import type { ScheduleSlot } from '@parlance/contract/schedule';
import { expect, type Locator, type Page } from '@playwright/test';
import { journey } from './journey.ts';
import { createMember, type Person, signIn } from './people.ts';
import { book, publish, zoneAtNoon } from './schedule.ts';

const quarterMs = 900_000;
const hourMs = 3_600_000;

/** Advances the clocks of the server and the page. */
async function waitUntil(page: Page, server: { advanceClock(ms: number): Promise<void> }, ms: number) {
  await server.advanceClock(ms);
  await page.clock.fastForward(ms);
}

async function expectAbove(upper: Locator, lower: Locator): Promise<void> {
  const [above, below] = [await upper.boundingBox(), await lower.boundingBox()];
  expect(above?.y).toBeLessThan(below?.y ?? 0);
}

// Each journey advances the server's clock, and starts where the previous one left it.
journey.describe.configure({ mode: 'serial' });
journey.use({ serverSettings: { RATE_LIMITS: 'off' }, timezoneId: zoneAtNoon });

journey(
  'both are asked whether the session took place, and book next week when both agree',
  async ({ page, server, browser, faults, expectAccessibleInBothSchemes }) => {
    journey.slow();
    const owner = await createMember(server, 'Tilda');
    const guest = await createMember(server, 'Ugo');
    const startsAt = new Date((Math.floor(Date.now() / quarterMs) + 2) * quarterMs);
    await book(guest, await publish(owner, startsAt, 30));
    await book(guest, await publish(owner, new Date(startsAt.getTime() + 4 * hourMs), 45));
    // Tokens expire when the clock advances.
    faults.allow(/401 .*\/v1\//);
    await page.clock.install();
    await signIn(page, owner, '/appointments');
    const main = page.getByRole('main');
    await expect(main.getByText('30 minutes with Ugo')).toBeVisible();
    await expect(main.getByText('Did it take place?')).toHaveCount(0);
    await waitUntil(page, server, 4 * hourMs);
    await page.reload();
    const asked = main.getByRole('region', { name: 'How was it?' });
    await expect(asked.getByText('Session with Ugo')).toBeVisible();
    await expectAccessibleInBothSchemes();
    // A session begins meanwhile: the form must not move while the member answers.
    await waitUntil(page, server, hourMs / 2);
    await expect(main.getByRole('link', { name: 'Join Session' })).toBeVisible();

    faults.expect(/status of 500/);
    await page.route('**/outcome', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
    await asked.getByRole('button', { name: 'No, Ugo did not come' }).click();
    await expect(asked.getByRole('alert')).toBeVisible();
    await asked.getByRole('button', { name: 'We moved it' }).click();
    await expect(asked.getByText('You said that you moved it.')).toBeVisible();
    await expectAbove(asked, main.getByText('45 minutes with Ugo'));
    await expect(main.getByText('Same time next week?')).toHaveCount(0);
    await expect(page.locator(':focus')).toContainText('You said that you moved it.');
    await asked.getByRole('button', { name: 'Change' }).click();
    await expect(asked.getByRole('region', { name: 'Did it take place?' })).toBeFocused();
    await asked.getByRole('button', { name: 'Yes, we talked' }).click();
    await expect(asked.getByText('You said that you talked.')).toBeVisible();
    await expect(asked.getByRole('heading', { name: 'Same time next week?' })).toBeVisible();
    await asked.getByRole('button', { name: 'Ask for it' }).click();
    await expect(asked.getByText('Asked. It is booked once Ugo agrees.')).toBeVisible();
    await expect(asked.getByRole('region', { name: 'Same time next week?' })).toBeFocused();
    await expectAccessibleInBothSchemes();

    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 360, height: 800 },
    });
    const second = await context.newPage();
    faults.watch(second);
    await second.clock.install();
    await second.clock.fastForward(4.5 * hourMs);
    await signIn(second, guest, '/appointments');
    await expect(second.getByText('Tilda would like to.')).toBeVisible();
    // A running session is listed first.
    await expectAbove(
      second.getByText('45 minutes with Tilda'),
      second.getByRole('region', { name: 'How was it?' }),
    );
    await expect(second.getByText('You said')).toHaveCount(0);
    await second.getByRole('button', { name: 'Book it' }).click();
    // The session before stays in the list until its day ends.
    await expect(second.getByText('30 minutes with Tilda')).toHaveCount(2);
    await expect(second.getByRole('main')).toBeFocused();
    // The partner's window updates.
    await expect(main.getByText('30 minutes with Ugo')).toHaveCount(2);
    await expect(main.locator('section').getByText('Upcoming', { exact: true })).toBeVisible();
    await context.close();
  },
);

journey(
  'shows the reliability on the profile from three partners on, and one word of it on the card',
  async ({ page, server, expectAccessible }) => {
    journey.slow();
    const owner = await createMember(server, 'Vera');
    const partners: Person[] = [];
    for (const name of ['Wim', 'Xena', 'Yuri']) partners.push(await createMember(server, name));
    const startsAt = Date.now() + 5 * hourMs;
    const slots: ScheduleSlot[] = [];
    for (const [index, partner] of partners.entries()) {
      const at = new Date((Math.ceil(startsAt / quarterMs) + index) * quarterMs);
      slots.push(await book(partner, await publish(owner, at, 15)));
    }
    await server.advanceClock(7 * hourMs);
    const answer = (nth: number) =>
      partners[nth]?.client.calls.answerOutcome({
        scheduleSlotId: slots[nth]?.scheduleSlotId ?? '',
        answer: 'kept',
      });
    await Promise.all([answer(0), answer(1)]);
    const guest = await createMember(server, 'Zoe');
    await signIn(page, guest, `/profile/${owner.userId}`);
    const header = page.getByRole('main');
    await expect(header.getByRole('heading', { name: 'Vera' })).toBeVisible();
    await page.mouse.move(100, 100);
    await expect(header.getByText('How is this counted?')).toHaveCount(0);
    await answer(2);
    await page.reload();
    await expect(header.getByRole('heading', { name: 'Vera' })).toBeVisible();
    await page.mouse.move(120, 120);
    await expect(header.getByText('Came to 3 of 3 sessions')).toBeVisible();
    await header.getByText('How is this counted?').click();
    await expect(header.getByText('What at least three partners said')).toBeVisible();
    await expectAccessible();
    // A job computes the label of the card.
    const isReliable = async () =>
      (await guest.client.calls.searchUsers({ query: 'Vera' })).users[0]?.comesReliably;
    await expect.poll(isReliable, { timeout: 60_000 }).toBe(true);
    await page.goto('/dashboard?languageCode=es&learning=true&query=Vera');
    await expect(page.getByText('Reliable')).toBeVisible();
    await expectAccessible();
  },
);
