import { wordsOf } from '@parlance/words/server';
import { word } from '@parlance/words/word';
import { expect, type Locator, type Page } from '@playwright/test';
import { createPeople } from './community.ts';
import { choose } from './in-language.ts';
import { journey } from './journey.ts';
import { createMember, signIn } from './people.ts';
import { hoursAfter, mondayAhead, publish } from './schedule.ts';

const longestWay = 90;

/** Presses Tab until the focus is there, as somebody without a mouse does; each stop on the way must show its focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target.first()).toBeVisible();
  for (let presses = 0; presses < longestWay; presses += 1) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    const { outline, name } = await page.evaluate(() => {
      const element = document.activeElement ?? document.body;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const isPage = element === document.body;
      return {
        outline: isPage ? 1 : outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth),
        name: element.outerHTML.slice(0, 120),
      };
    });
    expect(outline, `no focus ring on ${name}`).toBeGreaterThan(0);
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

      // The first stop is the way past the navigation.
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: t('Skip to content') })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();

      await tabTo(page, page.getByRole('combobox', { name: t('Language') }));
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(languageName('ja'));
      await expect(page.getByRole('option', { name: languageName('ja') })).toBeVisible();
      await page.keyboard.press('Enter');
      await tabTo(page, page.getByRole('combobox', { name: t("I'm looking for"), exact: true }));
      // Native speakers.
      await page.keyboard.press('Home');
      await tabTo(page, page.getByRole('button', { name: t(word('Search', 'button')), exact: true }));
      await page.keyboard.press('Enter');
      await tabTo(page, page.getByRole('listitem').filter({ hasText: 'Aiko' }).getByRole('link'));
      await page.keyboard.press('Enter');

      await expect(page.getByRole('heading', { level: 1, name: 'Aiko' })).toBeVisible();
      await expect(page.getByRole('main')).toBeFocused();
      await tabTo(page, page.getByRole('link', { name: new RegExp(free) }));
      await page.keyboard.press('Enter');
      await tabTo(page, page.getByLabel(t('Notes')));
      await page.keyboard.type('Hello from the keyboard');
      await tabTo(page, page.getByRole('button', { name: t('Confirm Booking') }));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: t('Booking Confirmed!') })).toBeFocused();

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
