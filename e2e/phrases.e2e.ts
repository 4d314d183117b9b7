import { expect, type Page } from '@playwright/test';
import { messageRow, networkOf, sendByApi, signInToChat } from './conversations.ts';
import { journey } from './journey.ts';
import { createMember, type Person, signIn } from './people.ts';
import type { ServerProcess } from './server-process.ts';

const keep = (person: Person, text: string, meaning = '') =>
  person.client.calls.createPhrase({ languageCode: 'es', text, meaning });
const repsOf = async ({ client }: Person) =>
  Object.fromEntries((await client.calls.listPhrases()).phrases.map(({ text, reps }) => [text, reps]));
async function receiveMessage(page: Page, server: ServerProcess, content: string) {
  const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
  await sendByApi(ben, ana, [content]);
  await signInToChat(page, ana, ben);
  return { ana, ben, dialog: page.getByRole('dialog', { name: 'Save phrase' }) };
}
async function pressSave(page: Page, content: string) {
  const row = messageRow(page, content);
  await row.hover();
  await row.getByRole('button', { name: 'Message options' }).click();
  await page.getByRole('button', { name: 'Save phrase' }).click();
}
async function saveMessage(page: Page, server: ServerProcess, content: string) {
  const people = await receiveMessage(page, server, content);
  await pressSave(page, content);
  await expect(people.dialog.getByText('Saved to your phrases.')).toBeVisible();
  return people;
}
const show = (page: Page) => page.getByRole('button', { name: 'Show the meaning' });

journey(
  'a message is saved as a phrase with two presses, with its meaning',
  async ({ page, server, expectAccessible }) => {
    const content = 'Hoy llueve a cántaros. ¡Qué lástima!';
    const { ana, ben, dialog } = await saveMessage(page, server, content);
    expect((await ana.client.calls.listPhrases()).phrases).toMatchObject([
      { text: content, partnerUserId: ben.userId },
    ]);
    await dialog.getByRole('button', { name: 'llueve' }).click();
    await dialog.getByRole('button', { name: 'cántaros' }).click();
    await expect(dialog.getByLabel('Phrase')).toHaveValue('llueve a cántaros');
    await expect(dialog.getByLabel('Context')).toHaveValue('Hoy llueve a cántaros.');
    await dialog.getByLabel('What it means').fill('it pours');
    await expectAccessible(dialog);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('link', { name: 'Phrases' }).click();
    await expect(page.getByText('llueve a cántaros', { exact: true })).toBeVisible();
    await expect(page.getByText('it pours')).toBeVisible();
    await expect(page.getByText('From Ben')).toBeVisible();
  },
);

journey('closing the phrase dialog saves the phrase', async ({ page, server }) => {
  const { ana, dialog } = await saveMessage(page, server, 'Hoy llueve a cántaros.');
  await dialog.getByRole('button', { name: 'llueve' }).click();
  await dialog.getByLabel('What it means').fill('it rains');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const kept = async () =>
    (await ana.client.calls.listPhrases()).phrases.map(({ text, meaning }) => [text, meaning]);
  await expect.poll(kept).toEqual([['llueve', 'it rains']]);
});

journey('text of a dialog closed during a failed save is restored', async ({ page, server, faults }) => {
  faults.expect(/500/);
  const content = 'Hoy llueve a cántaros.';
  const { ana, dialog } = await receiveMessage(page, server, content);
  const failing = Promise.withResolvers<void>();
  await page.route('**/v1/phrase', async (route) => {
    await failing.promise;
    await route.fulfill({ status: 500, body: '' });
  });
  await pressSave(page, content);
  await expect(dialog.getByText('Saving...')).toBeVisible();
  await dialog.getByLabel('What it means').fill('it pours');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  failing.resolve();
  const announcements = page.getByRole('region', { name: 'Announcements' });
  await expect(announcements.getByText('Something went wrong')).toBeVisible();
  await page.unroute('**/v1/phrase');
  await pressSave(page, content);
  await expect(dialog.getByLabel('What it means')).toHaveValue('it pours');
  await expect(dialog.getByText('Saved to your phrases.')).toBeVisible();
  expect((await ana.client.calls.listPhrases()).phrases).toMatchObject([
    { text: content, meaning: 'it pours' },
  ]);
});

journey('what is typed while a phrase is being saved is saved, too', async ({ page, server }) => {
  const ana = await createMember(server, 'Ana');
  await keep(ana, 'uno');
  await signIn(page, ana);
  await page.goto('/phrases');
  const saving = Promise.withResolvers<void>();
  await page.route('**/update', async (route) => {
    await saving.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Edit phrase' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit phrase' });
  await dialog.getByLabel('Phrase').fill('dos');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Saving...')).toBeVisible();
  await dialog.getByLabel('What it means').fill('two');
  saving.resolve();
  await expect(dialog).toBeHidden();
  expect((await ana.client.calls.listPhrases()).phrases).toMatchObject([{ text: 'dos', meaning: 'two' }]);
});

journey(
  'reviews due phrases by keyboard; forgotten ones are repeated before the summary',
  async ({ page, server, expectAccessibleInBothSchemes }) => {
    const ana = await createMember(server, 'Ana');
    await keep(ana, 'uno', 'one');
    await keep(ana, 'dos', 'two');
    await signIn(page, ana);
    await page.goto('/phrases');
    const begin = page.getByRole('link', { name: 'Review 2 phrases' });
    await expect(begin).toBeVisible();
    await expectAccessibleInBothSchemes();
    await begin.press('Enter');
    await expect(show(page)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(page.getByText('one')).toBeVisible();
    await expectAccessibleInBothSchemes();
    // A digit key on another element is not a rating.
    await page.getByRole('link', { name: 'Back to your phrases' }).press('1');
    await expect(page.getByText('one')).toBeVisible();
    await page.getByRole('button', { name: 'Again' }).press('1');
    await expect(page.getByText('dos')).toBeVisible();
    await page.keyboard.press('Space');
    await page.keyboard.press('Space');
    await expect(page.getByText('uno')).toBeVisible();
    await page.keyboard.press('Space');
    await page.keyboard.press('4');
    await expect(page.getByRole('heading', { name: 'Done for now' })).toBeVisible();
    await expect(page.getByText('You remembered 1 phrase at once. 1 is due again soon.')).toBeVisible();
    await expect.poll(() => repsOf(ana)).toEqual({ uno: 2, dos: 1 });
  },
);

journey.describe('with a finger', () => {
  journey.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  journey('a card is shown by a tap and answered by a swipe', async ({ page, server }) => {
    const ana = await createMember(server, 'Ana');
    await keep(ana, 'uno', 'one');
    await keep(ana, 'dos', 'two');
    await signIn(page, ana);
    await page.goto('/phrases/review');
    await show(page).tap();
    await swipe(page, 160);
    await expect(page.getByText('dos')).toBeVisible();
    // A click, because the emulated touch screen would treat a tap right after a swipe as a double tap.
    await show(page).click();
    await swipe(page, 30);
    await expect(page.getByText('two')).toBeVisible();
    await page.getByRole('button', { name: 'Easy' }).click();
    await expect(page.getByRole('heading', { name: 'Done for now' })).toBeVisible();
    await expect.poll(() => repsOf(ana)).toEqual({ uno: 1, dos: 1 });
  });
});

async function swipe(page: Page, byPx: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const box = await page.getByRole('article').boundingBox();
  const [x, y] = [(box?.x ?? 0) + 100, (box?.y ?? 0) + 120];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at === undefined ? [] : [{ x: at, y }],
    });
  await touch('touchStart', x);
  for (const part of [0.3, 0.6, 1]) await touch('touchMove', x + byPx * part);
  await touch('touchEnd');
}

journey(
  'reviews without a connection wait, also through a reload, and are counted once',
  async ({ page, server, faults }) => {
    faults.expect(/ERR_INTERNET_DISCONNECTED/);
    const ana = await createMember(server, 'Ana');
    await keep(ana, 'uno', 'one');
    await keep(ana, 'dos', 'two');
    const network = await networkOf(page);
    await signIn(page, ana);
    await page.goto('/phrases/review');
    await expect(show(page)).toBeVisible();
    await network.cut();
    for (const text of ['uno', 'dos']) {
      await expect(page.getByText(text, { exact: true })).toBeVisible();
      await page.keyboard.press('Space');
      await page.keyboard.press('3');
    }
    await expect(page.getByText('2 reviews are kept on this device')).toBeVisible();
    expect(await repsOf(ana)).toEqual({ uno: 0, dos: 0 });
    await page.reload().catch(() => undefined);
    await network.mend();
    await page.goto('/phrases');
    await expect.poll(() => repsOf(ana)).toEqual({ uno: 1, dos: 1 });
    await expect(page.getByText('kept on this device')).toHaveCount(0);
  },
);

journey(
  'exports a phrasebook and imports it into another after a preview',
  async ({ page, server, expectAccessibleInBothSchemes }) => {
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await keep(ana, 'uno', 'one');
    await keep(ana, '<b>dos</b> "2"', 'two');
    await keep(ben, 'uno', 'eins');
    const file = await (await ana.client.calls.exportPhrases({ format: 'tsv' })).text();
    await signIn(page, ben);
    await page.goto('/phrases/files');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Package for Anki' }).click();
    expect((await download).suggestedFilename()).toBe('parlance-phrases.apkg');
    const buffer = Buffer.from(`${file}x\t\t\t\tKlingon\n`);
    await page
      .getByLabel('File with phrases')
      .setInputFiles({ name: 'book.tsv', mimeType: 'text/plain', buffer });
    await expect(page.getByText('1 phrase that you have already')).toBeVisible();
    await expect(page.getByText('<b>dos</b> "2"')).toBeVisible();
    await expect(page.getByText(/^Line 9: /)).toBeVisible();
    await expectAccessibleInBothSchemes();
    await page.getByRole('button', { name: 'Add 1 phrase' }).click();
    await expect(page.getByText('1 phrase added.')).toBeVisible();
    expect((await ben.client.calls.listPhrases()).count).toBe(2);
  },
);

journey('Undo restores a deleted phrase, also a right-to-left one', async ({ page, server }) => {
  const ana = await createMember(server, 'Ana');
  await ana.client.calls.createPhrase({ languageCode: 'ar', text: 'مدرسة', meaning: 'school' });
  await keep(ana, 'escuela', 'school');
  await signIn(page, ana);
  await page.goto('/phrases');
  const text = page.getByText('مدرسة');
  expect(await text.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  // Aligned with the start of its meaning.
  await expect(text).toHaveCSS('text-align', 'left');
  await page.getByRole('button', { name: 'Delete phrase' }).last().click();
  await expect(text).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete phrase' })).toBeFocused();
  await page.getByRole('button', { name: 'Delete phrase' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  for (const left of [1, 0]) {
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(left);
  }
  await expect(text).toBeVisible();
  await page.goto('/phrases/review');
  expect(await text.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  expect((await ana.client.calls.listPhrases()).count).toBe(2);
});
