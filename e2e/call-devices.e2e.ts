import { chromium, expect, type Page } from '@playwright/test';
import {
  createSessionNow,
  energyInHalfASecond,
  expectTalking,
  join,
  openOther,
  openSession,
  panel,
  tones,
  watchLinks,
} from './calls.ts';
import { launchOptionsWithout } from './chromium.ts';
import { journey } from './journey.ts';

const check = (page: Page) => page.getByRole('dialog', { name: 'Check your microphone' });

journey(
  'without microphone permission the call shows a notice and allows listening',
  async ({ browser, server, faults }) => {
    journey.slow();
    const { owner: ana, guest: ben } = await createSessionNow(server);
    const strict = await chromium.launch(launchOptionsWithout('--use-fake-ui-for-media-stream'));
    const page = await strict.newPage({ baseURL: server.url });
    faults.watch(page);
    await openSession(page, ana, ben);
    await page.getByRole('button', { name: 'Join with voice' }).click();
    await expect(check(page)).toContainText('The microphone is not allowed here.');
    await expect(check(page).getByRole('button', { name: 'Try again' })).toBeVisible();
    await check(page).getByRole('button', { name: 'Join and only listen' }).click();
    const other = await openOther(browser, server.url, faults, tones.ben);
    await openSession(other, ben, ana);
    await join(other);
    await expectTalking(other, ana);
    await expectTalking(page, ben);
    await expect(panel(other, ana)).toContainText('Ana is muted.');
    await strict.close();
  },
);

journey(
  'an unplugged microphone is reported at once and restored with one press',
  async ({ browser, server, faults }) => {
    journey.slow();
    const { owner: ana, guest: ben } = await createSessionNow(server);
    // The flag that grants all permissions would prevent revoking one.
    const strict = await chromium.launch(launchOptionsWithout('--use-fake-ui-for-media-stream'));
    const context = await strict.newContext({ baseURL: server.url, permissions: ['microphone'] });
    const page = await context.newPage();
    faults.watch(page);
    await watchLinks(page);
    const other = await openOther(browser, server.url, faults, tones.ben);
    await openSession(page, ana, ben);
    await join(page);
    await openSession(other, ben, ana);
    await join(other);
    await expectTalking(other, ana);
    await expect.poll(() => energyInHalfASecond(other)).toBeGreaterThan(0);

    await context.clearPermissions();
    await expect(panel(page, ben)).toContainText('The microphone was unplugged or switched off.');
    await expect(panel(other, ana)).toContainText('Ana is muted.');
    await context.grantPermissions(['microphone']);
    await panel(page, ben).getByRole('button', { name: 'Try again' }).click();
    await expect(panel(other, ana)).not.toContainText('Ana is muted.');
    await expect.poll(() => energyInHalfASecond(other)).toBeGreaterThan(0);
    await strict.close();
  },
);
