import { languages } from '@parlance/contract/language-catalogue';
import { type FullProfile, searchLevels, searchUsers } from '@parlance/contract/people';
import { isOnWire, toWire } from '@parlance/contract/wire';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changeFilters,
  chooseType,
  defaultLanguageOf,
  type Filters,
  pageAt,
  pageOf,
  readFilters,
  toPayload,
  toSaved,
  toSearchParams,
  toSimple,
} from './search-filters';

const read = (search: string, defaultLanguage: Filters['languageCode'] = null) =>
  readFilters(new URLSearchParams(search), defaultLanguage);
const payload = (search: string) => toPayload(read(search), false);

const plain: Filters = {
  languageCode: null,
  learning: true,
  query: '',
  minProf: null,
  maxProf: null,
  freeWithinDays: null,
  activeWithinDays: null,
  saved: false,
  limit: 10,
  offset: 0,
  advanced: false,
};

const level = (bound: 'min' | 'max') =>
  fc.option(fc.constantFrom(...searchLevels.map((named) => named[bound])), { nil: null });
const days = fc.option(fc.integer({ min: 1, max: 30 }), { nil: null });
const anyFilters: fc.Arbitrary<Filters> = fc
  .record({
    languageCode: fc.option(fc.constantFrom(...languages.map(({ code }) => code)), { nil: null }),
    learning: fc.boolean(),
    query: fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.toWellFormed().trim()),
    minProf: level('min'),
    maxProf: level('max'),
    freeWithinDays: days,
    activeWithinDays: days,
    saved: fc.boolean(),
    limit: fc.integer({ min: 1, max: 50 }),
    offset: fc.integer({ min: 0, max: 100_000 }),
    advanced: fc.boolean(),
  })
  .filter(({ query }) => !query.includes('\0'))
  .map((filters) => (filters.advanced ? filters : { ...toSimple(filters), offset: filters.offset }));

// Rules: docs/specification/people.md#search-address
describe('The address', () => {
  test('An empty one asks for learners, ten at a time, in the language of the person', () => {
    expect(read('')).toEqual(plain);
    expect(read('', 'de')).toEqual({ ...plain, languageCode: 'de' });
  });

  test('It says what differs from the plain search, and nothing more', () => {
    const written = (change: Partial<Filters>) => toSearchParams({ ...plain, ...change }).toString();
    expect(written({})).toBe('languageCode=&type=learners');
    expect(written({ languageCode: 'ja', learning: false, limit: 20, offset: 20 })).toBe(
      'languageCode=ja&type=natives&limit=20&offset=20',
    );
    expect(written({ advanced: true })).toBe('languageCode=&type=learners&advanced=true&learning=true');
    expect(written({ advanced: true, learning: false, query: 'tea', minProf: 0.1, maxProf: 0.3 })).toBe(
      'languageCode=&type=natives&advanced=true&learning=false&query=tea&minProf=0.1&maxProf=0.3',
    );
  });

  test('Whom to look for decides whether they learn, at any level', () => {
    const natives = chooseType({ ...plain, minProf: 0.1, maxProf: 0.3, offset: 20 }, 'natives');
    expect(natives).toEqual({ ...plain, learning: false });
    expect(chooseType(natives, 'learners')).toEqual(plain);
  });

  test('The default language is the first one that the person knows', () => {
    const profile = {
      languages: [
        { languageCode: 'es', learning: true, proficiency: 0.2 },
        { languageCode: 'de', learning: false, proficiency: 1 },
        { languageCode: 'en', learning: false, proficiency: 1 },
      ],
    } as FullProfile;
    expect(defaultLanguageOf(profile)).toBe('de');
    expect(defaultLanguageOf(null)).toBeNull();
  });

  test('All languages is something else than no word about it', () => {
    expect(read('languageCode=', 'de').languageCode).toBeNull();
    expect(toSearchParams(plain).get('languageCode')).toBe('');
  });

  test('A link of the completion screen finds people who learn the language', () => {
    expect(payload('languageCode=ja&learning=true')).toMatchObject({ languageCode: 'ja', learning: true });
  });

  test('Every search has an address that leads back to it, for members and visitors', () => {
    fc.assert(
      fc.property(anyFilters, (filters) => {
        expect(readFilters(new URLSearchParams(toSearchParams(filters).toString()), 'fr')).toEqual(filters);
      }),
    );
  });

  test.each([
    'languageCode=xx',
    'languageCode=EN',
    'learning=maybe',
    'minProf=high',
    'minProf=-1',
    'maxProf=2',
    'maxProf=NaN',
    'limit=0',
    'limit=51',
    'limit=ten',
    'offset=-10',
    'offset=100001',
    'offset=1e3',
    'type=experts',
    'advanced=yes',
    'freeWithinDays=0',
    'freeWithinDays=31',
    'activeWithinDays=1.5',
    'saved=yes',
    `query=${'x'.repeat(101)}`,
    'query=%00',
  ])('A bad value is ignored: %s', (search) => {
    expect(read(search)).toEqual(plain);
  });

  test('Whatever an address holds, it becomes a call that the contract takes', () => {
    const names = ['query', 'languageCode', 'learning', 'minProf', 'maxProf', 'limit', 'offset', 'type'];
    names.push('freeWithinDays', 'activeWithinDays', 'saved');
    const values = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('true', '0.5', '7', 'de', ''));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...names), values)), fc.boolean(), (pairs, isVisitor) => {
        const wire = toWire(
          searchUsers.payload,
          toPayload(readFilters(new URLSearchParams(pairs), null), isVisitor),
        );
        expect(isOnWire(searchUsers.payload, wire)).toBe(true);
      }),
    );
  });

  test('A filter that acts opens the advanced options', () => {
    expect(read('query=Aiko').advanced).toBe(true);
    expect(read('minProf=0.4').advanced).toBe(true);
    expect(read('maxProf=0.6').advanced).toBe(true);
    expect(read('freeWithinDays=3').advanced).toBe(true);
    expect(read('activeWithinDays=3').advanced).toBe(true);
    expect(read('saved=true').advanced).toBe(true);
    expect(read('languageCode=ja&type=natives').advanced).toBe(false);
  });
});

describe('The call', () => {
  test('Natives do not learn the language and have at least 0.8', () => {
    expect(payload('type=natives')).toMatchObject({ learning: false, minProficiency: 0.8 });
  });

  test('Learners learn it, with no bounds', () => {
    const { learning, minProficiency, maxProficiency } = payload('type=learners');
    expect([learning, minProficiency, maxProficiency]).toEqual([true, undefined, undefined]);
  });

  test('What is asked for by itself counts more than the type', () => {
    expect(payload('type=natives&learning=true')).toMatchObject({
      learning: true,
      minProficiency: undefined,
    });
    expect(payload('type=natives&minProf=0.9')).toMatchObject({ learning: false, minProficiency: 0.9 });
  });

  test.each([
    ['minProf=0.1', 0, undefined],
    ['minProf=0.4', 0.2, undefined],
    ['minProf=0.7', 0.6, undefined],
    ['minProf=0.9', 0.9, undefined],
    ['maxProf=0.3', undefined, 0.199_999],
    ['maxProf=0.6', undefined, 0.599_999],
    ['maxProf=0.8', undefined, 0.899_999],
    ['maxProf=1', undefined, 1],
    ['minProf=0.4&maxProf=0.6', 0.2, 0.599_999],
    ['minProf=0.35', 0.35, undefined],
  ])('%s asks for %s to %s', (search, minProficiency, maxProficiency) => {
    expect(payload(search)).toMatchObject({ minProficiency, maxProficiency });
  });

  test('Free and active people are asked for by days', () => {
    expect(payload('freeWithinDays=7&activeWithinDays=30')).toMatchObject({
      freeWithinDays: 7,
      activeWithinDays: 30,
    });
  });

  test('Saved people of any language are asked for whether they speak or learn it', () => {
    const all = toPayload(toSaved(read('languageCode=ja&type=natives&query=a')), false);
    expect(all).toMatchObject({
      saved: true,
      languageCode: undefined,
      learning: undefined,
      query: undefined,
    });
    expect(all.minProficiency).toBeUndefined();
    expect(payload('saved=true&languageCode=ja')).toMatchObject({ saved: true, learning: true });
    expect(payload('saved=true&minProf=0.4')).toMatchObject({ saved: true, minProficiency: 0.2 });
  });

  test('A visitor has nobody saved', () => {
    expect(toPayload(read('saved=true'), true)).toMatchObject({ saved: undefined, learning: true });
  });

  test('A visitor asks for the first nine, whatever the address says', () => {
    expect(toPayload(read('limit=50&offset=20'), true)).toMatchObject({ limit: 9, offset: 0 });
    expect(toPayload(read('limit=50&offset=20'), false)).toMatchObject({ limit: 50, offset: 20 });
  });
});

describe('Changing a search', () => {
  const third: Filters = { ...plain, offset: 20, advanced: true, query: 'a', minProf: 0.4, maxProf: 0.6 };

  test('Another filter starts at the first page again', () => {
    expect(changeFilters(third, { languageCode: 'ja' })).toEqual({ ...third, languageCode: 'ja', offset: 0 });
  });

  test('Another type takes the bounds with it', () => {
    expect(chooseType(third, 'natives')).toEqual({
      ...third,
      learning: false,
      minProf: null,
      maxProf: null,
      offset: 0,
    });
  });

  test('The simple search keeps language and type only', () => {
    expect(toSimple({ ...third, languageCode: 'ja' })).toEqual({ ...plain, languageCode: 'ja' });
  });

  test('Another page changes nothing else', () => {
    expect(pageOf(third, 4)).toEqual({ ...third, offset: 30 });
  });

  test.each([
    [0, 0, 1],
    [0, 17, 1],
    [10, 17, 2],
    [15, 17, 2],
    [16, 17, 2],
    // An empty page after the last one.
    [17, 17, 3],
    [19, 17, 3],
    [20, 20, 3],
    [500, 20, 51],
  ])('After %i of %i results begins page %i', (offset, count, page) => {
    expect(pageAt({ ...plain, offset }, count)).toBe(page);
  });
});
