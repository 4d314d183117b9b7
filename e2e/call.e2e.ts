import { expect } from '@playwright/test';
import {
  createSessionNow,
  energyInHalfASecond,
  expectTalking,
  expectTone,
  findSession,
  giveTone,
  join,
  openOther,
  openSession,
  panel,
  talk,
  tones,
} from './calls.ts';
import { openChat } from './conversations.ts';
import { journey } from './journey.ts';

journey.use({ permissions: ['microphone', 'camera'] });

journey(
  'two members join their session, hear each other and see the time left',
  async ({ page, browser, server, faults, expectAccessibleInBothSchemes }) => {
    journey.slow();
    const { owner: ana, guest: ben, slot } = await createSessionNow(server);
    await giveTone(page, tones.ana);
    const other = await openOther(browser, server.url, faults, tones.ben);
    await openSession(page, ana, ben);
    await expect(page.getByText('Ben has not joined yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Join with voice' }).click();
    await expect(page.getByText('can see your network address')).toBeVisible();
    await expect.poll(() => page.getByRole('meter').getAttribute('aria-valuenow')).not.toBe('0');
    await expectAccessibleInBothSchemes(page.getByRole('dialog'));
    await page.getByRole('button', { name: 'Join now' }).click();
    await expect(panel(page, ben)).toContainText('Waiting for Ben.');
    await expectAccessibleInBothSchemes(panel(page, ben));

    await openSession(other, ben, ana);
    await expect(other.getByText('Ana has joined.')).toBeVisible();
    await join(other);
    await expectTalking(page, ben);
    await expectTalking(other, ana);
    await expectTone(page, tones.ben);
    await expectTone(other, tones.ana);
    // A random one of the two common languages comes first.
    await expect(panel(page, ben)).toContainText(/Now: (German|Spanish)/);
    await expectAccessibleInBothSchemes(panel(page, ben));

    await page.getByRole('button', { name: 'Notes' }).click();
    await page.getByLabel('Word or phrase').fill('Feierabend');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await other.getByRole('button', { name: 'Notes 1' }).click();
    await expect(panel(other, ana)).toContainText('Feierabend');
    await other.getByText('Correction', { exact: true }).click();
    await other.getByLabel('What was said').fill('ich bin gegangt');
    await other.getByLabel('How to say it better').fill('ich bin gegangen');
    await other.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(panel(page, ben)).toContainText('ich bin gegangen');

    await other.getByRole('button', { name: 'More', exact: true }).last().click();
    await other.getByRole('menuitem', { name: 'Swap now' }).click();
    await expect(panel(page, ben)).toContainText('Ben would like to swap now.');
    await expectAccessibleInBothSchemes(panel(page, ben));
    await page.getByRole('button', { name: 'Agree' }).click();
    await expect(panel(page, ben)).toContainText('Swap: now');
    await expect(panel(page, ben)).toBeFocused();
    await expect(panel(other, ana)).toContainText('Swap: now');
    await expect(page.getByRole('button', { name: 'Swap now' })).toHaveCount(0);
    await expectAccessibleInBothSchemes(panel(page, ben));

    await other.getByRole('button', { name: 'Leave' }).click();
    await expect(panel(other, ana)).toContainText('You left the session.');
    await expect(panel(other, ana)).toContainText('Feierabend');
    await expect(panel(page, ben)).toContainText('Ben has left.');
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect(panel(page, ben)).toContainText(/You talked for (less than a|\d) minute/);
    await expectAccessibleInBothSchemes(panel(page, ben));
    // Booking again comes first, the rarely used report last.
    await expect(panel(page, ben).getByRole('button', { name: 'Ask for it' })).toBeVisible();
    await expect(panel(page, ben).getByRole('button').last()).toHaveText('Report Ben');
    // Ben has written no message that could be reported.
    await page.getByRole('button', { name: 'Report Ben' }).click();
    await page.getByLabel('Anything to add?').fill('He shouted at me.');
    await page.getByRole('button', { name: 'Report', exact: true }).click();
    await expect(page.getByText('Thank you. The session was reported.')).toBeVisible();
    await panel(page, ben).getByRole('button', { name: 'Close' }).click();
    // The conversation is still empty.
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeFocused();
    const { notes, togetherMs } = await ana.client.calls.getCallSummary(slot);
    expect(notes.map(({ better, text }) => better ?? text)).toEqual(['Feierabend', 'ich bin gegangen']);
    expect(togetherMs).toBeGreaterThan(1000);
  },
);

journey('mute, camera and navigation work during a call', async ({ page, browser, server, faults }) => {
  journey.slow();
  const { other, owner: ana, guest: ben } = await talk(page, { browser, server, faults });
  await expectTone(other, tones.ana);
  await page.getByRole('heading', { level: 1 }).click({ trial: true });
  await page.locator('body').press('m');
  await expect(panel(other, ana)).toContainText('Ana is muted.');
  await expect.poll(() => energyInHalfASecond(other)).toBeLessThan(1e-6);
  // The letter m in a text field must not toggle the microphone.
  await page.getByRole('textbox', { name: 'Message', exact: true }).press('m');
  await expect(panel(other, ana)).toContainText('Ana is muted.');
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('');
  await panel(page, ben).getByRole('button', { name: 'Unmute' }).click();
  // Speech input users can turn the mute key off.
  for (const [turn, shown] of [
    ['off', 'Mute'],
    ['on', 'Unmute'],
  ] as const) {
    await page.getByRole('button', { name: 'More', exact: true }).last().click();
    await page.getByRole('menuitem', { name: `Turn the mute key M ${turn}` }).click();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.locator('body').press('m');
    await expect(panel(page, ben).getByRole('button', { name: shown, exact: true })).toBeVisible();
  }
  await panel(page, ben).getByRole('button', { name: 'Unmute' }).click();
  await expect(panel(other, ana)).not.toContainText('Ana is muted.');
  await expectTone(other, tones.ana);

  await page.getByRole('button', { name: 'Turn camera on' }).click();
  const picture = other.getByLabel('Camera of Ana');
  await expect.poll(() => picture.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Turn camera off' }).click();
  await expect(picture).toHaveCount(0);

  const linksBefore = await page.evaluate(() => window.links.length);
  await page.getByRole('link', { name: 'Find Partners' }).first().click();
  const way = page.getByRole('link', { name: 'Back to the session' });
  await expect(way).toBeVisible();
  await expectTone(page, tones.ben);
  await expectTone(other, tones.ana);
  expect(await page.evaluate(() => window.links.length)).toBe(linksBefore);
  await way.click();
  await expectTalking(page, ben);
});

journey(
  'a reload resumes the call, and a second tab takes over the seat',
  async ({ page, browser, server, faults }) => {
    journey.slow();
    const { other, owner: ana, guest: ben } = await talk(page, { browser, server, faults });
    await page.reload();
    await expect(page.getByText('You were in this session.')).toBeVisible();
    await join(page, 'Join again');
    await expectTalking(page, ben);
    await expectTone(page, tones.ben);
    await expectTone(other, tones.ana);

    const second = await page.context().newPage();
    faults.watch(second);
    await giveTone(second, 550);
    await openChat(second, ben);
    await findSession(second);
    await join(second, 'Use it here');
    await expectTalking(second, ben);
    await expect(panel(page, ben)).toContainText('You continued in another tab or on another device.');
    await expectTone(other, 550);
    await expectTone(second, tones.ben);
    await expectTalking(other, ana);
  },
);

journey('a block ends the session for both at once', async ({ page, browser, server, faults }) => {
  journey.slow();
  const { other, owner: ana, guest: ben, told } = await talk(page, { browser, server, faults });
  await page.getByRole('button', { name: 'More', exact: true }).last().click();
  await page.getByRole('menuitem', { name: 'Block and end the session' }).click();
  // By an event, not by a refused heartbeat, which shows the same text up to ten seconds later.
  await told;
  const ended = 'The session has ended: one of you has blocked the other.';
  await expect(panel(page, ben)).toContainText(ended);
  await expect(panel(other, ana)).toContainText(ended);
  const openLinks = (at: typeof page) =>
    at.evaluate(() => window.links.filter(({ signalingState }) => signalingState !== 'closed').length);
  expect(await openLinks(page)).toBe(0);
  expect(await openLinks(other)).toBe(0);
});

journey(
  'a token refresh during a call replaces the socket without an audio gap',
  async ({ page, browser, server, faults }) => {
    journey.slow();
    faults.allow(/status of 401/);
    const { other } = await talk(page, { browser, server, faults });
    const renewed = page.waitForResponse(/\/v1\/reauth/);
    const joined = page.waitForEvent('websocket');
    await server.advanceClock(16 * 60_000);
    try {
      // The next call is refused with 401 and renews the token.
      await page.getByRole('link', { name: 'Ben', exact: true }).first().click();
      await renewed;
      await joined;
      await expect(page.getByRole('link', { name: 'Back to the session' })).toBeVisible();
      await expectTone(page, tones.ben);
      await expectTone(other, tones.ana);
      expect(await page.evaluate(() => window.links.length)).toBe(1);
      expect(await other.evaluate(() => window.links.length)).toBe(1);
    } finally {
      await server.advanceClock(-16 * 60_000);
    }
  },
);
