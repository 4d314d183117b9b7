import { languages } from '@parlance/contract/language-catalogue';
import type { Locale, PseudoLocale } from '@parlance/words/locales';
import { expect, type Page } from '@playwright/test';

export async function choose(page: Page, locale: Locale | PseudoLocale): Promise<void> {
  const { origin } = new URL((await page.request.get('/health')).url());
  await page.context().addCookies([{ name: 'locale', value: locale, url: origin }]);
}

/** Opens a screen in the chosen language and waits until it is complete. */
export async function openIn(page: Page, locale: Locale | PseudoLocale, path: string): Promise<void> {
  await page.goto(path);
  // Triggers lazy parts, which load on user input.
  await page.mouse.move(1, 1);
  await page.mouse.move(3, 3);
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('.animate-spin, [aria-busy="true"]').filter({ visible: true })).toHaveCount(0);
}

/** Layout faults of a page: clipped or overflowing text, overlapping neighbours in a bar, anything outside the window. */
export function misfitsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.add(`the page is ${scrollWidth - clientWidth} px too wide`);
    const tell = (what: string, element: Element) =>
      found.add(`${what}: ${element.tagName.toLowerCase()} "${element.textContent?.trim().slice(0, 60)}"`);
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest('.sr-only') === null &&
      element.getBoundingClientRect().width > 1;
    // Text written by members is truncated on purpose.
    const isWritten = (element: Element) =>
      element.matches('bdi, [dir="auto"], bdi *, [dir="auto"] *') ||
      element.querySelector('bdi, [dir="auto"]') !== null;
    const wordsOf = (element: Element) => {
      const range = document.createRange();
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const boxes: DOMRect[] = [];
      while (texts.nextNode()) {
        if (!isShown(texts.currentNode.parentElement as Element)) continue;
        range.selectNodeContents(texts.currentNode);
        boxes.push(...range.getClientRects());
      }
      return boxes;
    };
    const read =
      'button, a, label, legend, h1, h2, h3, dt, dd, th, p, li > span, select, [role="tab"], [role="status"]';
    for (const element of document.querySelectorAll(read)) {
      const { display, overflowX } = getComputedStyle(element);
      if (display === 'inline' || !isShown(element) || isWritten(element)) continue;
      const { left, right } = element.getBoundingClientRect();
      const isScrolled = element.closest('[class*="overflow-x-auto"], [role="grid"]') !== null;
      if (!isScrolled && (left < -1 || right > clientWidth + 1)) tell('outside the window', element);
      if (
        overflowX !== 'auto' &&
        wordsOf(element).some((words) => words.left < left - 1 || words.right > right + 1)
      )
        tell('cut', element);
    }
    for (const bar of document.querySelectorAll('header *, nav *, footer *, [role="toolbar"], form *, li')) {
      const { display, flexDirection } = getComputedStyle(bar);
      if (display !== 'flex' || !flexDirection.startsWith('row') || !isShown(bar)) continue;
      const parts = [...bar.children].filter(
        (part) =>
          isShown(part) &&
          part.textContent?.trim() &&
          !['absolute', 'fixed'].includes(getComputedStyle(part).position),
      );
      const boxes = parts.map((part) => part.getBoundingClientRect());
      boxes.forEach((a, place) => {
        const overlaps = boxes.some(
          (b, other) =>
            other > place &&
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1,
        );
        if (overlaps) tell('overlapped by its neighbour', parts[place] as Element);
      });
    }
    return [...found];
  });
}

// Names of languages, days, months and zones come from the browser and are not pseudo-localised.
const namesOfBrowser = (): string[] => {
  const days = Array.from({ length: 12 * 31 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)));
  const dates = days.flatMap((day) =>
    (['long', 'short'] as const).map((style) =>
      new Intl.DateTimeFormat('en-US', { weekday: style, month: style, timeZone: 'UTC' }).format(day),
    ),
  );
  const languageNames = new Intl.DisplayNames('en-US', { type: 'language' });
  const zones = [
    'Central European Standard Time',
    'Central European Summer Time',
    'Coordinated Universal Time',
  ];
  const codes = languages.map(({ code }) => languageNames.of(code) ?? code);
  return [...new Set([...dates, ...zones, ...codes].flatMap((text) => text.split(/[^\p{L}]+/u)))];
};
const knownNames = new Set([...namesOfBrowser(), 'Parlance', 'AM', 'PM', 'UTC', 'GMT', 'CET', 'CEST']);

/** Untranslated English on a pseudo-localised page, except member text, times and addresses. */
export async function forgottenOn(page: Page, written: string[]): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const isLeftOut = (element: Element | null) =>
      element?.closest(
        'script, style, noscript, bdi, time, [dir="auto"], [lang]:not(html), [hidden], input[type="email"]',
      ) != null;
    const texts: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (!isLeftOut(parentElement) && parentElement?.checkVisibility()) texts.push(textContent ?? '');
    }
    for (const element of document.querySelectorAll(
      '[aria-label], [aria-valuetext], [title], [placeholder], [alt]',
    )) {
      if (isLeftOut(element) || !element.checkVisibility()) continue;
      for (const name of ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt'])
        texts.push(element.getAttribute(name) ?? '');
    }
    // Joined, because the markers of a sentence with inner elements are in different text nodes.
    return texts.join('\n');
  });
  const own = new Set(written.flatMap((text) => text.split(/[^\p{L}]+/u)));
  return [...new Set(outsideBrackets(texts.replaceAll(/\S+@\S+/g, '')).match(/\p{L}{2,}/gu) ?? [])].filter(
    (word) => !knownNames.has(word) && !own.has(word),
  );
}

function outsideBrackets(text: string): string {
  let depth = 0;
  return [...text]
    .filter((sign) => {
      if (sign === '[') depth += 1;
      if (sign === ']') depth -= 1;
      return depth === 0;
    })
    .join('');
}
