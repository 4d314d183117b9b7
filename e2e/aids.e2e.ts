import { expect, type Page } from '@playwright/test';
import {
  messageField,
  messageRow,
  sendByApi,
  signInToChat,
  storedConversation,
  write,
} from './conversations.ts';
import { journey } from './journey.ts';
import { expectNothingSideways } from './layout.ts';
import { createMember, createPartner, type Person } from './people.ts';
import { zoneAtNoon } from './schedule.ts';

// A note that is hidden for today returns at midnight.
journey.use({ timezoneId: zoneAtNoon });

async function talkSixtyToForty(ana: Person, ben: Person): Promise<void> {
  await sendByApi(ana, ben, [
    'Ich gehe heute ins Kino',
    'Das Wetter ist sehr schön',
    'Wir essen morgen zusammen Fisch',
  ]);
  await sendByApi(ben, ana, ['Mi hermana vive en Madrid', 'Hoy tengo mucho trabajo aquí']);
  await sendByApi(ana, ben, [
    'Meine Schwester kommt nächste Woche',
    'Hast du gestern gut geschlafen',
    'Ich habe leider keine Zeit',
  ]);
  await sendByApi(ben, ana, ['Me gusta mucho esta canción', 'Nos vemos mañana por la']);
}

async function openActions(page: Page, text: string): Promise<void> {
  await messageRow(page, text).hover();
  await messageRow(page, text).getByRole('button', { name: 'Message options' }).click();
}

/** A browser without a built-in translator. */
const withoutTranslator = (page: Page) =>
  page.addInitScript(() => void Reflect.deleteProperty(window, 'Translator'));

/** Lazy modules load on the first user input after the composer is there. */
const beginToUse = (page: Page) => messageField(page).click();

const openMenu = (page: Page) => page.getByRole('button', { name: 'More', exact: true }).click();
const shareNote = (page: Page) => page.getByText(/about \d+ : \d+ in the last weeks/);

journey(
  'the language share is shown above the composer, can be corrected and hidden for the day',
  async ({ page, server, expectAccessibleInBothSchemes }) => {
    const [ana, ben] = [await createMember(server, 'Ana'), await createPartner(server)];
    await talkSixtyToForty(ana, ben);
    await signInToChat(page, ana, ben);
    await beginToUse(page);
    await expect(shareNote(page)).toHaveText(
      'German and Spanish, about 60 : 40 in the last weeks. Your turn: how about Spanish next?',
    );
    await expect(messageRow(page, 'Mi hermana vive en Madrid').locator('p').first()).toHaveAttribute(
      'lang',
      'es',
    );
    await expectAccessibleInBothSchemes();
    await openMenu(page);
    await expect(page.getByRole('menuitem', { name: 'Languages: about 60 : 40' })).toBeVisible();
    await page.keyboard.press('Escape');

    await openActions(page, 'Ich habe leider keine Zeit');
    await page.getByRole('button', { name: 'Language: German' }).click();
    await expectAccessibleInBothSchemes(page.getByRole('dialog'));
    await page.getByRole('dialog').getByRole('button', { name: 'Spanish' }).click();
    // An equal share shows no note; the menu still shows the figures.
    await expect(shareNote(page)).toBeHidden();
    await openMenu(page);
    await page.getByRole('menuitem', { name: 'Languages: about 50 : 50' }).click();
    await expect(shareNote(page)).toContainText('An even split.');
    await page.reload();
    await beginToUse(page);
    await openActions(page, 'Ich habe leider keine Zeit');
    await page.getByRole('button', { name: 'Language: Spanish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'German' }).click();
    await expect(shareNote(page)).toContainText('about 60 : 40');
    await page.getByRole('button', { name: 'Hide for today' }).click();
    await expect(shareNote(page)).toBeHidden();
    await expect(messageField(page)).toBeFocused();
    await page.reload();
    await beginToUse(page);
    await expect(messageRow(page, 'Mi hermana vive en Madrid').locator('p').first()).toHaveAttribute(
      'lang',
      'es',
    );
    await expect(shareNote(page)).toBeHidden();
  },
);

journey(
  'a topic goes into the composer, is never sent by itself, keeps what was typed and does not return',
  async ({ page, server, expectAccessibleInBothSchemes }) => {
    const [ana, ben] = [await createMember(server, 'Ana'), await createPartner(server)];
    await ana.client.calls.createLanguage({ languageCode: 'es', target: true, proficiency: 0.1 });
    await signInToChat(page, ana, ben);
    await beginToUse(page);
    const topics = page.getByRole('region', { name: 'Something to talk about' });
    await expect(topics.getByRole('listitem')).toHaveCount(3);
    await expect(topics.getByText(/^An answer may begin:/)).toHaveCount(3);
    await expectAccessibleInBothSchemes();
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNothingSideways(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    const first = topics.getByRole('listitem').first();
    const words = await first.locator('[lang="es"]').first().innerText();
    await messageField(page).fill('Hola Ben');
    await first.getByRole('button').click();
    await expect(messageField(page)).toHaveValue(`Hola Ben\n${words}`);
    await expect(topics).toBeHidden();
    await expect(messageField(page)).toBeFocused();
    expect(await storedConversation(ana, ben)).toEqual([]);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.poll(() => storedConversation(ana, ben)).toEqual([`Hola Ben\n${words}`]);

    await openMenu(page);
    // Below ten messages nothing is said of the share of the languages.
    await expect(page.getByRole('menuitem', { name: /^Languages/ })).toBeHidden();
    await page.getByRole('menuitem', { name: 'Something to talk about' }).click();
    await expect(topics.getByRole('listitem')).toHaveCount(3);
    await expect(topics.getByText(words)).toBeHidden();
    await topics.getByRole('button', { name: 'Close' }).click();
    await expect(topics).toBeHidden();
  },
);

journey(
  'readings of Chinese, Korean and kana are shown below the message',
  async ({ page, server, expectAccessibleInBothSchemes }) => {
    const [ana, ben] = [await createMember(server, 'Ana'), await createPartner(server)];
    for (const { client } of [ana, ben]) {
      await client.calls.createLanguage({ languageCode: 'zh', target: true, proficiency: 0.2 });
    }
    await withoutTranslator(page);
    await sendByApi(ben, ana, ['你好', '안녕하세요', 'ありがとう', 'Hola Ana, ¿qué tal estás?']);
    await signInToChat(page, ana, ben);
    for (const [text, reading] of [
      ['你好', 'nǐ'],
      ['안녕하세요', 'annyeonghaseyo'],
      ['ありがとう', 'arigatou'],
    ] as const) {
      await openActions(page, text);
      await page.getByRole('button', { name: 'Show reading' }).click();
      await expect(page.locator('rt', { hasText: reading })).toBeVisible();
    }
    await expectAccessibleInBothSchemes();
    await page.getByRole('button', { name: 'Hide', exact: true }).first().click();
    await expect(page.locator('rt', { hasText: 'nǐ' })).toBeHidden();
    // No reading aid for Latin letters, no translator on this server, and no voice on this machine.
    await openActions(page, 'Hola Ana, ¿qué tal estás?');
    await expect(page.getByRole('button', { name: 'Language: Spanish' })).toBeVisible();
    for (const name of ['Show reading', 'Translate', 'Read aloud']) {
      await expect(page.getByRole('button', { name })).toBeHidden();
    }
  },
);

journey(
  'a message is read aloud by a voice of its language, can be stopped, and is translated by the browser',
  async ({ page, server }) => {
    const [ana, ben] = [await createMember(server, 'Ana'), await createPartner(server)];
    await sendByApi(ben, ana, ['Hola Ana. Hoy tengo mucho trabajo.']);
    // This browser has no voices, so speechSynthesis is replaced. Voices load late, as in real browsers.
    await page.addInitScript(() => {
      const spoken: string[] = [];
      const events = new EventTarget();
      let voices: object[] = [];
      setTimeout(() => {
        voices = [
          { lang: 'es-ES', name: 'far', localService: false },
          { lang: 'es-MX', name: 'near', localService: true },
        ];
        events.dispatchEvent(new Event('voiceschanged'));
      }, 500);
      class Utterance {
        text: string;
        lang = '';
        voice: { name: string } | null = null;
        constructor(text: string) {
          this.text = text;
        }
      }
      const speech = Object.assign(events, {
        getVoices: () => voices,
        speak: ({ text, lang, voice }: Utterance) => void spoken.push(`${voice?.name} ${lang} ${text}`),
        cancel: () => void spoken.push('cancel'),
      });
      Object.defineProperty(window, 'speechSynthesis', { value: speech });
      const Translator = {
        availability: async () => 'downloadable',
        create: async ({ sourceLanguage, targetLanguage }: Record<string, string>) => ({
          translate: async (text: string) => `${sourceLanguage} to ${targetLanguage}: ${text}`,
        }),
      };
      Object.assign(window, { SpeechSynthesisUtterance: Utterance, spoken, Translator });
    });
    await signInToChat(page, ana, ben);
    await openActions(page, 'Hola Ana. Hoy tengo mucho trabajo.');
    await page.getByRole('button', { name: 'Read aloud' }).click();
    await expect(page.getByText('Reading aloud…')).toBeVisible();
    const spoken = () => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken);
    expect(await spoken()).toEqual(['cancel', 'near es-MX Hola Ana.', 'near es-MX Hoy tengo mucho trabajo.']);
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByText('Reading aloud…')).toBeHidden();
    expect((await spoken()).at(-1)).toBe('cancel');

    // Translation by the browser sends no request, which would be refused here.
    await openActions(page, 'Hola Ana. Hoy tengo mucho trabajo.');
    await page.getByRole('button', { name: 'Translate' }).click();
    await expect(page.getByText('es to en: Hola Ana. Hoy tengo mucho trabajo.')).toBeVisible();
    await expect(page.getByText('Translated into English by this device')).toBeVisible();
    await write(page, 'Gracias');
    await expect(page.getByText('es to en: Hola Ana. Hoy tengo mucho trabajo.')).toBeVisible();
  },
);
