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

journey(
  'name, description and picture wait for Save Changes, are saved and stay after a reload; the section is accessible and fits, wide and narrow',
  async ({ page, server, expectAccessible }) => {
    journey.slow();
    const member = await createMember(server);
    await openSettings(page, member);
    const sent = changesSentBy(page);
    const profile = section(page, 'Profile information');
    const save = saveIn(page, 'Profile information');
    await expect(save).toBeDisabled();
    await profile.getByLabel('Name').fill('');
    await expect(profile.getByText('Name is required')).toBeVisible();
    await expect(save).toBeDisabled();
    await profile.getByLabel('Choose picture').setInputFiles(await redAndBluePicture(page));
    await expect(profile.getByRole('button', { name: 'Save Crop' })).toBeEnabled();
    // The stylesheet of the cropper is loaded.
    await expect(profile.getByTestId('cropper')).toHaveCSS('border-radius', '50%');
    await expect(save).toBeDisabled();
    for (const { viewport, colorScheme } of extremeViews) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await expectAccessible(profile);
      await expectNothingSideways(page);
    }

    await profile.getByLabel('Name').fill(member.name);
    await profile.getByRole('button', { name: 'Save Crop' }).click();
    await expect(save).toBeEnabled();
    // The picture can be let go before it is saved.
    await profile.getByRole('button', { name: 'Remove' }).click();
    await expect(save).toBeDisabled();
    expect(sent).toEqual([]);

    await profile.getByLabel('Name').fill('أمينة');
    await profile.getByLabel('About Me').fill('أحب القطارات.');
    await profile.getByLabel('Choose picture').setInputFiles(await redAndBluePicture(page));
    await profile.getByRole('button', { name: 'Save Crop' }).click();
    await save.click();
    await expect(page.getByText('Profile information updated successfully')).toBeVisible();
    await expect(save).toBeDisabled();

    await page.reload();
    await expect(profile.getByLabel('Name')).toHaveValue('أمينة');
    await expect(profile.getByLabel('About Me')).toHaveValue('أحب القطارات.');
    const { profileImageUrl } = await member.client.calls.getUser();
    expect(await lookAt(page, profileImageUrl ?? '')).toEqual({
      size: [512, 512],
      left: 'red',
      right: 'blue',
    });

    await profile.getByRole('button', { name: 'Remove' }).click();
    await save.click();
    await expect(page.getByText('Profile information updated successfully')).toBeVisible();
    await page.reload();
    await expect(profile.getByLabel('Choose picture')).toBeAttached();
    expect(await member.client.calls.getUser()).toMatchObject({ profileImageUrl: null, name: 'أمينة' });
  },
);

journey(
  'languages are saved as a difference, deletions last, goal and interests as chosen, and all stay after a reload',
  async ({ page, server, faults }) => {
    journey.slow();
    faults.expect(/status of 500/);
    faults.expect(/^page: /);
    const member = await createMember(server);
    await openSettings(page, member);
    const languages = section(page, 'Languages');
    const goal = section(page, 'Daily goal');
    const interests = section(page, 'Interests');
    const topic = (name: string) => interests.getByRole('checkbox', { name, exact: true });
    for (const name of ['Languages', 'Daily goal', 'Interests'])
      await expect(saveIn(page, name)).toBeDisabled();
    await languages.getByRole('button', { name: 'Remove German' }).click();
    await languages.getByLabel('Add a language you speak').fill('svenska');
    await page.keyboard.press('Enter');
    await expect(languages.getByRole('button', { name: 'Remove Swedish' })).toBeVisible();

    // One that cannot be written fails the save, one that cannot be deleted is only logged.
    await page.route('**/v1/user/language', (route) =>
      route.request().method() === 'POST' ? route.fulfill(serverFault) : route.continue(),
    );
    await saveIn(page, 'Languages').click();
    await expect(page.getByRole('alert')).toContainText('Something went wrong. Please try again later.');
    await expect(languages.getByRole('button', { name: 'Remove Swedish' })).toBeVisible();
    const codes = async () =>
      (await member.client.calls.listOwnLanguages()).languages.map(({ languageCode }) => languageCode);
    expect(await codes()).toEqual(['de', 'es']);
    await page.unroute('**/v1/user/language');
    await page.route('**/v1/user/language/de', (route) => route.fulfill(serverFault));
    await saveIn(page, 'Languages').click();
    await expect(page.getByText('Languages saved')).toBeVisible();
    expect(await codes()).toEqual(['de', 'es', 'sv']);
    // The screen shows the stored state.
    await expect(languages.getByRole('button', { name: 'Remove German' })).toBeVisible();
    await page.unroute('**/v1/user/language/de');

    await languages.getByRole('button', { name: 'Remove German' }).click();
    await languages.getByLabel('Add a language you want to learn').fill('Thai');
    await page.keyboard.press('Enter');
    await languages.getByRole('group', { name: 'Your level in Thai' }).getByLabel('Fluent').check();
    await languages.getByRole('group', { name: 'Your level in Swedish' }).getByLabel('Native').check();
    const sent = changesSentBy(page);
    await saveIn(page, 'Languages').click();
    await expect.poll(() => sent).toHaveLength(3);
    expect(sent).toEqual(['POST /user/language', 'POST /user/language', 'DELETE /user/language/de']);

    await goal.getByRole('radio', { name: /Casual/ }).check();
    await saveIn(page, 'Daily goal').click();
    await expect(page.getByText('Daily learning goal saved')).toBeVisible();
    await topic('Business').uncheck();
    await expect(interests.getByText('Please select at least 5 interests (4/5)')).toBeVisible();
    await expect(saveIn(page, 'Interests')).toBeDisabled();
    await topic('Coffee').check();
    await expect(interests.getByText('Please select at least 5 interests')).toBeHidden();
    await saveIn(page, 'Interests').click();
    await expect(page.getByText('Interests saved')).toBeVisible();

    await page.reload();
    await expect(
      languages.getByRole('group', { name: 'Your level in Thai' }).getByLabel('Fluent'),
    ).toBeChecked();
    await expect(languages.getByRole('button', { name: /^Remove/ })).toHaveCount(3);
    await expect(goal.getByRole('radio', { name: /Casual/ })).toBeChecked();
    await expect(topic('Coffee')).toBeChecked();
    await expect(topic('Business')).not.toBeChecked();
    for (const name of ['Languages', 'Daily goal', 'Interests'])
      await expect(saveIn(page, name)).toBeDisabled();
    expect((await member.client.calls.listOwnLanguages()).languages).toEqual([
      { languageCode: 'es', learning: true, proficiency: 0.2, isNative: null },
      { languageCode: 'sv', learning: false, proficiency: 1, isNative: true },
      { languageCode: 'th', learning: true, proficiency: 0.6, isNative: null },
    ]);
    // Only a stated language is called native.
    await page.goto('/profile');
    await expect(page.getByRole('listitem').filter({ hasText: 'Swedish' })).toContainText('Native');
  },
);
