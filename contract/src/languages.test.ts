import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interestChoice, interestsDefault } from './account-care.ts';
import { interests } from './interest-catalogue.ts';
import { languages } from './language-catalogue.ts';
import {
  createLanguage,
  languageOf,
  levelOfProficiency,
  newLanguage,
  proficiencyLevels,
  proficiencyOfLevel,
} from './languages.ts';
import { searchLevels } from './people.ts';
import { fromWire, isOnWire } from './wire.ts';

const unique = (values: readonly string[]) => new Set(values).size === values.length;

// Rules: docs/specification/languages.md#catalogue
describe('language catalogue', () => {
  it('has 50 unique two-letter codes, af, ar, bn, bg through to vi', () => {
    const codes = languages.map(({ code }) => code);
    expect(codes).toHaveLength(50);
    expect(unique(codes)).toBe(true);
    expect(codes.every((code) => /^[a-z]{2}$/.test(code))).toBe(true);
    expect(codes.slice(0, 4)).toEqual(['af', 'ar', 'bn', 'bg']);
    expect(codes.at(-1)).toBe('vi');
    for (const code of ['en', 'de', 'fr', 'es', 'ja'] as const) expect(codes).toContain(code);
  });

  it('has unique names, native names and the right direction', () => {
    expect(unique(languages.map(({ name }) => name))).toBe(true);
    expect(unique(languages.map(({ nativeName }) => nativeName))).toBe(true);
    const rtl = languages.filter(({ direction }) => direction === 'rtl').map(({ code }) => code);
    expect(rtl).toEqual(['ar', 'he', 'fa', 'ur']);
  });

  it('has flags for the ten specified languages and no other', () => {
    const flagged = languages.flatMap((language) => ('flag' in language ? [language.code] : []));
    expect(flagged.toSorted()).toEqual(['de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'pt', 'ru', 'zh']);
  });

  it('finds an entry by its code', () => {
    expect(languageOf('ja')?.nativeName).toBe('日本語');
    expect(languageOf('xx')).toBeUndefined();
    expect(languageOf('constructor')).toBeUndefined();
  });
});

// Rules: docs/specification/account.md#fields
describe('interest catalogue', () => {
  const names = interests.map(({ name }) => name);

  it('has 60 unique topics with emoji, beginning and ending as specified', () => {
    expect(names).toHaveLength(60);
    expect(unique(names)).toBe(true);
    expect(names.slice(0, 6)).toEqual(['Basic Phrases', 'Travel', 'Business', 'Food', 'Culture', 'Slang']);
    expect(names.at(-1)).toBe('Coffee');
    expect(interests.every(({ emoji }) => /^\p{Emoji}/u.test(emoji))).toBe(true);
    expect(unique(interests.map(({ emoji }) => emoji))).toBe(true);
  });

  it('lets 5 to 60 unique topics be chosen', () => {
    expect(interestsDefault).toEqual(['Basic Phrases', 'Travel', 'Business', 'Food', 'Culture']);
    expect(isOnWire(interestChoice, interestsDefault)).toBe(true);
    expect(isOnWire(interestChoice, names)).toBe(true);
    expect(() => fromWire(interestChoice, names.slice(0, 4))).toThrow(
      expect.objectContaining({ fields: { body: 'Please select at least 5 interests' } }),
    );
    expect(() => fromWire(interestChoice, [...interestsDefault, 'Travel'])).toThrow(
      expect.objectContaining({ fields: { body: 'Choose each interest only once' } }),
    );
    expect(() => fromWire(interestChoice, [...interestsDefault, 'Chess boxing'])).toThrow(
      expect.objectContaining({ fields: { body: 'Unknown interest' } }),
    );
  });
});

// Rules: docs/specification/languages.md#levels
describe('levels', () => {
  it('read a stored proficiency', () => {
    const readings = [0, 0.199, 0.2, 0.399, 0.4, 0.599, 0.6, 1].map(levelOfProficiency);
    expect(readings).toEqual([
      'beginner',
      'beginner',
      'intermediate',
      'intermediate',
      'advanced',
      'advanced',
      'fluent',
      'fluent',
    ]);
  });

  it('write 0, 0.2, 0.4 and 0.6 and read back as the same level', () => {
    expect(proficiencyLevels.map((level) => proficiencyOfLevel[level])).toEqual([0, 0.2, 0.4, 0.6]);
    for (const level of proficiencyLevels) expect(levelOfProficiency(proficiencyOfLevel[level])).toBe(level);
  });
});

// Rules: docs/specification/people.md#search-address
describe('level filters of the search', () => {
  const own = (proficiency: number): number => {
    if (proficiency < 0.2) return 0;
    if (proficiency < 0.6) return 1;
    return proficiency < 0.9 ? 2 : 3;
  };

  it('carry the specified constants in the URL', () => {
    expect(searchLevels.map(({ name, min, max }) => [name, min, max])).toEqual([
      ['Beginner', 0.1, 0.3],
      ['Intermediate', 0.4, 0.6],
      ['Fluent', 0.7, 0.8],
      ['Native', 0.9, 1],
    ]);
  });

  it('find every stored level by the filter of its own name and by no stricter one', () => {
    const stored = fc.oneof(
      fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000),
      fc.constantFrom(...Object.values(proficiencyOfLevel), 1),
    );
    fc.assert(
      fc.property(stored, (proficiency) => {
        searchLevels.forEach(({ minProficiency, maxProficiency }, level) => {
          expect(proficiency >= minProficiency).toBe(level <= own(proficiency));
          expect(proficiency <= maxProficiency).toBe(level >= own(proficiency));
        });
      }),
      { numRuns: 2000 },
    );
  });

  it('find what the editor stores under the same name', () => {
    const found = (name: string, proficiency: number) => {
      const level = searchLevels.find((candidate) => candidate.name === name)!;
      return proficiency >= level.minProficiency && proficiency <= level.maxProficiency;
    };
    expect(found('Beginner', proficiencyOfLevel.beginner)).toBe(true);
    expect(found('Intermediate', proficiencyOfLevel.intermediate)).toBe(true);
    expect(found('Fluent', proficiencyOfLevel.fluent)).toBe(true);
    expect(found('Native', 1)).toBe(true);
  });
});

describe('language create', () => {
  it('needs a proficiency number for a learning language', () => {
    const wire = { languageCode: 'ja', target: true };
    expect(() => fromWire(newLanguage, wire)).toThrow(
      expect.objectContaining({ fields: { proficiency: 'A proficiency is needed' } }),
    );
    expect(isOnWire(newLanguage, { ...wire, proficiency: 0 })).toBe(true);
    for (const [proficiency, complaint] of [
      [1.1, 'Must be at most 1'],
      [-0.1, 'Must be at least 0'],
    ]) {
      expect(() => fromWire(newLanguage, { ...wire, proficiency })).toThrow(
        expect.objectContaining({ fields: { proficiency: complaint } }),
      );
    }
  });

  it('needs proficiency exactly 1 for a known language', () => {
    const wire = { languageCode: 'ja', target: false };
    expect(isOnWire(newLanguage, { ...wire, proficiency: 1 })).toBe(true);
    expect(() => fromWire(createLanguage.payload, { ...wire, proficiency: 0.9 })).toThrow(
      expect.objectContaining({ fields: { proficiency: 'A language you speak has proficiency 1' } }),
    );
  });

  it('takes whether it is native of a known language only', () => {
    for (const isNative of [true, false, null])
      expect(isOnWire(newLanguage, { languageCode: 'ja', target: false, proficiency: 1, isNative })).toBe(
        true,
      );
    const learned = { languageCode: 'ja', target: true, proficiency: 0.2 };
    expect(isOnWire(newLanguage, { ...learned, isNative: null })).toBe(true);
    for (const isNative of [true, false])
      expect(() => fromWire(newLanguage, { ...learned, isNative })).toThrow(
        expect.objectContaining({ fields: { isNative: 'Only a language you speak can be native' } }),
      );
  });

  it('takes a code of the enumeration only', () => {
    expect(() => fromWire(newLanguage, { languageCode: 'xx', target: false, proficiency: 1 })).toThrow(
      expect.objectContaining({ fields: { languageCode: 'Unknown language' } }),
    );
  });
});
