import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** Announcements in order. Many screen readers miss text that is inserted together with its live region. */
    announced: { words: string; isLost: boolean }[];
  }
}

/** Records the announcements of a page from its next load on. */
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

/** Counts the announcements that every screen reader reads. */
export const timesOf = (page: Page, words: string | RegExp): Promise<number> =>
  page.evaluate(
    ({ source, isExact }) =>
      window.announced.filter(
        (said) => !said.isLost && (isExact ? said.words === source : new RegExp(source).test(said.words)),
      ).length,
    { source: words instanceof RegExp ? words.source : words, isExact: !(words instanceof RegExp) },
  );
