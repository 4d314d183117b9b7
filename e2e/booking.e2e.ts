import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { createPeople } from './community.ts';
import { journey } from './journey.ts';
import { createMember, type Person, signIn, signInHere } from './people.ts';
import { book, hoursAfter, mondayAhead, publish, zoneAtNoon } from './schedule.ts';
import type { ServerProcess } from './server-process.ts';

const monday = mondayAhead();
const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;
const note = 'Hola, may we talk about the sea?';

async function createAiko(server: ServerProcess): Promise<Person> {
  const [aiko] = await createPeople(server, [
    { name: 'Aiko', speaks: ['ja'], learns: { de: 0.2 }, timeZone: 'Asia/Tokyo' },
  ]);
  if (!aiko) throw new Error('nobody joined');
  return aiko;
}

const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm Booking' }).click();

/** Texts from one member to another, as the recipient reads them. */
const notesOf = async (reader: Person, writer: Person) => {
  const { messages } = await reader.client.calls.listMessages({ userId: writer.userId });
  return messages.map(({ content }) => content);
};

journey(
  'a session is booked from a profile, with a note; both sides see it',
  async ({ page, server, expectAccessible }) => {
    journey.slow();
    const aiko = await createAiko(server);
    const member = await createMember(server, 'Bruno');
    const slot = await publish(aiko, hoursAfter(monday, 17), 45);
    await signIn(page, member, `/profile/${aiko.userId}`);
    const day = page.getByRole('region', { name: /^\w+day, \w+ \d+, \d{4}$/ });
    await expect(day.getByText(/your time · 2:00\sAM–2:45\sAM \+1 day for Aiko/)).toBeVisible();
    await expect(day.getByText('45 minutes')).toBeVisible();
    await day.getByRole('link', { name: /Free/ }).click();
    await expect(page).toHaveURL(`/booking/${aiko.userId}/${slot.scheduleSlotId}`);
    await expect(page.getByText(/your time · 2:00\sAM–2:45\sAM \+1 day for Aiko/)).toBeVisible();
    await expect(page.getByText('45 minutes')).toBeVisible();
    await expectAccessible();

    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(`/profile/${aiko.userId}`);
    await page.goForward();
    await page.getByLabel('Notes').fill(`  ${note} `);
    await confirm(page);
    await expect(page.getByRole('group', { name: 'Booking Confirmed!' })).toBeFocused();
    await expect(page.getByRole('link', { name: 'Back to Profile' })).toHaveAttribute(
      'href',
      `/profile/${aiko.userId}`,
    );
    await expect(
      page.getByRole('main').getByRole('link', { name: 'Find Language Partners' }),
    ).toHaveAttribute('href', '/dashboard');
    await expect.poll(() => notesOf(aiko, member)).toEqual([note]);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Add to calendar' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.ics$/);
    await expectAccessible();

    // A reload neither books nor sends again.
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
    expect(await notesOf(aiko, member)).toEqual([note]);

    await page.goto(`/profile/${aiko.userId}`);
    await expect(page.getByText('Booked by Bruno')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Bruno' })).toHaveAttribute(
      'href',
      `/profile/${member.userId}`,
    );
    const { slots } = await aiko.client.calls.listAppointments();
    expect(slots.map(({ bookedByUser }) => bookedByUser?.name)).toEqual(['Bruno']);
  },
);

journey('a guest can hide from others their name and when they are active', async ({ page, server }) => {
  const aiko = await createAiko(server);
  const member = await createMember(server, 'Bruno');
  await book(member, await publish(aiko, hoursAfter(monday, 10)));
  await signIn(page, member, '/settings#privacy');
  const seen = async () => (await aiko.client.calls.getProfile({ userId: member.userId })).lastActiveAt;
  expect(await seen()).not.toBeNull();
  const section = page.getByRole('region', { name: 'What others see' });
  await section.getByLabel('Show others when I am active').uncheck();
  await section.getByLabel('Show others my name on times that I book').uncheck();
  await section.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Privacy settings saved')).toBeVisible();
  expect(await seen()).toBeNull();
  await page.reload();
  await expect(section.getByLabel('Show others when I am active')).not.toBeChecked();
  await page.goto(`/profile/${aiko.userId}`);
  await expect(page.getByText('Booked by Bruno')).toBeVisible();

  await signIn(page, await createMember(server, 'Carla'), `/profile/${aiko.userId}`);
  const availability = page.getByRole('listitem').filter({ hasText: 'Booked' });
  await expect(availability).toHaveCount(1);
  await expect(availability.getByRole('link')).toHaveCount(0);
  await expect(page.getByText('Bruno')).toHaveCount(0);
});

journey(
  'errors are shown and keep the note; a slot booked meanwhile offers the nearest free slots',
  async ({ page, server, faults }) => {
    journey.slow();
    faults.expect(/status of 500/);
    faults.expect(/status of 403/);
    const aiko = await createAiko(server);
    const member = await createMember(server, 'Dario');
    const rival = await createMember(server, 'Rosa');
    const [wanted, ...others] = await Promise.all(
      [10, 9, 12, 30, 80].map((hours) => publish(aiko, hoursAfter(monday, hours))),
    );
    if (!wanted) throw new Error('no slot');
    await signIn(page, member, '/booking/somebody/sometime');
    await expect(page.getByText('Missing required information for booking')).toBeVisible();
    await page.goto(`/booking/${aiko.userId}/${randomUUID()}`);
    await expect(page.getByText('Availability slot not found or no longer available')).toBeVisible();

    const fail = { status: 500, body: '' };
    await page.route('**/schedule?*', (route) => route.fulfill(fail));
    await page.goto(`/booking/${aiko.userId}/${wanted.scheduleSlotId}`);
    await expect(page.getByText('Failed to load booking information')).toBeVisible();
    await page.unroute('**/schedule?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('Notes').fill(note);
    await page.route('**/book', (route) => route.fulfill(fail), { times: 1 });
    await confirm(page);
    await expect(page.getByText('Failed to book the session. Please try again.')).toBeVisible();
    await expect(page.getByLabel('Notes')).toHaveValue(note);

    await book(rival, wanted);
    await confirm(page);
    await expect(page.getByText('This slot is no longer available.')).toBeVisible();
    await expect(page.getByLabel('Notes')).toHaveValue(note);
    const alternatives = page.getByRole('region', { name: 'Other free times' }).getByRole('link');
    await expect(alternatives).toHaveCount(3);
    expect(await alternatives.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
      others.slice(0, 3).map(({ scheduleSlotId }) => `/booking/${aiko.userId}/${scheduleSlotId}`),
    );

    await alternatives.first().click();
    await expect(page.getByText('This slot is no longer available.')).toHaveCount(0);
    await expect(page.getByLabel('Notes')).toHaveValue(note);
    await confirm(page);
    await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
    await expect.poll(() => notesOf(aiko, member)).toEqual([note]);

    await page.goto(`/booking/${aiko.userId}/${wanted.scheduleSlotId}`);
    await expect(page.getByText('Availability slot not found or no longer available')).toBeVisible();
  },
);

journey(
  'a profile pages its availability by five and says when there is none; a visitor who books signs in on the way and comes back',
  async ({ page, server }) => {
    const aiko = await createAiko(server);
    const member = await createMember(server, 'Fadi');
    await page.goto(`/profile/${aiko.userId}`);
    await expect(page.getByText('No availability has been set up')).toBeVisible();
    await expect(page.getByText('Check back later.', { exact: true })).toBeVisible();
    for (let hours = 10; hours < 15; hours += 1) await publish(aiko, hoursAfter(monday, hours), 60);
    const last = await publish(aiko, hoursAfter(monday, 15), 60);
    await page.reload();
    await expect(page.getByRole('link', { name: /Free/ })).toHaveCount(5);
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expect(page).toHaveURL(/\?page=2$/);
    await expect(page.getByRole('link', { name: /Free/ })).toHaveCount(1);
    for (const beyond of ['3', '999999']) {
      await page.goto(`/profile/${aiko.userId}?page=${beyond}`);
      await expect(page).toHaveURL(/\?page=2$/);
      await expect(page.getByRole('link', { name: /Free/ })).toHaveCount(1);
    }
    await page.getByRole('link', { name: /Free/ }).click();
    await expect(page).toHaveURL('/login');
    await signInHere(page, member.mailbox);
    await expect(page).toHaveURL(`/booking/${aiko.userId}/${last.scheduleSlotId}`);
    await expect(page.getByRole('button', { name: 'Confirm Booking' })).toBeVisible();
  },
);

journey('own free slots do not link to a booking, and none is booked', async ({ page, server }) => {
  const aiko = await createAiko(server);
  const slot = await publish(aiko, hoursAfter(monday, 10), 60);
  await signIn(page, aiko, '/profile');
  await expect(page).toHaveURL(`/profile/${aiko.userId}`);
  await expect(page.getByRole('main').getByRole('link', { name: 'Settings' })).toHaveAttribute(
    'href',
    '/settings',
  );
  await expect(page.getByRole('link', { name: 'Message', exact: true })).toHaveCount(0);
  const availability = page.getByRole('region', { name: 'Availability' });
  await expect(availability.getByText('Free', { exact: true })).toBeVisible();
  await expect(availability.getByRole('link')).toHaveCount(0);
  await page.goto(`/booking/${aiko.userId}/${slot.scheduleSlotId}`);
  await expect(
    page.getByText('You cannot book a session with yourself. This is your own availability slot.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm Booking' })).toHaveCount(0);
});

journey.describe('in the middle of a day', () => {
  journey.use({ timezoneId: zoneAtNoon });

  journey('an unbooked slot in its time is not shown as in session', async ({ page, server }) => {
    const aiko = await createAiko(server);
    const guest = await createMember(server, 'Gro');
    const start = Math.ceil((Date.now() + 2 * minuteMs) / quarterMs) * quarterMs;
    await publish(aiko, new Date(start), 15);
    await book(guest, await publish(aiko, new Date(start + quarterMs), 15));
    await page.clock.install();
    await signIn(page, await createMember(server, 'Hal'), `/profile/${aiko.userId}`);
    const availability = page.getByRole('region', { name: 'Availability' });
    await expect(availability.getByText('Free', { exact: true })).toBeVisible();
    await page.clock.fastForward(start - Date.now() + 1000);
    await expect(availability.getByText('Started', { exact: true })).toBeVisible();
    await expect(availability.getByText('In Session')).toHaveCount(0);
    await expect(availability.getByRole('link', { name: /Started/ })).toHaveCount(0);
    await page.clock.fastForward(quarterMs);
    await expect(availability.getByText('Past', { exact: true })).toBeVisible();
    await expect(availability.getByText('In Session', { exact: true })).toBeVisible();
  });
});
