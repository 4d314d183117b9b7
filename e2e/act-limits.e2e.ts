import { expect } from '@playwright/test';
import { messageRow, sendByApi, signInToChat } from './conversations.ts';
import { journey } from './journey.ts';
import { createMember, signIn } from './people.ts';
import { book, hoursAfter, mondayAhead, publish } from './schedule.ts';
import type { ServerProcess } from './server-process.ts';

journey.use({ serverSettings: { RATE_LIMITS: 'on' } });

const minuteMs = 60_000;

/** Two members; advances the clock by a minute, after which they can request another code. */
async function createPair(server: ServerProcess) {
  const pair = { ana: await createMember(server, 'Ana'), ben: await createMember(server, 'Ben') };
  await server.advanceClock(minuteMs + 1000);
  return pair;
}

journey(
  'booking too many sessions with one partner shows the wait and keeps the note (6001)',
  async ({ page, server, faults, expectAccessible }) => {
    journey.slow();
    faults.expect(/status of 429/);
    // The access token expires during the hour.
    faults.expect(/status of 401/);
    const { ana, ben } = await createPair(server);
    // Strangers are booked less often.
    await sendByApi(ben, ana, ['Hello Ana']);
    await sendByApi(ana, ben, ['Hello Ben']);
    const monday = mondayAhead();
    for (let hour = 6; hour < 18; hour += 1) await book(ben, await publish(ana, hoursAfter(monday, hour)));
    const slot = await publish(ana, hoursAfter(monday, 20));
    await signIn(page, ben, `/booking/${ana.userId}/${slot.scheduleSlotId}`);
    const note = page.getByLabel('Notes');
    await note.fill('One more, please');
    const confirm = page.getByRole('button', { name: 'Confirm Booking' });
    await confirm.click();
    const wait =
      /^You have booked many sessions in a short time\. Please try again in (an hour|\d\d minutes)\.$/;
    await expect(page.getByRole('alert').getByText(wait)).toBeVisible();
    await expect(note).toHaveValue('One more, please');
    await expectAccessible();

    await server.advanceClock(60 * minuteMs);
    await confirm.click();
    await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
    await expect(page.getByText('Your note goes to Ana as a message.')).toBeVisible();
  },
);

journey(
  'reporting too often shows the wait and keeps the text (6001)',
  async ({ page, server, faults, expectAccessible }) => {
    journey.slow();
    faults.expect(/status of 429/);
    // The access token expires during the hour.
    faults.expect(/status of 401/);
    const { ana, ben } = await createPair(server);
    // Ana writes first: a stranger could send only 20 messages before an answer.
    await sendByApi(ana, ben, ['Hello']);
    await sendByApi(
      ben,
      ana,
      Array.from({ length: 21 }, (_, nth) => `buy number ${nth + 1}`),
    );
    const { messages } = await ana.client.calls.listMessages({ userId: ben.userId });
    for (const { chatMessageId } of messages.slice(0, 20))
      await ana.client.calls.reportMessage({ chatMessageId });
    await signInToChat(page, ana, ben);
    await messageRow(page, 'buy number 1').hover();
    await messageRow(page, 'buy number 1').getByRole('button', { name: 'Message options' }).click();
    await page.getByRole('button', { name: 'Report message' }).click();
    await page.getByLabel('What is wrong with it?').selectOption('spam');
    const words = page.getByLabel('Anything to add?');
    await words.fill('It never ends');
    const report = page.getByRole('button', { name: 'Report', exact: true });
    await report.click();
    const wait = /^That was a lot at once\. Please try again in (an hour|\d\d minutes)\.$/;
    await expect(page.getByRole('alert').getByText(wait)).toBeVisible();
    await expect(words).toHaveValue('It never ends');
    await expectAccessible();

    await server.advanceClock(60 * minuteMs);
    await report.click();
    await expect(page.getByText('Thank you. The message was reported.')).toBeVisible();
  },
);
