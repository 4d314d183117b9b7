import { expect, test, vi } from 'vitest';
import { followLanguage } from './follow-language';

vi.mock('@parlance/words/offered', () => ({ offeredNames: { en: 'English', es: 'Español' } }));

/** A page in a language, with the browser's reaction to a choice. */
function openPage(lang: string, cookie: string, keepsCookies = true) {
  const asked: string[] = [];
  const page = {
    document: { cookie, documentElement: { lang } },
    fetch: (address: string, { body }: { body: URLSearchParams }) => {
      asked.push(`${address} ${body}`);
      if (keepsCookies) page.document.cookie = `a=b; locale=${body.get('locale')}`;
      return Promise.resolve();
    },
    location: { reload: () => asked.push('reload') },
  };
  return { asked, page: page as unknown as Window & typeof globalThis };
}

test.each([
  ['es', 'en', '', ['/locale locale=es', 'reload']],
  ['es', 'en', 'locale=en; a=b', ['/locale locale=es', 'reload']],
  ['en', 'es', 'a=locale=en', ['/locale locale=en', 'reload']],
  ['es', 'es', '', []],
  // The URL fixes the page's language; a reload would show the same.
  ['es', 'en', 'a=b; locale=es', []],
  // An unsupported language, or no choice.
  ['de', 'en', '', []],
  [null, 'es', '', []],
  [undefined, 'es', '', []],
])('who has chosen %s and reads %s with the cookie %j', async (chosen, lang, cookie, expected) => {
  const { asked, page } = openPage(lang, cookie);
  await followLanguage(chosen, page);
  expect(asked).toEqual(expected);
});

test('a browser that keeps no cookies does not load the page for ever', async () => {
  const { asked, page } = openPage('en', '', false);
  await followLanguage('es', page);
  expect(asked).toEqual(['/locale locale=es']);
});
