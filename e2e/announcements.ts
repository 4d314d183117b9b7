import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** What live regions said, in its order. Words that come together with their region are lost to many screen readers. */
    announced: { words: string; isLost: boolean }[];
  }
}

/** Keeps account of what a page says from its next load on. */
export async function listenTo(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.announced = [];
    const known = new WeakMap<Element, string>();
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[role="status"], [role="alert"], [aria-live]')) {
        const words = region.textContent?.trim() ?? '';
        if (known.get(region) === words) continue;
        if (words !== '') window.announced.push({ words, isLost: !known.has(region) });
        known.set(region, words);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/** How often something was announced so that everybody hears it. */
export const timesOf = (page: Page, words: string | RegExp): Promise<number> =>
  page.evaluate(
    ({ source, isExact }) =>
      window.announced.filter(
        (said) => !said.isLost && (isExact ? said.words === source : new RegExp(source).test(said.words)),
      ).length,
    { source: words instanceof RegExp ? words.source : words, isExact: !(words instanceof RegExp) },
  );
