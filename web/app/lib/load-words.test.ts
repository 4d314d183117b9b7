import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { speak, spoken, t } from '@parlance/words/current';
import { makeEnglish } from '@parlance/words/english';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { loadWords } from './load-words';

let server: Server;
let asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const isKnown = request.url === '/words-de.json';
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        locale: 'de',
        facts: { dir: 'ltr', tag: 'de', weekStart: 1 },
        words: { Today: 'Heute' },
        templates: [],
      }),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterAll(() => new Promise((closed) => server.close(closed)));
afterEach(() => {
  asked = [];
  speak(makeEnglish());
});

/** What the app reads of a page: its language, and where the words of each are. */
const pageIn = (lang: string, addresses: Record<string, string> | null) => {
  const { port } = server.address() as AddressInfo;
  const listed = Object.entries(addresses ?? {}).map(([locale, path]) => [
    locale,
    `http://127.0.0.1:${port}${path}`,
  ]);
  const content = JSON.stringify(Object.fromEntries(listed));
  const documentElement = { lang, dir: lang === 'ar' ? 'rtl' : 'ltr' };
  return { documentElement, querySelector: () => addresses && { content } } as unknown as Document;
};
const addresses = { de: '/words-de.json', ar: '/gone.json' };

describe('the words of a page', () => {
  test('are fetched in one file before anything is shown', async () => {
    await loadWords(pageIn('de', addresses));
    expect([t('Today'), spoken().locale, asked]).toEqual(['Heute', 'de', ['/words-de.json']]);
  });

  test.each([
    ['an English page', 'en', addresses],
    ['a build that has English only', 'en', null],
    ['a language that nobody offers', 'xx', addresses],
  ])('are not asked for by %s', async (_what, lang, known) => {
    await loadWords(pageIn(lang, known));
    expect([t('Today'), asked]).toEqual(['Today', []]);
  });

  test('are English where theirs cannot be had, and the page says so', async () => {
    const page = pageIn('ar', addresses);
    await loadWords(page);
    expect([t('Today'), page.documentElement.lang, page.documentElement.dir]).toEqual(['Today', 'en', 'ltr']);
  });
});
