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
    // Closing the dialog saves, like Done.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.getByRole('link', { name: 'Phrases' }).click();
    await expect(page.getByText('llueve a cántaros', { exact: true })).toBeVisible();
    await expect(page.getByText('it pours')).toBeVisible();
    await expect(page.getByText('From Ben')).toBeVisible();
  },
);

journey(
  'reviews without a connection wait, also through a reload, and are counted once',
  async ({ page, server, faults, expectAccessibleInBothSchemes }) => {
    faults.expect(/ERR_INTERNET_DISCONNECTED/);
    const ana = await createMember(server, 'Ana');
    await keep(ana, 'uno', 'one');
    await keep(ana, 'dos', 'two');
    const network = await networkOf(page);
    await signIn(page, ana, '/phrases');
    const begin = page.getByRole('link', { name: 'Review 2 phrases' });
    await expect(begin).toBeVisible();
    await expectAccessibleInBothSchemes();
    await begin.press('Enter');
    await expect(show(page)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(page.getByText('one')).toBeVisible();
    await expectAccessibleInBothSchemes();
    await network.cut();
    await page.keyboard.press('3');
    await expect(page.getByText('dos', { exact: true })).toBeVisible();
    await page.keyboard.press('Space');
    await page.keyboard.press('3');
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
    await signIn(page, ben, '/phrases/files');
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
  await signIn(page, ana, '/phrases');
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
