import { describe, expect, test } from 'vitest';
import { buildCatalogue, refuseSharedKeys, splitCatalogue } from './built-catalogue.ts';
import { lookUpIn } from './catalogue.ts';
import { shortKey } from './short-key.ts';

describe('the words of a browser', () => {
  const fileOf = (source: string) => (source.startsWith('web/app/settings/') ? 'later' : 'first');
  const files = splitCatalogue('es', ['first', 'later'], fileOf, (found) =>
    found.includes('first') ? 'first' : found[0],
  );
  const hasText = (file: 'first' | 'later', english: string) => shortKey(english) in files[file].words;
  const placeOf = (english: string) => (['first', 'later'] as const).filter((file) => hasText(file, english));

  test('are in the file of whatever shows them, and in the common one of several', () => {
    expect(placeOf('Find a partner')).toEqual(['first']);
    expect(placeOf('Emails to you use this language, too.')).toEqual(['later']);
    // Also a link name in the frame.
    expect(placeOf('Settings')).toEqual(['first']);
  });

  test('have what the server sends in an error, and nothing that it shows itself', () => {
    expect(placeOf('You cannot report your own message.')).toEqual(['first']);
    expect(placeOf('You can have at most {futureSlotsMax} future slots.')).toEqual(['first']);
    expect(placeOf('Your Parlance code')).toEqual([]);
    expect(placeOf('{name} wrote to you on Parlance.')).toEqual([]);
    expect(buildCatalogue('es').words).toHaveProperty(['Your Parlance code']);
  });

  test('are found by their English, also those that come later', () => {
    const lookup = lookUpIn(files.first, 'es', shortKey);
    const english = 'Emails to you use this language, too.';
    const spanish = lookUpIn(buildCatalogue('es'), 'es');
    expect(lookup.find(english)).toBe(english);
    lookup.add(files.later);
    for (const text of [english, 'Settings']) expect(lookup.find(text)).toBe(spanish.find(text));
    const key = 'You can have at most {futureSlotsMax} future slots.';
    expect([lookup.has(key), lookup.find(key)]).toEqual([true, spanish.find(key)]);
    expect(lookup.has('You can have at most 1000 future slots.')).toBe(false);
    expect(lookup.findCounted(2, '1 minute', '{count} minutes')).toBe(
      spanish.findCounted(2, '1 minute', '{count} minutes'),
    );
  });

  test('are never two under one key', () => {
    // These two collide in FNV.
    expect(shortKey('costarring')).toBe(shortKey('liquid'));
    expect(() => refuseSharedKeys(['liquid', 'Settings', 'costarring'])).toThrow(
      '"liquid" and "costarring" have one key',
    );
  });
});
