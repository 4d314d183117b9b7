import { expect, type Locator, type Page } from '@playwright/test';
import { holdScript } from './conversations.ts';
import { journey } from './journey.ts';
import { createMember, signIn } from './people.ts';

const fieldOf = (page: Page) => page.getByPlaceholder('All Languages');
const option = (page: Page, name: string) => page.getByRole('option', { name });

journey('what is typed into a language field replaces what is chosen', async ({ page, server }) => {
  await signIn(page, await createMember(server), '/dashboard?languageCode=en');
  const field = fieldOf(page);
  await expect(field).toHaveValue('English');
  await field.click();
  await page.keyboard.type('Spanish');
  await expect(field).toHaveValue('Spanish');
  await option(page, 'Spanish').click();

  // The field keeps the focus, so the next letters start the next choice.
  await expect(option(page, 'Spanish')).toHaveCount(0);
  await page.keyboard.type('Irish');
  await expect(field).toHaveValue('Irish');
  await expect(option(page, 'Irish')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(option(page, 'Irish')).toHaveCount(0);
  await expect(field).toHaveValue('Irish');

  await field.click();
  await page.keyboard.type('Cat');
  await expect(field).toHaveValue('Cat');
  // While the member types, a click places the caret.
  await field.click({ position: { x: 5, y: 20 } });
  await page.keyboard.press('Home');
  await page.keyboard.type('x');
  await expect(field).toHaveValue('xCat');
  await page.keyboard.press('Escape');

  await page.goto('/dashboard?languageCode=en');
  await expect(field).toHaveValue('English');
  await page.getByRole('combobox', { name: "I'm looking for" }).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(field).toBeFocused();
  await page.keyboard.type('German');
  await expect(field).toHaveValue('German');
  await expect(option(page, 'German')).toBeVisible();

  // In the settings, too, a press selects what was typed before.
  await page.goto('/settings/languages');
  const spoken = page.getByLabel('Add a language you speak');
  await spoken.click();
  await page.keyboard.type('Ger');
  await page.keyboard.press('Tab');
  await expect(spoken).not.toBeFocused();
  await spoken.click();
  await page.keyboard.type('Thai');
  await expect(spoken).toHaveValue('Thai');
});

journey('a press during the load of the list opens it and keeps the typed text', async ({ page, server }) => {
  const picker = await holdScript(page, 'language-picker');
  await signIn(page, await createMember(server), '/dashboard?languageCode=en');
  const field = fieldOf(page);
  await pressOn(page, field);
  await page.keyboard.type('Sp');
  const loaded = page.waitForResponse('**/assets/language-picker-*');
  picker.release();
  await (await loaded).finished();
  await page.keyboard.type('an');
  await page.mouse.up();
  await page.keyboard.type('ish');
  await expect(option(page, 'Spanish')).toBeVisible();
  await expect(field).toHaveValue('Spanish');
  await expect(field).toBeFocused();
});

journey('handles a press right after the list has loaded', async ({ page, server }) => {
  await page.addInitScript(holdRendering);
  const picker = await holdScript(page, 'language-picker');
  // The page counts as used after the sign-in and may ask at once.
  const asked = page.waitForRequest('**/assets/language-picker-*');
  await signIn(page, await createMember(server), '/dashboard?languageCode=en');
  const field = fieldOf(page);
  await field.hover();
  const address = (await asked).url();
  await page.evaluate(() => (window as unknown as Rendering).hold());
  picker.release();
  // After this import the app has the module, but its rendering is on hold.
  await page.evaluate(async (script) => void (await import(script)), address);
  // Parts that have loaded meanwhile can have moved the field.
  await field.hover();
  await page.mouse.down();
  await page.evaluate(() => (window as unknown as Rendering).release());
  await expect(field).toHaveRole('combobox');
  await page.mouse.up();
  await page.keyboard.type('Spanish');
  await expect(field).toHaveValue('Spanish');
  await expect(option(page, 'Spanish')).toBeVisible();
  await expect(field).toBeFocused();
});

/** Presses the mouse button on a field. Parts that load meanwhile can move the field away from the pointer. */
async function pressOn(page: Page, field: Locator): Promise<void> {
  await expect(async () => {
    await page.mouse.up();
    await field.hover();
    await page.mouse.down();
    await expect(field).toBeFocused({ timeout: 1000 });
  }).toPass();
}

interface Rendering {
  hold(): void;
  release(): void;
}

/** Delays React's scheduled rendering, as on a busy machine, without blocking input events. */
function holdRendering() {
  const { postMessage } = MessagePort.prototype;
  let held: (() => void)[] | null = null;
  MessagePort.prototype.postMessage = function (this: MessagePort, ...args: [unknown]) {
    const post = () => postMessage.apply(this, args);
    if (held) held.push(post);
    else post();
  };
  const rendering: Rendering = {
    hold() {
      held = [];
    },
    release() {
      const posts = held ?? [];
      held = null;
      for (const post of posts) post();
    },
  };
  Object.assign(window, rendering);
}
