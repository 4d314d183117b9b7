import { expect } from '@playwright/test';
import { expectAccessibleInBothSchemes as expectAccessibleOn } from './accessible.ts';
import { journey } from './journey.ts';
import { createMember, signIn } from './people.ts';
import { book, hoursAfter, mondayAhead, publish } from './schedule.ts';

const monday = mondayAhead();
const hourMs = 3_600_000;

// The last journey advances the server's clock.
journey.describe.configure({ mode: 'serial' });
journey.use({ serverSettings: { RATE_LIMITS: 'off' } });

journey(
  'an owner suggests another time; the guest declines one, accepts the next and reschedules on a phone',
  async ({ page, server, browser, faults, expectAccessibleInBothSchemes }) => {
    journey.slow();
    const owner = await createMember(server, 'Tove');
    const guest = await createMember(server, 'Uwe');
    const slot = await book(guest, await publish(owner, hoursAfter(monday, 10)));
    await publish(owner, hoursAfter(monday, 58));
    await signIn(page, owner, '/appointments');
    // Signing in has stored the zone of the page.
    await owner.client.calls.updateUser({ timeZone: 'Asia/Tokyo' });
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Suggest another time' }).click();
    const dialog = page.getByRole('dialog', { name: 'Suggest another time' });
    await dialog.getByRole('radio').first().click();
    await dialog.getByRole('button', { name: 'Suggest this time' }).click();
    await expect(main.getByText('You suggested another time. Uwe has not answered yet.')).toBeVisible();
    await expect(main.getByRole('button', { name: 'Suggest another time' })).toBeFocused();
    await expect(main.getByRole('button', { name: 'Accept' })).toHaveCount(0);

    const context = await browser.newContext({ baseURL: server.url, locale: 'en-US' });
    const second = await context.newPage();
    faults.watch(second);
    await signIn(second, guest, '/appointments');
    const theirs = second.getByRole('main');
    await expect(theirs.getByText('Tove suggests another time:')).toBeVisible();
    await theirs.getByRole('button', { name: 'Decline' }).click();
    await expect(theirs.getByText('Tove suggests another time:')).toHaveCount(0);
    await expect(main.getByText('You suggested another time. Uwe has not answered yet.')).toHaveCount(0);

    await main.getByRole('button', { name: 'Suggest another time' }).click();
    await dialog.getByLabel('Day', { exact: true }).fill(hoursAfter(monday, 72).toISOString().slice(0, 10));
    await dialog.getByLabel('Start', { exact: true }).fill('15:00');
    await expectAccessibleInBothSchemes(dialog);
    await dialog.getByRole('button', { name: 'Suggest this time' }).click();
    await theirs.getByRole('button', { name: 'Accept' }).click();
    await expect(theirs.getByRole('heading', { name: /^Thursday/ })).toBeVisible();
    await expect(main.getByRole('heading', { name: /^Thursday/ })).toBeVisible();
    const { slots } = await owner.client.calls.listOwnSlots({ start: new Date() });
    expect(slots.find(({ scheduleSlotId }) => scheduleSlotId === slot.scheduleSlotId)?.isBooked).toBe(false);

    // The guest, on a phone, moves it themselves in three presses, with both clocks.
    await second.setViewportSize({ width: 390, height: 844 });
    await theirs.getByRole('button', { name: 'Reschedule' }).click();
    const choices = second.getByRole('dialog', { name: 'Reschedule' });
    await choices
      .getByRole('radio', { name: /for Tove/ })
      .last()
      .click();
    await expectAccessibleOn(second, choices);
    await choices.getByRole('button', { name: 'Move the session' }).click();
    await expect(theirs.getByRole('heading', { name: /^Wednesday/ })).toBeVisible();
    await expect(main.getByRole('heading', { name: /^Wednesday/ })).toBeVisible();
    await expect(theirs.getByRole('heading', { level: 1 })).toBeFocused();
    await context.close();
  },
);

journey(
  'a past session is under Past, with its outcome and another booking',
  async ({ page, server, faults, expectAccessibleInBothSchemes }) => {
    const owner = await createMember(server, 'Vera');
    const guest = await createMember(server, 'Wim');
    const startsAt = new Date(Math.ceil((Date.now() + hourMs) / 900_000) * 900_000);
    await book(guest, await publish(owner, startsAt));
    await server.advanceClock(30 * 24 * hourMs);
    faults.allow(/401 .*\/v1\//);
    await page.clock.install({ time: Date.now() + 30 * 24 * hourMs });
    await signIn(page, guest, '/appointments');
    const main = page.getByRole('main');
    await expect(main.getByText('No sessions found')).toBeVisible();
    await main.getByRole('link', { name: 'Past' }).click();
    await expect(page).toHaveURL('/appointments?show=past');
    await expect(main.getByText('30 minutes with Vera')).toBeVisible();
    const words = main.getByRole('button', { name: 'Talk time' });
    await words.click();
    await expect(words).toHaveAttribute('aria-expanded', 'true');
    await expect(main.getByText('You did not meet in this session.')).toBeVisible();
    await expect(main.getByRole('link', { name: 'Book again' })).toHaveAttribute(
      'href',
      `/profile/${owner.userId}#availability`,
    );
    await expectAccessibleInBothSchemes();
  },
);
