import { interestsDefault } from '@parlance/contract/account-care';
import { expect, type Page } from '@playwright/test';
import { journey } from './journey.ts';
import { expectNothingSideways, extremeViews } from './layout.ts';
import { createMember, type Person, signIn } from './people.ts';
import { lookAt, redAndBluePicture } from './pictures.ts';

const openSettings = async (page: Page, member: Person) => {
  await signIn(page, member, '/settings');
  await expect(section(page, 'Languages').getByRole('button', { name: 'Remove German' })).toBeVisible();
};

const section = (page: Page, name: string) => page.getByRole('region', { name });
const saveIn = (page: Page, name: string) =>
  section(page, name).getByRole('button', { name: 'Save Changes' });

/** Every change that the page sends from now on: 'POST /user/update'. */
function changesSentBy(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() !== 'GET') sent.push(`${request.method()} ${path.replace('/v1', '')}`);
  });
  return sent;
}

const serverFault = { status: 500, json: { statusCode: 500, code: 7000, message: 'Server error' } };

journey('name, description and picture are saved and stay after a reload', async ({ page, server }) => {
  const member = await createMember(server);
  await openSettings(page, member);
  const profile = section(page, 'Profile information');
  const save = saveIn(page, 'Profile information');
  await expect(save).toBeDisabled();
  await profile.getByLabel('Name').fill('');
  await expect(profile.getByText('Name is required')).toBeVisible();
  await expect(save).toBeDisabled();
  await profile.getByLabel('Name').fill(member.name);
  await expect(save).toBeDisabled();

  await profile.getByLabel('Name').fill('أمينة');
  await profile.getByLabel('About Me').fill('أحب القطارات.');
  await profile.getByLabel('Choose picture').setInputFiles(await redAndBluePicture(page));
  await expect(profile.getByRole('button', { name: 'Save Crop' })).toBeEnabled();
  // The stylesheet of the cropper is loaded.
  await expect(profile.getByTestId('cropper')).toHaveCSS('border-radius', '50%');
  await expect(save).toBeDisabled();
  await profile.getByRole('button', { name: 'Save Crop' }).click();
  await save.click();
  await expect(page.getByText('Profile information updated successfully')).toBeVisible();
  await expect(save).toBeDisabled();

  await page.reload();
  await expect(profile.getByLabel('Name')).toHaveValue('أمينة');
  await expect(profile.getByLabel('About Me')).toHaveValue('أحب القطارات.');
  const { profileImageUrl } = await member.client.calls.getUser();
  expect(await lookAt(page, profileImageUrl ?? '')).toEqual({ size: [512, 512], left: 'red', right: 'blue' });

  await profile.getByRole('button', { name: 'Remove' }).click();
  await save.click();
  await expect(page.getByText('Profile information updated successfully')).toBeVisible();
  await page.reload();
  await expect(profile.getByLabel('Choose picture')).toBeAttached();
  expect(await member.client.calls.getUser()).toMatchObject({ profileImageUrl: null, name: 'أمينة' });
});

journey('the picture waits for Save Changes and can be let go before', async ({ page, server }) => {
  const member = await createMember(server);
  await openSettings(page, member);
  const sent = changesSentBy(page);
  const profile = section(page, 'Profile information');
  await profile.getByLabel('Choose picture').setInputFiles(await redAndBluePicture(page));
  await profile.getByRole('button', { name: 'Save Crop' }).click();
  await expect(saveIn(page, 'Profile information')).toBeEnabled();
  await profile.getByRole('button', { name: 'Remove' }).click();
  await expect(saveIn(page, 'Profile information')).toBeDisabled();
  expect(sent).toEqual([]);
});

journey(
  'languages are saved as a difference, deletions last, and stay after a reload',
  async ({ page, server }) => {
    const member = await createMember(server);
    await openSettings(page, member);
    const languages = section(page, 'Languages');
    const save = saveIn(page, 'Languages');
    await expect(save).toBeDisabled();
    await languages.getByRole('button', { name: 'Remove German' }).click();
    const speaks = languages.getByLabel('Add a language you speak');
    await expect(speaks).toBeFocused();
    // Learned already, so it cannot also be spoken.
    await speaks.fill('Spanish');
    await expect(page.getByText('You already learn Spanish.')).toBeVisible();
    await speaks.fill('svenska');
    await page.keyboard.press('Enter');
    await expect(languages.getByRole('button', { name: 'Remove Swedish' })).toBeVisible();
    await languages.getByLabel('Add a language you want to learn').fill('Thai');
    await page.keyboard.press('Enter');
    await languages.getByRole('group', { name: 'Your level in Thai' }).getByLabel('Fluent').check();

    const sent = changesSentBy(page);
    await save.click();
    await expect(page.getByText('Languages saved')).toBeVisible();
    expect(sent).toEqual(['POST /user/language', 'POST /user/language', 'DELETE /user/language/de']);
    await page.reload();
    await expect(
      languages.getByRole('group', { name: 'Your level in Thai' }).getByLabel('Fluent'),
    ).toBeChecked();
    await expect(languages.getByRole('button', { name: /^Remove/ })).toHaveCount(3);
    expect((await member.client.calls.listOwnLanguages()).languages).toEqual([
      { languageCode: 'es', learning: true, proficiency: 0.2, isNative: null },
      { languageCode: 'sv', learning: false, proficiency: 1, isNative: null },
      { languageCode: 'th', learning: true, proficiency: 0.6, isNative: null },
    ]);
  },
);

journey(
  'a language that cannot be written fails the save, one that cannot be deleted is only logged',
  async ({ page, server, faults }) => {
    faults.expect(/status of 500/);
    faults.expect(/^page: /);
    const member = await createMember(server);
    await openSettings(page, member);
    const languages = section(page, 'Languages');
    await languages.getByRole('button', { name: 'Remove German' }).click();
    await languages.getByLabel('Add a language you speak').fill('Dansk');
    await page.keyboard.press('Enter');
    await expect(languages.getByRole('button', { name: 'Remove Danish' })).toBeVisible();

    await page.route('**/v1/user/language', (route) =>
      route.request().method() === 'POST' ? route.fulfill(serverFault) : route.continue(),
    );
    await saveIn(page, 'Languages').click();
    await expect(page.getByRole('alert')).toContainText('Something went wrong. Please try again later.');
    await expect(languages.getByRole('button', { name: 'Remove Danish' })).toBeVisible();
    const codes = async () =>
      (await member.client.calls.listOwnLanguages()).languages.map(({ languageCode }) => languageCode);
    expect(await codes()).toEqual(['de', 'es']);

    await page.unroute('**/v1/user/language');
    await page.route('**/v1/user/language/de', (route) => route.fulfill(serverFault));
    await saveIn(page, 'Languages').click();
    await expect(page.getByText('Languages saved')).toBeVisible();
    expect(await codes()).toEqual(['de', 'es', 'da']);
    // The screen shows the stored state.
    await expect(languages.getByRole('button', { name: 'Remove German' })).toBeVisible();
  },
);

journey('the daily goal is saved and stays after a reload', async ({ page, server, faults }) => {
  faults.expect(/status of 500/);
  await openSettings(page, await createMember(server));
  const goal = section(page, 'Daily goal');
  await expect(goal.getByRole('radio', { name: /Committed/ })).toBeChecked();
  await expect(saveIn(page, 'Daily goal')).toBeDisabled();
  await goal.getByRole('radio', { name: /Casual/ }).check();
  await page.route('**/v1/user/update', (route) => route.fulfill(serverFault), { times: 1 });
  await saveIn(page, 'Daily goal').click();
  await expect(page.getByRole('alert')).toContainText('Something went wrong. Please try again later.');
  await expect(goal.getByRole('radio', { name: /Casual/ })).toBeChecked();
  await saveIn(page, 'Daily goal').click();
  await expect(page.getByText('Daily learning goal saved')).toBeVisible();
  await page.reload();
  await expect(goal.getByRole('radio', { name: /Casual/ })).toBeChecked();
  await expect(saveIn(page, 'Daily goal')).toBeDisabled();
});

journey('at least five interests are kept, and they stay after a reload', async ({ page, server }) => {
  await openSettings(page, await createMember(server));
  const interests = section(page, 'Interests');
  const topic = (name: string) => interests.getByRole('checkbox', { name, exact: true });
  await expect(interests.getByRole('checkbox', { checked: true })).toHaveCount(interestsDefault.length);
  await expect(saveIn(page, 'Interests')).toBeDisabled();
  await topic('Business').uncheck();
  await expect(interests.getByText('Please select at least 5 interests (4/5)')).toBeVisible();
  await expect(saveIn(page, 'Interests')).toBeDisabled();
  await topic('Coffee').check();
  await expect(interests.getByText('Please select at least 5 interests')).toBeHidden();
  await saveIn(page, 'Interests').click();
  await expect(page.getByText('Interests saved')).toBeVisible();
  await page.reload();
  await expect(topic('Coffee')).toBeChecked();
  await expect(topic('Business')).not.toBeChecked();
  await expect(saveIn(page, 'Interests')).toBeDisabled();
});

for (const { name, ...view } of extremeViews) {
  journey.describe(name, () => {
    journey.use(view);

    journey(
      'the profile in the settings is accessible, and they do not scroll sideways',
      async ({ page, server, expectAccessible }) => {
        await openSettings(page, await createMember(server));
        const profile = section(page, 'Profile information');
        await profile.getByLabel('Name').fill('');
        await profile.getByLabel('Choose picture').setInputFiles(await redAndBluePicture(page));
        await expect(profile.getByRole('button', { name: 'Save Crop' })).toBeEnabled();
        await expectAccessible(profile);
        await expectNothingSideways(page);
      },
    );
  });
}
