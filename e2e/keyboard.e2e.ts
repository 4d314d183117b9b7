import { wordsOf } from '@parlance/words/server';
import { word } from '@parlance/words/word';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessibleInAnyColour } from './accessible.ts';
import { createSessionNow } from './calls.ts';
import { createPeople } from './community.ts';
import { holdScript, messageRow, sendByApi } from './conversations.ts';
import { choose } from './in-language.ts';
import { journey } from './journey.ts';
import { createMember, signIn } from './people.ts';
import { hoursAfter, mondayAhead, publish } from './schedule.ts';

const longestWay = 90;

/** Presses Tab until the target has the focus; each stop on the way must show its focus ring and not be covered. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target.first()).toBeVisible();
  for (let presses = 0; presses < longestWay; presses += 1) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    const { outline, isCovered, name } = await page.evaluate(() => {
      const element = document.activeElement ?? document.body;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const isPage = element === document.body;
      const { left, top, width, height } = element.getBoundingClientRect();
      const isOpenAt = (across: number, down: number) => {
        const seen = document.elementFromPoint(left + width * across, top + height * down);
        return seen !== null && (element.contains(seen) || seen.contains(element));
      };
      const parts = [0.1, 0.5, 0.9];
      return {
        outline: isPage ? 1 : outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth),
        isCovered: !isPage && !parts.some((across) => parts.some((down) => isOpenAt(across, down))),
        name: element.outerHTML.slice(0, 120),
      };
    });
    expect(outline, `no focus ring on ${name}`).toBeGreaterThan(0);
    expect(isCovered, `something covers ${name}`).toBe(false);
  }
  throw new Error(`${longestWay} presses of Tab do not lead there`);
}

for (const locale of ['en', 'ar'] as const) {
  journey(
    `without a mouse, in ${locale}: search, book, cancel, write, change a setting; the focus is never lost`,
    async ({ page, server }) => {
      const { t, languageName } = wordsOf(locale);
      const free = t(word('Free', 'a slot that can be booked'));
      await choose(page, locale);
      journey.setTimeout(240_000);
      const [aiko] = await createPeople(server, [
        { name: 'Aiko', speaks: ['ja'], learns: { de: 0.2 }, timeZone: 'Asia/Tokyo' },
      ]);
      if (!aiko) throw new Error('nobody joined');
      const ana = await createMember(server, 'Ana');
      await publish(aiko, hoursAfter(mondayAhead(), 10));
      await signIn(page, ana);

      // The first stop is the skip link.
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: t('Skip to content') })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();

      await tabTo(page, page.getByRole('combobox', { name: t('Language'), exact: true }));
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(languageName('ja'));
      await expect(page.getByRole('option', { name: languageName('ja') })).toBeVisible();
      await page.keyboard.press('Enter');
      await tabTo(page, page.getByRole('combobox', { name: t("I'm looking for"), exact: true }));
      // Selects native speakers.
      await page.keyboard.press('Home');
      await tabTo(page, page.getByRole('button', { name: t(word('Search', 'button')), exact: true }));
      await page.keyboard.press('Enter');
      await tabTo(page, page.getByRole('listitem').filter({ hasText: 'Aiko' }).getByRole('link'));
      await page.keyboard.press('Enter');

      await expect(page.getByRole('heading', { level: 1, name: 'Aiko' })).toBeVisible();
      await expect(page.getByRole('main')).toBeFocused();
      await tabTo(page, page.getByRole('link', { name: new RegExp(free) }));
      await page.keyboard.press('Enter');
      await tabTo(page, page.getByLabel(t(word('Notes', 'with a booking'))));
      await page.keyboard.type('Hello from the keyboard');
      await tabTo(page, page.getByRole('button', { name: t('Confirm Booking') }));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('group', { name: t('Booking Confirmed!') })).toBeFocused();

      await page.goto('/appointments');
      const cancel = page.getByRole('button', { name: t(word('Cancel', 'a session')), exact: true });
      await tabTo(page, cancel);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(cancel).toBeFocused();
      await page.keyboard.press('Enter');
      await tabTo(page, page.getByRole('button', { name: t('Cancel appointment') }));
      await page.keyboard.press('Enter');
      await expect(
        page.getByText(t('Cancelled. We are telling {name}.', { name: 'Aiko' })).first(),
      ).toBeVisible();

      await page.goto(`/chat/${aiko.userId}`);
      await tabTo(page, page.getByRole('textbox', { name: t('Message'), exact: true }));
      await page.keyboard.type('And a message');
      await page.keyboard.press('Enter');
      await expect(page.getByText('And a message')).toBeVisible();

      await page.goto('/settings');
      const contents = page.getByRole('navigation', { name: t('Settings') });
      await tabTo(page, contents.getByRole('link', { name: t('Languages and goal') }));
      await page.keyboard.press('Enter');
      const goal = page.getByRole('radio', { name: new RegExp(t('Committed')) });
      await tabTo(page, goal);
      await page.keyboard.press('ArrowDown');
      const section = page.getByRole('region', { name: t('Daily goal') });
      await tabTo(page, section.getByRole('button', { name: t('Save Changes') }));
      await page.keyboard.press('Enter');
      await expect.poll(async () => (await ana.client.calls.getUser()).dailyGoal).toBe('large');
    },
  );
}

journey(
  'letters that are typed before the list of languages has come stay, and the caret where it is',
  async ({ page, server }) => {
    const list = await holdScript(page, 'language-picker');
    await signIn(page, await createMember(server, 'Ana'));
    await page.getByRole('textbox', { name: 'Language', exact: true }).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Japnese');
    for (let presses = 0; presses < 'nese'.length; presses += 1) await page.keyboard.press('ArrowLeft');
    // Enter must not search while the list is still loading.
    await page.keyboard.press('Enter');
    list.release();
    const field = page.getByRole('combobox', { name: 'Language', exact: true });
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('Japnese');
    await page.keyboard.type('a');
    await expect(field).toHaveValue('Japanese');
    await expect(page.getByRole('option', { name: 'Japanese' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(field).toHaveAttribute('aria-expanded', 'false');
    await expect(field).toHaveValue('Japanese');
    await expect(page).not.toHaveURL(/type=/);
  },
);

const written = 'Hoy estoy mucho cansado.';
const better = 'Hoy estoy muy cansado.';

journey.describe('with a microphone', () => {
  journey.use({ permissions: ['microphone'] });
  for (const locale of ['en', 'ar'] as const) {
    journey(
      `without a mouse, in ${locale}: correct a message, keep a phrase and review it, join a session and leave it`,
      async ({ page, server }) => {
        journey.setTimeout(240_000);
        const { t } = wordsOf(locale);
        await choose(page, locale);
        const { owner: ana, guest: ben } = await createSessionNow(server);
        await sendByApi(ben, ana, [written]);
        await signIn(page, ana, `/chat/${ben.userId}`);
        const dialog = page.getByRole('dialog');
        const press = async (target: Locator) => {
          await tabTo(page, target);
          await page.keyboard.press('Enter');
        };
        const pressButton = (name: string, exact = true) =>
          press(page.getByRole('button', { name, exact }).filter({ visible: true }));
        /** English is covered by the journeys of each screen. */
        const expectAccessible = async () => {
          if (locale === 'ar') await expectAccessibleInAnyColour(page);
        };

        const row = messageRow(page, written);
        const options = row.getByRole('button', { name: t('Message options') });
        await press(options);
        await pressButton(t('Correct'));
        await expect(dialog.getByRole('heading')).toHaveText(t('Correct this message'));
        await expectFocusIn(dialog);
        await tabTo(page, page.getByRole('textbox', { name: t('How you would say it') }));
        await page.keyboard.press('ControlOrMeta+a');
        await page.keyboard.type(better);
        await expectAccessible();
        await pressButton(t('Send correction'));
        await expect(row.getByRole('article')).toContainText(t('You corrected a mistake'));
        await expect(options).toBeFocused();
        await expect(row.getByRole('article').locator('p[lang="es"]')).toHaveCount(1);
        if (locale === 'en') await expect(row).toMatchAriaSnapshot(correctedMessage);

        await page.keyboard.press('Enter');
        await pressButton(t('Save phrase'));
        await expect(dialog.getByText(t('Saved to your phrases.'))).toBeVisible();
        await expectFocusIn(dialog);
        await tabTo(page, page.getByRole('textbox', { name: t('What it means') }));
        await page.keyboard.type('I am very tired today.');
        await expectAccessible();
        await pressButton(t('Done'));
        await expect(options).toBeFocused();

        const call = page.getByRole('region', { name: t('Session with {name}', { name: 'Ben' }) });
        await pressButton(t('Join with voice'));
        await expectAccessible();
        await pressButton(t('Join now'));
        await expect(call).toBeFocused();
        await expect(call).toContainText(
          t('Waiting for {name}. You hear a sound when they join.', { name: 'Ben' }),
        );
        await expectAccessible();
        if (locale === 'en') await expect(call).toMatchAriaSnapshot(callThatWaits);
        // At 200 % zoom messages are still visible beside it.
        await page.setViewportSize({ width: 640, height: 400 });
        const messages = page.getByRole('region', { name: t('Messages') });
        await expect.poll(async () => (await messages.boundingBox())?.height).toBeGreaterThan(100);
        await page.setViewportSize({ width: 1280, height: 720 });
        await pressButton(t(word('Leave', 'a session')));
        await expect(page.getByRole('heading', { name: t('You left the session.') })).toBeFocused();
        await expectAccessible();
        await press(call.getByRole('button', { name: t('Close') }));
        await expect(messages).toBeFocused();

        await page.goto('/phrases/review');
        const show = page.getByRole('button', { name: t('Show the meaning') });
        await expect(show).toBeFocused();
        await page.keyboard.press('Enter');
        await expectAccessible();
        await press(page.getByRole('button', { name: t(word('Good', 'how well a phrase was remembered')) }));
        await expect(page.getByRole('heading', { name: t('Done for now') })).toBeFocused();
      },
    );
  }
});

const expectFocusIn = (part: Locator): Promise<void> =>
  expect.poll(() => part.evaluate((element) => element.contains(document.activeElement))).toBe(true);

// The reading order of a screen reader.
const correctedMessage = `
- listitem:
  - paragraph: ${written}
  - paragraph:
    - time
  - button "Message options"
  - article:
    - paragraph: You corrected a mistake
    - paragraph:
      - text: Hoy estoy
      - deletion: "(removed: mucho)"
      - insertion: "(added: muy)"
      - text: cansado.
    - paragraph:
      - time
    - button "Whole text"
    - button "Copy the correction"
    - button "Correction options"
`;

const callThatWaits = `
- region "Session with Ben":
  - paragraph: Waiting for Ben. You hear a sound when they join.
  - button "Mute"
  - button "Turn camera on"
  - button "Notes"
  - button "More"
  - button "Leave"
`;
