import { expect, type Locator } from '@playwright/test';
import { join } from './calls.ts';
import { rows, write } from './conversations.ts';
import { journey } from './journey.ts';

journey.use({ serverSettings: { DEMO_DATA: 'on' }, permissions: ['microphone'] });

const fiveMinutesMs = 5 * 60_000;
const seconds = (ms: number) => (ms / 1000).toFixed(1);

journey(
  'a new visitor to the demo finds a match, books, chats, corrects, saves a phrase, talks and is booked',
  async ({ page, server, expectAccessible }) => {
    journey.slow();
    let clicks = 0;
    const click = async (target: Locator) => {
      clicks += 1;
      await target.click();
    };
    const startedAt = performance.now();
    const steps: string[] = [];
    let stepAt = startedAt;
    const done = (step: string) => {
      steps.push(`${step} ${seconds(performance.now() - stepAt)} s`);
      stepAt = performance.now();
    };
    await page.goto('/');
    await click(page.getByRole('link', { name: 'Sign Up' }).filter({ visible: true }).first());
    await expect(page.getByRole('button', { name: 'Continue as demo user' })).toBeVisible();
    await expectAccessible();
    await click(page.getByRole('button', { name: 'Continue as demo user' }));
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('link', { name: 'Messages 2 unread messages' })).toBeVisible();

    const match = page.getByRole('listitem').filter({ hasText: 'a match both ways' }).first();
    const name = (await match.getByRole('heading').textContent()) ?? '';
    await click(match.getByRole('link', { name: 'View Profile' }));
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    done('match');
    await click(page.getByRole('link', { name: /Free/ }).first());
    await click(page.getByRole('button', { name: 'Confirm Booking' }));
    await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
    done('booking');

    await click(page.getByRole('link', { name: 'Back to Profile' }));
    await click(page.getByRole('link', { name: 'Message', exact: true }));
    await write(page, 'Hello! See you then.');
    const askedAt = performance.now();
    const answer = rows(page).filter({ hasText: 'I am a demo partner' });
    await expect(answer).toBeVisible();
    const answeredMs = performance.now() - askedAt;
    await expect(rows(page).filter({ hasText: 'Hello! See you then.' })).toContainText('Read');
    done('answer');

    const choose = async (act: string) => {
      await answer.hover();
      await click(answer.getByRole('button', { name: 'Message options' }));
      await click(page.getByRole('button', { name: act, exact: true }));
    };
    const dialog = page.getByRole('dialog');
    await choose('Correct');
    await dialog.getByRole('textbox', { name: 'How you would say it' }).press('Control+End');
    await page.keyboard.type(' :-)');
    await click(dialog.getByRole('button', { name: 'Send correction' }));
    await expect(answer.getByRole('article')).toContainText('You corrected a mistake');
    done('correction');
    await choose('Save phrase');
    await expect(dialog.getByText('Saved to your phrases.')).toBeVisible();
    await click(dialog.getByRole('button', { name: 'Done' }));
    await expect(dialog).toBeHidden();
    done('phrase');

    await click(page.getByRole('link', { name: 'Upcoming Chats' }).filter({ visible: true }));
    await click(dialog.getByRole('button', { name: 'Leave' }));
    await click(page.getByRole('link', { name: 'Join Session' }));
    await join(page);
    clicks += 2;
    await expect(page.getByText('You are talking with').first()).toBeVisible();
    await click(page.getByRole('button', { name: 'Leave' }));
    await expect(page.getByText('You left the session.').first()).toBeVisible();
    done('talk');
    const tookMs = performance.now() - startedAt;
    process.stdout.write(
      `  first five minutes: ${clicks} clicks, ${seconds(tookMs)} s (${steps.join(', ')}); answered after ${seconds(answeredMs)} s\n`,
    );
    expect(answeredMs).toBeLessThan(20_000);
    expect(tookMs).toBeLessThan(fiveMinutesMs);

    // A demo partner books one of the demo user's slots half a minute after their publication.
    await server.advanceClock(30_000);
    await page.goto('/appointments');
    await expect(page.locator('section').getByText('Upcoming', { exact: true })).toHaveCount(4, {
      timeout: 75_000,
    });
  },
);
