import { interestsDefault } from '@parlance/contract/account-care';
import { expect, type Page } from '@playwright/test';
import { journey } from './journey.ts';
import { expectNothingSideways, extremeViews } from './layout.ts';
import { openNewMailbox } from './mailbox.ts';
import { finishProfile, signInByApi, signInHere } from './people.ts';
import { lookAt, redAndBluePicture } from './pictures.ts';
import type { ServerProcess } from './server-process.ts';

/** A visitor with a new account at the first step. */
async function arriveAsNewcomer(page: Page, server: ServerProcess, address = '/onboarding') {
  const mailbox = await openNewMailbox(server, 'newcomer');
  const client = await signInByApi(server, mailbox);
  await page.goto(address);
  await signInHere(page, mailbox);
  await expect(heading(page)).toHaveText('Ok. What languages do you want to learn?');
  return { mailbox, client };
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const goOn = (page: Page) => button(page, 'Continue').click();

async function passLanguages(page: Page) {
  await button(page, 'Add Japanese').click();
  await button(page, 'Add French').click();
  await goOn(page);
  await expect(heading(page)).toHaveText('And what languages do you already speak?');
  await button(page, 'Add English').click();
  await goOn(page);
}

async function passToProfile(page: Page) {
  await passLanguages(page);
  await goOn(page);
  for (const name of interestsDefault) await page.getByRole('checkbox', { name, exact: true }).check();
  await goOn(page);
  await expect(heading(page)).toHaveText('Tell others a bit about yourself');
}

async function fillProfile(page: Page) {
  await page.getByLabel('Name').fill('Aiko 🗻');
  await page.getByLabel('About Me').fill('電車が好きです。');
}

/** The stored draft at the moment a step is displayed. */
const keptWhenShown = (page: Page, title: string) =>
  page.evaluate(
    (shown) =>
      new Promise<string>((resolve) => {
        const watch = new MutationObserver(() => {
          if (document.querySelector('h1')?.textContent !== shown) return;
          watch.disconnect();
          resolve(sessionStorage.getItem('parlance-onboarding-draft') ?? '');
        });
        watch.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    title,
  );

const ownLanguages = [
  { languageCode: 'ja', learning: true, proficiency: 0, isNative: null },
  { languageCode: 'fr', learning: true, proficiency: 0, isNative: null },
  { languageCode: 'en', learning: false, proficiency: 1, isNative: null },
];

journey('five steps with a cropped picture lead to a finished profile', async ({ page, server }) => {
  const { client } = await arriveAsNewcomer(page, server);
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', 'Step 1 of 5');
  await expect(button(page, 'Continue')).toBeDisabled();

  // By keyboard: a language by its native name, with a level.
  await page.getByRole('main').getByRole('combobox').fill('espan');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(/Spanish/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('combobox')).toHaveValue('');
  await page.keyboard.type('日本');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(/Japanese/);
  await page.keyboard.press('Enter');
  await page.getByRole('group', { name: 'Your level in Spanish' }).getByLabel('Advanced').check();
  await goOn(page);

  await expect(heading(page)).toHaveText('And what languages do you already speak?');
  await expect(heading(page)).toBeFocused();
  await expect(button(page, 'Continue')).toBeDisabled();
  // A learned language cannot also be spoken.
  await expect(button(page, 'Add Spanish')).toHaveCount(0);
  await page.getByRole('main').getByRole('combobox').fill('Spanish');
  await expect(page.getByText('You already learn Spanish.')).toBeVisible();
  await page.getByRole('main').getByRole('combobox').fill('Klingon');
  await expect(page.getByText('No language of that name.')).toBeVisible();
  await page.keyboard.press('Escape');
  await button(page, 'Add English').click();
  await goOn(page);

  await expect(page.getByRole('radio', { name: /Committed/ })).toBeChecked();
  await page.getByRole('radio', { name: /Ambitious/ }).check();
  await goOn(page);

  await expect(heading(page)).toHaveText('Choose your interests');
  await expect(page.getByRole('checkbox')).toHaveCount(60);
  for (const [index, name] of interestsDefault.entries()) {
    await expect(button(page, `${index}/5 selected`)).toBeDisabled();
    await page.getByRole('checkbox', { name, exact: true }).check();
  }
  await goOn(page);

  await expect(heading(page)).toHaveText('Tell others a bit about yourself');
  await fillProfile(page);
  await page.getByLabel('Choose picture').setInputFiles(await redAndBluePicture(page));
  await expect(page.getByRole('group', { name: 'Crop' })).toBeFocused();
  // The form cannot be submitted while the picture is being cropped.
  await expect(button(page, 'Finish')).toBeDisabled();
  // Past the picture's edge, where it stops: only its left half stays in the window.
  for (let press = 0; press < 40; press += 1) await page.keyboard.press('ArrowRight');
  await page.getByLabel('Zoom').focus();
  await page.keyboard.press('End');
  await expect(page.getByLabel('Zoom')).toHaveValue('3');
  await page.keyboard.press('Home');
  await expect(page.getByLabel('Zoom')).toHaveValue('1');
  await button(page, 'Save Crop').click();
  await expect(page.getByLabel('Change picture')).toBeFocused();

  const waiting = page.getByText('Customizing your learning experience...');
  const sawWaiting = waiting.waitFor();
  await button(page, 'Finish').click();
  await sawWaiting;
  await expect(page).toHaveURL('/onboarding-complete');
  await expect(heading(page)).toHaveText("You're all set, Aiko 🗻!");
  await expect(page.getByRole('link', { name: 'Set up your availability' })).toHaveAttribute(
    'href',
    '/settings#availability',
  );
  await expect(page.getByRole('link', { name: 'Find Spanish partners' })).toHaveAttribute(
    'href',
    '/dashboard?languageCode=es&type=natives',
  );
  await expect(page.getByRole('link', { name: /^Find .+ partners$/ })).toHaveCount(2);

  const user = await client.calls.getUser();
  expect(user).toMatchObject({
    name: 'Aiko 🗻',
    description: '電車が好きです。',
    dailyGoal: 'large',
    interests: interestsDefault,
  });
  expect(await client.calls.listOwnLanguages()).toEqual({
    languages: [
      { languageCode: 'es', learning: true, proficiency: 0.4, isNative: null },
      { languageCode: 'ja', learning: true, proficiency: 0, isNative: null },
      { languageCode: 'en', learning: false, proficiency: 1, isNative: null },
    ],
  });
  expect(await lookAt(page, user.profileImageUrl ?? '')).toEqual({
    size: [512, 512],
    left: 'red',
    right: 'red',
  });
  expect(await page.evaluate(() => sessionStorage.getItem('parlance-onboarding-draft'))).toBeNull();

  // The steps are over; the browser's back button does not return to them.
  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
});

journey(
  'an error on the third language returns to the profile step, and a second try completes it without doubles',
  async ({ page, server, faults }) => {
    faults.expect(/status of 500/);
    const { client } = await arriveAsNewcomer(page, server);
    await passToProfile(page);
    await fillProfile(page);
    await page.getByLabel('Choose picture').setInputFiles(await redAndBluePicture(page));
    await button(page, 'Save Crop').click();

    let languagesSent = 0;
    await page.route('**/v1/user/language', (route) => {
      if (route.request().method() === 'POST') languagesSent += 1;
      if (languagesSent < 3) return route.continue();
      return route.fulfill({ status: 500, json: { statusCode: 500, code: 7000, message: 'Server error' } });
    });
    await button(page, 'Finish').click();
    await expect(page.getByRole('alert')).toContainText('Something went wrong. Please try again later.');
    await expect(heading(page)).toHaveText('Tell others a bit about yourself');
    const expectEverythingKept = async () => {
      await expect(page.getByLabel('Name')).toHaveValue('Aiko 🗻');
      await expect(page.getByLabel('About Me')).toHaveValue('電車が好きです。');
      await expect(button(page, 'Remove')).toBeVisible();
    };
    await expectEverythingKept();
    // The description is stored by now; guards use it to recognise a complete profile.
    expect((await client.calls.getUser()).description).toBe('電車が好きです。');

    // Neither a reload nor another address leaves the unfinished onboarding.
    for (const leave of [() => page.reload(), () => page.goto('/dashboard')]) {
      await leave();
      await expect(page).toHaveURL('/onboarding?step=profile');
      await expect(page.getByRole('alert')).toContainText('Saving was interrupted.');
      await expectEverythingKept();
    }

    await page.unroute('**/v1/user/language');
    await button(page, 'Finish').click();
    await expect(page).toHaveURL('/onboarding-complete');
    expect(await client.calls.listOwnLanguages()).toEqual({ languages: ownLanguages });
    const { profileImageUrl } = await client.calls.getUser();
    expect(await lookAt(page, profileImageUrl ?? '')).toEqual({
      size: [512, 512],
      left: 'red',
      right: 'blue',
    });
    await page.goto('/chats');
    await expect(page).toHaveURL('/chats');
  },
);

journey(
  'back, forward and reload move between the steps and lose nothing; signing out leaves nothing',
  async ({ page, server }) => {
    const { mailbox } = await arriveAsNewcomer(page, server);
    await page.goto('/onboarding?step=profile');
    await expect(heading(page)).toHaveText('Ok. What languages do you want to learn?');
    await passLanguages(page);
    await page.getByRole('radio', { name: /Extreme/ }).check();
    await goOn(page);
    await page.getByRole('checkbox', { name: 'Coffee' }).check();

    await page.goBack();
    await expect(page.getByRole('radio', { name: /Extreme/ })).toBeChecked();
    await page.goBack();
    await expect(button(page, 'Remove English')).toBeVisible();
    await button(page, 'Back').click();
    await expect(button(page, 'Remove French')).toBeVisible();
    await page.reload();
    await expect(button(page, 'Remove Japanese')).toBeVisible();
    await goOn(page);
    await goOn(page);
    await page.goForward();
    await expect(page.getByRole('radio', { name: /Extreme/ })).toBeChecked();
    const kept = keptWhenShown(page, 'Choose your interests');
    await goOn(page);
    await expect(page.getByRole('checkbox', { name: 'Coffee' })).toBeChecked();

    // A redirect back to onboarding resumes at the same step, even right after it was shown.
    expect(await kept).toContain('"step":"interests"');
    await page.goto('/chats');
    await expect(page).toHaveURL('/onboarding?step=interests');
    await expect(button(page, '1/5 selected')).toBeDisabled();

    // Signing out leaves nothing of the draft behind.
    await button(page, 'Logout').click();
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Coffee');
    await signInHere(page, mailbox);
    await expect(heading(page)).toHaveText('Ok. What languages do you want to learn?');
    await expect(button(page, 'Continue')).toBeDisabled();
  },
);

journey(
  'a blank name or description, or a picture that is none, cannot be sent; then onboarding returns to the page that was requested',
  async ({ page, server }) => {
    await arriveAsNewcomer(page, server, '/appointments?from=2024-03-05');
    await passToProfile(page);
    await page.getByLabel('Name').fill('  ');
    await page.getByLabel('About Me').fill('Hello');
    await expect(button(page, 'Finish')).toBeDisabled();
    await page.getByLabel('Name').fill('Aiko');
    await expect(button(page, 'Finish')).toBeEnabled();
    await page.getByLabel('About Me').fill('\n ');
    await expect(button(page, 'Finish')).toBeDisabled();
    await page.getByLabel('About Me').fill('x'.repeat(1001));
    await expect(page.getByText('Must have at most 1000 characters')).toBeVisible();
    await page.getByLabel('About Me').fill('Hello');
    await page.getByLabel('Choose picture').setInputFiles({
      name: 'notes.png',
      mimeType: 'image/png',
      buffer: Buffer.from('not a picture'),
    });
    await expect(page.getByRole('alert')).toContainText('This file cannot be read as a picture.');
    await expect(button(page, 'Finish')).toBeEnabled();
    await page.getByLabel('Choose picture').setInputFiles(await redAndBluePicture(page));
    await button(page, 'Cancel').click();
    await expect(button(page, 'Remove')).toHaveCount(0);
    await page.getByLabel('Choose picture').setInputFiles(await redAndBluePicture(page));
    await button(page, 'Save Crop').click();
    await button(page, 'Remove').click();
    await expect(page.getByLabel('Choose picture')).toBeAttached();

    await fillProfile(page);
    await button(page, 'Finish').click();
    await page.getByRole('link', { name: 'Continue where you left off' }).click();
    await expect(page).toHaveURL('/appointments?from=2024-03-05');
  },
);

journey(
  'every step is accessible and nothing scrolls sideways, in the light on a desktop and in the dark on a small phone',
  async ({ page, server, expectAccessible }) => {
    journey.slow();
    await arriveAsNewcomer(page, server);
    const expectSound = async () => {
      for (const { viewport, colorScheme } of extremeViews) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        await expectAccessible();
        await expectNothingSideways(page);
      }
    };
    await button(page, 'Add Portuguese').click();
    await expectSound();
    await goOn(page);
    await button(page, 'Add English').click();
    await expectSound();
    await goOn(page);
    await expectSound();
    await goOn(page);
    for (const topic of interestsDefault)
      await page.getByRole('checkbox', { name: topic, exact: true }).check();
    await expectSound();
    await goOn(page);
    await page.getByLabel('Choose picture').setInputFiles(await redAndBluePicture(page));
    await expect(button(page, 'Save Crop')).toBeEnabled();
    await expectSound();
    await button(page, 'Save Crop').click();
    await page.getByLabel('Name').fill('W'.repeat(60));
    await page.getByLabel('About Me').fill('Hello');
    await expectSound();
    await button(page, 'Finish').click();
    await expect(page).toHaveURL('/onboarding-complete');
    await expectSound();
  },
);

journey('the bar leads nowhere until the profile is there, and comes with it', async ({ page, server }) => {
  const { client } = await arriveAsNewcomer(page, server);
  const bar = page.getByRole('banner');
  for (const { viewport } of extremeViews) {
    await page.setViewportSize(viewport);
    await expect(bar.getByText('Parlance')).toBeVisible();
    await expect(bar.getByRole('link')).toHaveCount(0);
    await expect(bar.getByRole('button')).toHaveCount(0);
    await expect(button(page, 'Logout')).toBeVisible();

    // On other pages the logo links to the remaining steps.
    await page.goto('/features');
    await expect(bar.getByRole('link', { name: 'Sign Up' })).toHaveCount(0);
    await expect(bar.getByRole('link', { name: 'Find Partners' })).toHaveCount(0);
    await bar.getByRole('link', { name: 'Parlance' }).click();
    await expect(heading(page)).toHaveText('Ok. What languages do you want to learn?');
    await expect(bar.getByRole('link')).toHaveCount(0);
  }

  await finishProfile(client, 'Aiko');
  await page.reload();
  await expect(page).toHaveURL('/dashboard');
  await expect(bar.getByRole('link', { name: 'Parlance' })).toHaveAttribute('href', '/dashboard');
  await bar.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('link', { name: 'Upcoming Chats' })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(bar.getByRole('link', { name: 'Upcoming Chats' })).toBeVisible();
});
