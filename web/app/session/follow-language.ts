import { offeredNames } from '@parlance/words/offered';

/**
 * Switches the page to the member's language, chosen perhaps on another device: sets the cookie and reloads once. If the cookie already
 * matches, the URL fixes the language and nothing happens.
 */
export async function followLanguage(chosen: string | null | undefined, page = window): Promise<void> {
  const { cookie, documentElement } = page.document;
  if (!chosen || !(chosen in offeredNames) || chosen === documentElement.lang || isKept(cookie, chosen))
    return;
  await page.fetch('/locale', {
    method: 'POST',
    body: new URLSearchParams({ locale: chosen }),
    redirect: 'manual',
  });
  // Without cookie support the page would reload in a loop.
  if (isKept(page.document.cookie, chosen)) page.location.reload();
}

const isKept = (cookies: string, locale: string): boolean => cookies.split('; ').includes(`locale=${locale}`);
