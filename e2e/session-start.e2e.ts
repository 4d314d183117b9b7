import { expect } from '@playwright/test';
import { journey } from './journey.ts';
import { createMember, signIn } from './people.ts';

journey(
  'while the session is loading a spinner shows; a start without an answer keeps it, and trying again leads back',
  async ({ page, server, faults }) => {
    faults.expect(/\/v1\/reauth.*ERR_CONNECTION_REFUSED|ERR_CONNECTION_REFUSED.*\/v1\/reauth/);
    await signIn(page, await createMember(server));
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/v1/reauth', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/settings');
    await expect(page.getByRole('main').getByText('Loading...')).toBeVisible();
    await expect(page).toHaveURL('/settings');
    goOn();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();

    await page.unroute('**/v1/reauth');
    await page.route('**/v1/reauth', (route) => route.abort('connectionrefused'));
    await page.goto('/settings');
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('The server could not be reached.')).toBeVisible();
    expect(await page.evaluate(() => localStorage.length)).toBe(1);
    await page.unroute('**/v1/reauth');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL('/settings');
  },
);

journey(
  'a stored token that is none is removed; without the static data the page offers to try again',
  async ({ page, faults }) => {
    faults.expect(/status of 401 .*\/v1\/reauth/);
    faults.expect(/status of 503/);
    await page.goto('/features');
    await page.evaluate(() => localStorage.setItem('parlance.refreshToken', 'no.such.token'));
    await page.goto('/chats');
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Your session has expired. Please sign in again.')).toBeVisible();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);

    const body = { code: 7000, message: 'Something went wrong.', statusCode: 503 };
    await page.route('**/v1/data', (route) => route.fulfill({ status: 503, json: body }));
    await page.goto('/login');
    await expect(page.getByText('This page could not be loaded completely.')).toBeVisible();
    await page.unroute('**/v1/data');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel('Email')).toBeVisible();
  },
);

journey('a screen whose script cannot be loaded shows an error', async ({ page, faults }) => {
  faults.expect(/assets\/login-|route module|came again/);
  let visits = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) visits += 1;
  });
  await page.route('**/assets/login-*.js', (route) => route.abort());
  await page.goto('/login');
  await expect(page.getByRole('alert')).toContainText('A part of this page could not be loaded.');
  expect(visits).toBeLessThan(8);
  const again = page.getByRole('link', { name: 'Load again' });
  await expect(again).toBeVisible();
  await page.unroute('**/assets/login-*.js');
  // An automatic reload may still be under way, and finds the script now.
  await again.or(page.getByLabel('Email')).click();
  await expect(page.getByLabel('Email')).toBeVisible();
});
