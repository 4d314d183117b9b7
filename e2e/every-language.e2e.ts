import { type Locale, offeredLocales } from '@parlance/words/locales';
import { expect, type Page } from '@playwright/test';
import { expectAccessibleInAnyColour } from './accessible.ts';
import { journey as base } from './admins.ts';
import { type AllScreens, openAllScreens, throughAllScreens } from './every-screen.ts';
import { misfitsOn, openIn } from './in-language.ts';

const checkedByAxe: readonly Locale[] = ['ar', 'ja'];
const widths = [1280, 360];

const journey = base.extend<object, { screens: AllScreens }>({
  screens: [
    async ({ server, browser }, use) => {
      const screens = await openAllScreens(server, browser);
      await use(screens);
      await Promise.all(screens.others.map(({ tab }) => tab.context().close()));
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

for (const locale of offeredLocales) {
  journey(`in ${locale} everything fits on every screen, wide and narrow`, async ({ screens, page }) => {
    journey.setTimeout(300_000);
    const faults: string[] = [];
    const look = async (tab: Page, paths: readonly string[]) => {
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
    await throughAllScreens(screens, page, locale, look);
    expect(faults).toEqual([]);
  });
}
