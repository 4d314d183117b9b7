import { expect, type Page } from '@playwright/test';
import { createPeople } from './community.ts';
import { whenConnected, whenTold } from './conversations.ts';
import { journey } from './journey.ts';
import { createMember, signIn } from './people.ts';
import { book, cellOf, hoursAfter, mondayAhead, publish, zoneAtNoon } from './schedule.ts';

const monday = mondayAhead();
const quarterMs = 900_000;
const minuteMs = 60_000;

const question = 'Are you sure you want to cancel this appointment?';

async function cancelFirst(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel' }).first().click();
  const dialog = page.getByRole('dialog', { name: question });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel appointment' }).click();
}

journey(
  'a booking is live in both windows, and either party cancels it',
  async ({ page, server, browser, faults }) => {
    journey.slow();
    const owner = await createMember(server, 'Aino');
    const guest = await createMember(server, 'Boris');
    const slot = await publish(owner, hoursAfter(monday, 10), 30);
    await signIn(page, owner, '/appointments');
    await expect(page.getByText('No sessions found')).toBeVisible();
    await expect(
      page.getByRole('main').getByRole('link', { name: 'Find Language Partners' }),
    ).toHaveAttribute('href', '/dashboard');
    const context = await browser.newContext({
      baseURL: server.url,
      timezoneId: 'Europe/Berlin',
      locale: 'en-US',
    });
    const second = await context.newPage();
    faults.watch(second);
    await signIn(second, guest, `/booking/${owner.userId}/${slot.scheduleSlotId}`);
    await second.getByRole('button', { name: 'Confirm Booking' }).click();
    await expect(second.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();

    // No interaction with the owner's window.
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Boris' })).toHaveAttribute(
      'href',
      `/profile/${guest.userId}`,
    );
    await expect(main.getByText('30 minutes with Boris')).toBeVisible();
    await expect(main.locator('section').getByText('Upcoming', { exact: true })).toBeVisible();
    await expect(main.getByRole('link', { name: 'View Profile' })).toHaveAttribute(
      'href',
      `/profile/${guest.userId}`,
    );
    await expect(main.getByRole('link', { name: 'Join Session' })).toHaveCount(0);

    await second.goto('/appointments');
    await expect(second.getByRole('main').getByRole('link', { name: 'Aino' })).toBeVisible();
    await cancelFirst(page);
    await expect(page.getByText('No sessions found')).toBeVisible();
    await expect(second.getByText('No sessions found')).toBeVisible();

    await book(guest, slot);
    await expect(main.getByRole('link', { name: 'Boris' })).toBeVisible();
    await expect(second.getByRole('main').getByRole('link', { name: 'Aino' })).toBeVisible();
    await cancelFirst(second);
    await expect(page.getByText('No sessions found')).toBeVisible();
    await context.close();
  },
);

journey.describe('in the middle of a day', () => {
  journey.use({ timezoneId: zoneAtNoon });

  journey('a session runs and ends on the open screen, at the minute', async ({ page, server }) => {
    const owner = await createMember(server, 'Eino');
    const guest = await createMember(server, 'Fia');
    const start = Math.ceil((Date.now() + 2 * minuteMs) / quarterMs) * quarterMs;
    await book(guest, await publish(owner, new Date(start), 15));
    await page.clock.install();
    await signIn(page, guest, '/appointments');
    const main = page.getByRole('main');
    await expect(main.locator('section').getByText('Upcoming', { exact: true })).toBeVisible();
    await page.clock.fastForward(start - Date.now() + 1000);
    await expect(main.getByText('In Session', { exact: true })).toBeVisible();
    await expect(main.getByRole('link', { name: 'Join Session' })).toHaveAttribute(
      'href',
      `/chat/${owner.userId}`,
    );
    await expect(main.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
    await page.clock.fastForward(quarterMs);
    await expect(main.getByText('Completed', { exact: true })).toBeVisible();
    await expect(main.getByRole('link', { name: 'Join Session' })).toHaveCount(0);
  });
});

journey(
  'sessions are grouped by day and paged by ten; a page that was beyond the end can be opened again when the list has grown to it',
  async ({ page, server, expectAccessibleInBothSchemes }) => {
    const owner = await createMember(server, 'Kuno');
    const guest = await createMember(server, 'Lisa');
    for (let index = 0; index < 11; index += 1) {
      await book(guest, await publish(owner, hoursAfter(monday, 9 + index), 15));
    }
    await signIn(page, guest, '/appointments?page=999999');
    await expect(page).toHaveURL('/appointments?page=2');
    const items = page.getByText('15 minutes with Kuno');
    await expect(items).toHaveCount(1);
    await cancelFirst(page);
    await expect(page).toHaveURL('/appointments');
    await expect(items).toHaveCount(10);
    const heading = page.getByRole('heading', { level: 2 }).first();
    await expect(heading).toHaveText(/^Monday, \w+ \d+, \d{4}$/);
    await expectAccessibleInBothSchemes();

    await book(guest, await publish(owner, hoursAfter(monday, 30), 15));
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expect(items).toHaveCount(1);
    await expect(page).toHaveURL('/appointments?page=2');
    const tuesday = hoursAfter(monday, 24).toISOString().slice(0, 10);
    await page.getByLabel('From:').fill(tuesday);
    await expect(page).toHaveURL(`/appointments?from=${tuesday}`);
    await expect(items).toHaveCount(1);
    await page.reload();
    await expect(items).toHaveCount(1);
  },
);

/** The next Sunday of a clock change in a zone, as a UTC day. */
function nextClockChange(zone: string): string {
  const hourAt = (day: number) =>
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: zone }).format(day);
  let noon = Date.parse(`${mondayAhead()}T12:00:00Z`);
  while (hourAt(noon) === hourAt(noon + 86_400_000)) noon += 86_400_000;
  return new Date(noon + 86_400_000).toISOString().slice(0, 10);
}

journey(
  'two people in two zones see the same instants in the week when the clocks of one change',
  async ({ page, server, browser, faults }) => {
    journey.slow();
    const change = nextClockChange('Europe/Berlin');
    const week = new Date(Date.parse(`${change}T00:00:00Z`) - 6 * 86_400_000).toISOString().slice(0, 10);
    const [owner, guest] = await createPeople(server, [
      { name: 'Ilse', speaks: ['de'], learns: { en: 0.2 } },
      { name: 'Joe', speaks: ['en'], learns: { de: 0.2 } },
    ]);
    if (!owner || !guest) throw new Error('nobody joined');
    // Saturday before the change and Sunday after it, both at 10:00 in the owner's zone.
    await signIn(page, owner, `/settings?from=${week}#availability`);
    await expect(page.getByRole('grid').locator('xpath=..')).not.toHaveAttribute('aria-busy', 'true');
    for (const day of [5, 6]) {
      await cellOf(page, week, day, '10:00 AM', 'free').click();
      await expect(cellOf(page, week, day, '10:00 AM', 'available')).toBeVisible();
    }
    await expect.poll(async () => (await owner.client.calls.listOwnSlots()).count).toBe(2);
    const { slots } = await owner.client.calls.listOwnSlots();
    const instants = slots.map(({ startsAt }) => startsAt.toISOString());
    const [saturday, sunday] = slots;
    if (!saturday || !sunday) throw new Error('no slots');
    const apartHours = (sunday.startsAt.getTime() - saturday.startsAt.getTime()) / 3_600_000;
    expect([23, 25]).toContain(apartHours);

    const context = await browser.newContext({
      baseURL: server.url,
      timezoneId: 'America/New_York',
      locale: 'en-US',
    });
    const abroad = await context.newPage();
    faults.watch(abroad);
    await signIn(abroad, guest, `/profile/${owner.userId}`);
    const shown = (on: Page) =>
      on
        .getByRole('main')
        .locator('time')
        .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')));
    await expect(abroad.getByText(/10:00\sAM–10:15\sAM for Ilse$/)).toHaveCount(2);
    expect((await shown(abroad)).slice(-2)).toEqual(instants);
    for (const slot of slots) await book(guest, slot);

    for (const [on, own, theirs] of [
      [page, /10:00\sAM–10:15\sAM your time · /, 'Joe'],
      [abroad, / your time · 10:00\sAM–10:15\sAM for Ilse/, 'Ilse'],
    ] as const) {
      await on.goto('/appointments');
      await expect(on.getByText(`15 minutes with ${theirs}`)).toHaveCount(2);
      await expect(on.getByText(own)).toHaveCount(2);
      expect(await shown(on)).toEqual(instants);
    }
    await context.close();
  },
);

journey('shows a booking that arrives during the first read of the list', async ({ page, server }) => {
  const owner = await createMember(server, 'Mila');
  const guest = await createMember(server, 'Nils');
  const slot = await publish(owner, hoursAfter(monday, 10), 30);
  const connected = whenConnected(page);
  const told = whenTold(page, 'schedule:changed');
  await signIn(page, owner);
  await connected;
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  await page.route(
    '**/v1/user/schedule/appointments?*',
    async (route) => {
      const response = await route.fetch();
      answer();
      await isReleased;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await page.getByRole('link', { name: 'Upcoming Chats' }).click();
  await isAnswered;
  await book(guest, slot);
  await told;
  release();
  await expect(page.getByText('30 minutes with Nils')).toBeVisible();
});
