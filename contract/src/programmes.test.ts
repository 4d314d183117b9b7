import { describe, expect, it } from 'vitest';
import {
  certificateAlphabet,
  certificateCode,
  certificateCodeLength,
  withdrawCertificate,
} from './certificates.ts';
import { newInvitation } from './invitations.ts';
import { declareHours, joinProgramme } from './programme-place.ts';
import { programmeDay, programmeFields } from './programmes.ts';
import { fromWire, isOnWire } from './wire.ts';

const userId = '018f0000-0000-7000-8000-000000000001';

// Rules: docs/specification/programmes.md
describe('joining a programme', () => {
  const place = {
    offers: [{ languageCode: 'de', isNative: true }],
    seeks: [{ languageCode: 'es', level: 'beginner' }],
    timeZone: 'Europe/Berlin',
    freeHours: [],
    wishes: { sameGender: false, similarLevel: false, similarAge: false, sharedInterests: false },
    gender: null,
    ageBand: null,
    needsCredits: false,
    partnersMax: 1,
    studentNumber: null,
    consentVersion: 1,
  };
  const refusalOf = (change: object) => {
    try {
      fromWire(joinProgramme.payload, { ...place, ...change });
      return null;
    } catch (error) {
      return (error as { fields: unknown }).fields;
    }
  };

  it('takes a place', () => {
    expect(refusalOf({})).toBeNull();
    expect(
      refusalOf({ partnersMax: 2, gender: 'other', wishes: { ...place.wishes, sameGender: true } }),
    ).toBeNull();
  });

  it.each([
    [{ seeks: [{ languageCode: 'de', level: 'fluent' }] }, { seeks: 'You speak this language already' }],
    [{ offers: [...place.offers, ...place.offers] }, { offers: 'Choose each language only once' }],
    [
      { seeks: [...place.seeks, { languageCode: 'es', level: 'fluent' }] },
      { seeks: 'Choose each language only once' },
    ],
    [{ offers: [] }, { offers: 'Choose a language that you speak' }],
    [{ seeks: [] }, { seeks: 'Choose a language that you want to learn' }],
    [{ wishes: { ...place.wishes, sameGender: true } }, { gender: 'This wish needs your own gender' }],
    [{ partnersMax: 3 }, { partnersMax: 'Must be at most 2' }],
    [{ partnersMax: 0 }, { partnersMax: 'Must be at least 1' }],
  ])('refuses %j', (change, fields) => {
    expect(refusalOf(change)).toEqual(fields);
  });
});

describe('a programme', () => {
  it('has at least two different languages', () => {
    const takes = (codes: string[]) => isOnWire(programmeFields.languages, codes);
    expect([takes(['de', 'es']), takes(['de']), takes(['de', 'de'])]).toEqual([true, false, false]);
  });

  it.each([
    ['2028-02-29', true],
    ['2027-02-29', false],
    ['2030-13-01', false],
    ['0030-01-01', false],
    ['2030-1-1', false],
  ])('has days of the calendar: %s is %s', (day, isOne) => {
    expect(isOnWire(programmeDay, day)).toBe(isOne);
  });

  it.each([
    [14, false],
    [15, true],
    [240, true],
    [241, false],
  ])('counts hours held elsewhere of %i minutes: %s', (minutes, isOne) => {
    expect(isOnWire(declareHours.payload, { day: '2030-03-05', minutes, languageCode: 'de' })).toBe(isOne);
  });

  it('invites up to 2000 people at once', () => {
    const takes = (uses: number) => isOnWire(newInvitation, { uses, until: '2030-03-05T10:00:00Z' });
    expect([takes(0), takes(1), takes(2000), takes(2001), takes(1.5)]).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('a certificate', () => {
  const code = certificateAlphabet.slice(-certificateCodeLength);

  it('is found by its code however it is typed', () => {
    expect(fromWire(certificateCode, ` ${code.slice(0, 5).toLowerCase()}-${code.slice(5)} `)).toBe(code);
    for (const letter of 'ILOU') expect(isOnWire(certificateCode, letter + code.slice(1))).toBe(false);
    expect(isOnWire(certificateCode, code.slice(1))).toBe(false);
    expect(isOnWire(certificateCode, `${code}0`)).toBe(false);
  });

  it('is withdrawn by its student or by its code, not by both', () => {
    const takes = (by: object) => isOnWire(withdrawCertificate.payload, { reason: 'Mistake', ...by });
    expect([takes({ userId }), takes({ code }), takes({}), takes({ userId, code })]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
