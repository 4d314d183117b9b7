import { offeredNames } from '@parlance/words/offered';

/**
 * Brings the page into the language that its reader has chosen, perhaps on another device: sets the cookie and loads the page
 * once. Where the cookie has it already, the page has its language from its address and keeps it.
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
  // A browser that keeps no cookies would load the page for ever.
  if (isKept(page.document.cookie, chosen)) page.location.reload();
}

const isKept = (cookies: string, locale: string): boolean => cookies.split('; ').includes(`locale=${locale}`);
