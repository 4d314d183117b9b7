import { describe, expect, it } from 'vitest';
import { dailyGoals, interestsMin, personDescription, personName, updateUser } from './account.ts';
import {
  activeNowMs,
  cardDescriptionMaxLength,
  nativeMinProficiency,
  searchTypeDefault,
  searchUsers,
  visitorSearchLimit,
} from './people.ts';
import { listLimitDefault } from './text.ts';
import { fromWire, isOnWire } from './wire.ts';

describe('a profile (§5, decisions §3)', () => {
  it('needs a name of 1 to 60 and a description of 1 to 1000 characters after trimming', () => {
    expect(() => fromWire(personName, '  ')).toThrow(
      expect.objectContaining({ fields: { body: 'Name is required' } }),
    );
    expect(fromWire(personName, ' Ada ')).toBe('Ada');
    expect(isOnWire(personName, 'x'.repeat(61))).toBe(false);
    expect(isOnWire(personDescription, 'x'.repeat(1000))).toBe(true);
    expect(isOnWire(personDescription, 'x'.repeat(1001))).toBe(false);
    expect(isOnWire(personDescription, ' ')).toBe(false);
  });

  it('updates any of its fields and ignores unknown ones', () => {
    expect(fromWire(updateUser.payload, {})).toEqual({});
    expect(fromWire(updateUser.payload, { name: 'Ada', isAdmin: true })).toEqual({ name: 'Ada' });
    expect(isOnWire(updateUser.payload, { dailyGoal: 'huge' })).toBe(false);
    expect(isOnWire(updateUser.payload, { timeZone: 'Mars/Olympus' })).toBe(false);
  });
});

describe('the search (§5, §9)', () => {
  it('takes its filters, all optional', () => {
    const wire = {
      languageCode: 'ja',
      learning: 'true',
      limit: '50',
      offset: '0',
      minProficiency: '0.8',
      query: ' Ada ',
    };
    expect(fromWire(searchUsers.payload, wire)).toEqual({
      languageCode: 'ja',
      learning: true,
      limit: 50,
      offset: 0,
      minProficiency: 0.8,
      query: 'Ada',
    });
    expect(fromWire(searchUsers.payload, {})).toEqual({});
    for (const bad of [
      { limit: '51' },
      { languageCode: 'xx' },
      { query: 'x'.repeat(101) },
      { maxProficiency: '2' },
    ]) {
      expect(isOnWire(searchUsers.payload, bad)).toBe(false);
    }
  });

  it('has the specified constants', () => {
    expect([searchTypeDefault, nativeMinProficiency, visitorSearchLimit]).toEqual(['learners', 0.8, 9]);
    expect([activeNowMs, cardDescriptionMaxLength]).toEqual([900_000, 90]);
    expect(listLimitDefault).toBe(10);
  });
});

describe('goals and interests (§9)', () => {
  it('are the specified ones', () => {
    expect(dailyGoals.map(({ value, minutes, name }) => [value, minutes, name])).toEqual([
      ['small', 5, 'Casual'],
      ['medium', 10, 'Committed'],
      ['large', 15, 'Ambitious'],
      ['extra-large', 20, 'Extreme'],
    ]);
    expect(interestsMin).toBe(5);
  });
});
