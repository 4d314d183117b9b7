import { type Locale, offeredLocales } from '@parlance/words/locales';
import { expect } from '@playwright/test';
import { expectAccessibleInAnyColour } from './accessible.ts';
import { journey } from './admins.ts';
import { throughAllScreens } from './every-screen.ts';
import { misfitsOn, openIn } from './in-language.ts';

// The two longest, the one from right to left and the one without spaces; EVERY_LOCALE=on takes all.
const telling: readonly Locale[] = ['de', 'ru', 'ar', 'ja'];
const looked = process.env.EVERY_LOCALE === 'on' ? offeredLocales : telling;
const checkedByAxe: readonly Locale[] = ['ar', 'ja'];
const widths = [1280, 360];

for (const locale of looked) {
  journey(
    `in ${locale} everything fits on every screen, wide and narrow`,
    async ({ page, server, browser }) => {
      journey.setTimeout(300_000);
      const faults: string[] = [];
      const look = async (tab: typeof page, paths: readonly string[]) => {
        for (const path of paths) {
          await openIn(tab, locale, path);
          await expect(tab.locator('html')).toHaveCSS('direction', locale === 'ar' ? 'rtl' : 'ltr');
          for (const width of widths) {
            await tab.setViewportSize({ width, height: 800 });
            faults.push(...(await misfitsOn(tab)).map((fault) => `${path} at ${width}: ${fault}`));
          }
          if (checkedByAxe.includes(locale)) await expectAccessibleInAnyColour(tab);
        }
      };
      await throughAllScreens({ page, server, browser }, locale, look);
      expect(faults).toEqual([]);
    },
  );
}
