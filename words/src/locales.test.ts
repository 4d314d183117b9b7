import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Locale, localeOf, locales, offeredLocales, pseudoLocales } from './locales.ts';

const all = Object.keys(locales) as Locale[];
const wanted = (header: string, chosen: string | null = null) => localeOf(chosen, header, all);

describe('the language for somebody', () => {
  test('is the one they chose, whatever the browser wants', () => {
    expect(wanted('fr,en;q=0.8', 'ja')).toBe('ja');
    expect(wanted('fr', 'en')).toBe('en');
  });

  test('is none that was made up', () => {
    for (const chosen of ['xx', '', 'ES', '__proto__', 'toString', 'en-XA'])
      expect(wanted('fr', chosen)).toBe('fr');
  });

  test.each([
    ['es-MX,es;q=0.9', 'es'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-Hant-TW', 'zh-Hans'],
    ['AR-eg', 'ar'],
    ['en-GB,en;q=0.9,de;q=0.8', 'en'],
    ['it,de;q=0.5', 'de'],
    ['de;q=0.5,fr;q=0.9', 'fr'],
    ['de;q=0,fr;q=0.1', 'fr'],
    ['de;q=0', 'en'],
    [' de ; q=0.5 , ko ; q=0.7', 'ko'],
    ['de;q=abc, fr;q=0.2', 'fr'],
    ['de;q=, fr;q=0.2', 'fr'],
    ['de;q=7, fr;q=0.2', 'fr'],
    ['de;q=-1, fr;q=0.2', 'fr'],
    ['de;level=1;q=0.1, fr;q=0.2', 'fr'],
    ['fr, de', 'fr'],
    ['*', 'en'],
    ['', 'en'],
    [';;,,;q=', 'en'],
    ['tr,hi', 'en'],
    ['den', 'en'],
  ])('by %j is %s', (header, locale) => {
    expect(wanted(header)).toBe(locale);
  });

  test('is only one that is offered', () => {
    expect(localeOf('de', 'fr')).toBe(offeredLocales.includes('de') ? 'de' : 'en');
    expect(localeOf('de', 'fr', ['en', 'fr'])).toBe('fr');
  });

  test('is a pseudo-locale only where a test offers it, and only by choice', () => {
    const offered = [...all, 'en-XA', 'ar-XB'] as const;
    expect(localeOf('en-XA', 'de', offered)).toBe('en-XA');
    expect(localeOf(null, 'ar', offered)).toBe('ar');
    expect(localeOf(null, 'ar', ['ar-XB', 'en-XA'])).toBe('en');
    for (const pseudo of Object.keys(pseudoLocales)) expect(offeredLocales).not.toContain(pseudo);
  });

  test('is found in any header at all, and a long one is not read to its end', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2000 }), (header) => {
        expect(all).toContain(wanted(header));
      }),
    );
    expect(wanted(`${'x,'.repeat(1_000_000)}de`)).toBe('en');
  });
});
