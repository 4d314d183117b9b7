import { expect, test } from 'vitest';
import { waysInOf } from './ways-in';

const nobody = { email: null, phone: null, googleUserId: null };

test('a person signs in by what the account has', () => {
  const whole = { email: 'a@example.org', phone: '+4915112345678', googleUserId: 'g' };
  expect(waysInOf(whole, { googleClientId: 'id' })).toEqual(['email', 'phone', 'google']);
  expect(waysInOf({ ...nobody, phone: whole.phone }, { googleClientId: 'id' })).toEqual(['phone']);
});

test('an organisation is a way in only where the installation offers it', () => {
  expect(waysInOf({ ...nobody, oidcSubject: 's' }, { oidcName: 'Uni' })).toEqual(['oidc']);
  expect(waysInOf({ ...nobody, oidcSubject: 's' }, {})).toEqual([]);
});

test('Google is a way in only where the installation offers it', () => {
  expect(waysInOf({ ...nobody, googleUserId: 'g' }, {})).toEqual([]);
});
