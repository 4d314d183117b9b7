import { describe, expect, it } from 'vitest';
import { createUser, setPreference } from './account.ts';
import { personDescription, personName, updateUser } from './account-care.ts';
import { moderationText } from './moderation.ts';
import { searchUsers } from './people.ts';
import { fromWire, isOnWire } from './wire.ts';

// Rules: docs/specification/account.md#fields
describe('a profile', () => {
  it('needs a name of 1 to 60 and a description of 1 to 1000 characters after trimming', () => {
    expect(() => fromWire(personName, '  ')).toThrow(
      expect.objectContaining({ fields: { body: 'Name is required' } }),
    );
    expect(fromWire(personName, ' Ada ')).toBe('Ada');
    expect(isOnWire(personName, 'x'.repeat(61))).toBe(false);
    expect(isOnWire(personDescription, 'x'.repeat(1000))).toBe(true);
    expect(isOnWire(personDescription, 'x'.repeat(1001))).toBe(false);
    expect(() => fromWire(personDescription, ' ')).toThrow(
      expect.objectContaining({ fields: { body: 'Please write a few words about yourself' } }),
    );
  });

  it('may bring a name along when it is made', () => {
    expect(fromWire(createUser.payload, { name: ' Ada ' })).toEqual({ name: 'Ada' });
    expect(isOnWire(createUser.payload, { name: 'x'.repeat(61) })).toBe(false);
  });

  it('keeps preferences of up to 200 characters', () => {
    for (const value of [true, 7, 'x'.repeat(200)])
      expect(isOnWire(setPreference.payload, { value })).toBe(true);
    expect(isOnWire(setPreference.payload, { value: 'x'.repeat(201) })).toBe(false);
  });

  it('is moderated with a reason of up to 1000 characters', () => {
    expect(fromWire(moderationText, ' Spam ')).toBe('Spam');
    expect(isOnWire(moderationText, 'x'.repeat(1001))).toBe(false);
    expect(() => fromWire(moderationText, ' ')).toThrow(
      expect.objectContaining({ fields: { body: 'Give a reason' } }),
    );
  });

  it('updates any of its fields and ignores unknown ones', () => {
    expect(fromWire(updateUser.payload, {})).toEqual({});
    expect(fromWire(updateUser.payload, { name: 'Ada', isAdmin: true })).toEqual({ name: 'Ada' });
    expect(isOnWire(updateUser.payload, { dailyGoal: 'huge' })).toBe(false);
    expect(isOnWire(updateUser.payload, { timeZone: 'Mars/Olympus' })).toBe(false);
  });
});

// Rules: docs/specification/people.md#search-rules
describe('the search', () => {
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
});
