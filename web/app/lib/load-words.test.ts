import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { laterWords, speak, spoken, t } from '@parlance/words/current';
import { makeEnglish } from '@parlance/words/english';
import { shortKey } from '@parlance/words/short-key';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { loadWords } from './load-words';

const catalogue = (english: string, german: string) => ({
  words: { [shortKey(english)]: german },
});
const files: Record<string, object> = {
  '/words-de.json': {
    locale: 'de',
    facts: { dir: 'ltr', tag: 'de', weekStart: 1 },
    names: { languages: { ja: 'Nipponisch' }, months: [] },
    ...catalogue('Today', 'Heute'),
  },
  '/parts.json': catalogue('Report', 'Melden'),
  '/screens.json': catalogue('Settings', 'Einstellungen'),
  '/settings.json': catalogue('Presets', 'Vorlagen'),
  '/admin.json': catalogue('Audit trail', 'Protokoll'),
  '/programmes.json': catalogue('Hours', 'Stunden'),
};
let server: Server;
let asked: string[] = [];
let gone = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const file = request.url === gone ? undefined : files[request.url ?? ''];
    response.writeHead(file ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(file ?? {}));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterAll(() => new Promise((closed) => server.close(closed)));
afterEach(() => {
  asked = [];
  gone = '';
  speak(makeEnglish());
});

/** The parts of a page that the app reads: its language and the word file URLs of each. */
const pageIn = (lang: string, addresses: Record<string, string[]> | null) => {
  const { port } = server.address() as AddressInfo;
  const listed = Object.entries(addresses ?? {}).map(([locale, paths]) => [
    locale,
    paths.map((path) => `http://127.0.0.1:${port}${path}`),
  ]);
  const content = JSON.stringify(Object.fromEntries(listed));
  const documentElement = { lang, dir: lang === 'ar' ? 'rtl' : 'ltr' };
  return { documentElement, querySelector: () => addresses && { content } } as unknown as Document;
};
const addresses = {
  de: ['/words-de.json', '/parts.json', '/screens.json', '/settings.json', '/admin.json', '/programmes.json'],
  ar: ['/gone.json', '/parts.json', '/screens.json', '/settings.json', '/admin.json', '/programmes.json'],
};

describe('the words of a page', () => {
  test('are fetched in one file before anything is shown', async () => {
    await loadWords(pageIn('de', addresses));
    expect([t('Today'), spoken().locale, asked]).toEqual(['Heute', 'de', ['/words-de.json']]);
  });

  test('of what is loaded on use come with it, once', async () => {
    await loadWords(pageIn('de', addresses));
    await Promise.all([laterWords('screens'), laterWords('screens')]);
    expect([t('Settings'), t('Report'), t('Today')]).toEqual(['Einstellungen', 'Report', 'Heute']);
    await laterWords('parts');
    await laterWords('screens');
    expect([t('Report'), asked]).toEqual(['Melden', ['/words-de.json', '/screens.json', '/parts.json']]);
  });

  test.each([
    ['settings', 'Presets', 'Vorlagen'],
    ['admin', 'Audit trail', 'Protokoll'],
    ['programmes', 'Hours', 'Stunden'],
  ] as const)('of the screens "%s" come only with these', async (file, english, german) => {
    await loadWords(pageIn('de', addresses));
    await laterWords(file);
    expect([t(english), asked]).toEqual([german, ['/words-de.json', `/${file}.json`]]);
  });

  test('of a part that cannot be had stay English, and are asked for again with the next', async () => {
    gone = '/parts.json';
    await loadWords(pageIn('de', addresses));
    await laterWords('parts');
    expect(t('Report')).toBe('Report');
    gone = '';
    await laterWords('parts');
    expect(t('Report')).toBe('Melden');
  });

  test.each([
    ['an English page', 'en', addresses],
    ['a build that has English only', 'en', null],
    ['a language that nobody offers', 'xx', addresses],
  ])('are not asked for by %s', async (_what, lang, known) => {
    await loadWords(pageIn(lang, known));
    await laterWords('screens');
    expect([t('Today'), asked]).toEqual(['Today', []]);
  });

  test('are English where theirs cannot be had, and the page says so', async () => {
    const page = pageIn('ar', addresses);
    await loadWords(page);
    expect([t('Today'), page.documentElement.lang, page.documentElement.dir]).toEqual(['Today', 'en', 'ltr']);
  });
});
