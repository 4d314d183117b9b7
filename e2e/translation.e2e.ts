import { type LibreTranslate, startLibreTranslate } from '@parlance/server/test/libre-translate';
import { expect, type Page } from '@playwright/test';
import { listenTo, timesOf } from './announcements.ts';
import { messageRow, sendByApi, signInToChat } from './conversations.ts';
import { journey as base } from './journey.ts';
import { createMember, createPartner } from './people.ts';

/** Journeys on a server with a translator that works, fails or times out. */
const journey = base.extend<object, { libre: LibreTranslate }>({
  libre: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs here
    async ({}, use) => {
      const libre = await startLibreTranslate();
      await use(libre);
      await libre.close();
    },
    { scope: 'worker' },
  ],
  serverSettings: [async ({ libre }, use) => use({ TRANSLATE_URL: libre.url }), { scope: 'worker' }],
});
// One worker: each would start a server with these settings.
journey.describe.configure({ mode: 'default' });

const sentence = 'Hoy tengo mucho trabajo';

async function translate(page: Page): Promise<void> {
  await messageRow(page, sentence).hover();
  await messageRow(page, sentence).getByRole('button', { name: 'Message options' }).click();
  await page.getByRole('button', { name: 'Translate' }).click();
}

journey(
  'a message is translated below its words, which stay; a translator that fails or is slow is tried again',
  async ({ page, server, libre, faults, expectAccessibleInBothSchemes }) => {
    journey.slow();
    faults.expect(/status of 503 .*\/translation/);
    const [ana, ben] = [await createMember(server, 'Ana'), await createPartner(server)];
    await sendByApi(ben, ana, [sentence]);
    // A browser without a built-in translator.
    await page.addInitScript(() => void Reflect.deleteProperty(window, 'Translator'));
    await listenTo(page);
    await signInToChat(page, ana, ben);
    libre.mood = 'working';
    await translate(page);
    const translation = page.getByText(`[en] ${sentence}`);
    await expect(translation).toBeVisible();
    await expect(translation).toHaveAttribute('lang', 'en');
    await expect(page.getByText('Translated into English by a machine')).toBeVisible();
    await expect(messageRow(page, sentence)).toBeVisible();
    await expect.poll(() => timesOf(page, new RegExp(`en. ${sentence}`))).toBe(1);
    await expectAccessibleInBothSchemes();
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    await expect(translation).toBeHidden();
    const options = messageRow(page, sentence).getByRole('button', { name: 'Message options' });
    await expect(options).toBeFocused();

    libre.mood = 'failing';
    await translate(page);
    await expect(page.getByRole('alert').getByText('Try again')).toBeVisible();
    await expectAccessibleInBothSchemes();
    libre.mood = 'silent';
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Translating…')).toBeVisible();
    await expect(options).toBeFocused();
    // The server times out after eight seconds.
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    libre.mood = 'working';
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(translation).toBeVisible();
  },
);

journey(
  'falls back to the server when translation on the device does not finish',
  async ({ page, server, libre }) => {
    const [ana, ben] = [await createMember(server, 'Ana'), await createPartner(server)];
    await sendByApi(ben, ana, [sentence]);
    await page.addInitScript(() => {
      const Translator = { availability: async () => 'downloadable', create: () => new Promise(() => {}) };
      Object.assign(window, { Translator });
    });
    libre.mood = 'working';
    await signInToChat(page, ana, ben);
    await translate(page);
    await expect(page.getByText('Translating…')).toBeVisible();
    await expect(page.getByText(`[en] ${sentence}`)).toBeVisible();
  },
);
