import { expect, type Page } from '@playwright/test';
import { untilHydrated } from './hydration.ts';
import { journey } from './journey.ts';
import { createMember, signIn } from './people.ts';

const key = 'parlance.appearance';
/** The colour of paper in the theme (web/app/theme.css), and its contents in theme-color. */
const paper = { light: '#fcfaf4', dark: '#0b1619' };

const appearance = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Appearance' }).getByRole('radio', { name });
/** Which of the two the style sheet uses. */
const schemeOf = (page: Page) =>
  page.evaluate(() => {
    const probe = document.createElement('i');
    probe.style.color = 'light-dark(rgb(1, 1, 1), rgb(2, 2, 2))';
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color === 'rgb(2, 2, 2)' ? 'dark' : 'light';
  });
/** The colour of the browser's frame: the first element that applies. */
const frameColour = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].find(
        ({ media }) => matchMedia(media).matches,
      )?.content,
  );

journey(
  'the chosen appearance applies at once, in every tab, to print never, and stays after signing out',
  async ({ page, context, server, faults }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await signIn(page, await createMember(server), '/settings/appearance');
    await expect(appearance(page, 'System')).toBeChecked();
    expect(await schemeOf(page)).toBe('light');
    const other = await context.newPage();
    faults.watch(other);
    await other.emulateMedia({ colorScheme: 'light' });
    await other.goto('/settings/appearance');
    await expect(appearance(other, 'System')).toBeChecked();

    await appearance(page, 'Dark').check();
    for (const tab of [page, other]) {
      await expect(appearance(tab, 'Dark')).toBeChecked();
      await expect.poll(() => schemeOf(tab)).toBe('dark');
      expect(await frameColour(tab)).toBe(paper.dark);
    }
    await page.emulateMedia({ media: 'print' });
    expect(await schemeOf(page)).toBe('light');
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });

    await appearance(page, 'Light').check();
    await expect.poll(() => schemeOf(page)).toBe('light');
    expect(await frameColour(page)).toBe(paper.light);
    await appearance(page, 'System').check();
    await expect.poll(() => schemeOf(page)).toBe('dark');
    expect(await frameColour(page)).toBe(paper.dark);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => schemeOf(page)).toBe('light');

    await appearance(page, 'Dark').check();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([key]);
    expect(await schemeOf(page)).toBe('dark');
  },
);

journey('the page has its colours from the first frame, however slow it loads', async ({ page }) => {
  journey.slow();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/features');
  await page.evaluate((name) => localStorage.setItem(name, 'dark'), key);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 60_000,
    uploadThroughput: 60_000,
  });
  await page.addInitScript(() => {
    const grounds: string[] = [];
    Object.assign(window, { grounds });
    const look = () => {
      const [sheet] = [...document.styleSheets];
      // Without its style sheet the browser draws the page in the scheme of the meta element.
      if (document.body)
        grounds.push(
          sheet
            ? getComputedStyle(document.body).backgroundColor
            : `unstyled ${document.querySelector<HTMLMetaElement>('meta[name=color-scheme]')?.content}`,
        );
      requestAnimationFrame(look);
    };
    look();
  });
  for (const path of ['/features', '/dashboard', '/login']) {
    await page.goto(path, { waitUntil: 'commit' });
    await untilHydrated(page);
    const seen = await page.evaluate(() => [
      ...new Set((window as unknown as { grounds: string[] }).grounds),
    ]);
    const dark = await page.evaluate(() => {
      document.documentElement.removeAttribute('data-appearance');
      const light = getComputedStyle(document.body).backgroundColor;
      document.documentElement.setAttribute('data-appearance', 'dark');
      return { ground: getComputedStyle(document.body).backgroundColor, light };
    });
    expect(dark.ground).not.toBe(dark.light);
    expect(seen.filter((ground) => ground !== 'unstyled dark')).toEqual([dark.ground]);
    await expect(page.locator('html')).toHaveAttribute('data-appearance', 'dark');
    await expect(page.locator('meta[name=theme-color]')).toHaveCount(2);
    expect(await frameColour(page)).toBe(paper.dark);
  }
});
