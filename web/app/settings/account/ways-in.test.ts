import { expect, test } from 'vitest';
import { waysInOf } from './ways-in';

const noWayIn = { email: null, phone: null, googleUserId: null };

test('a person signs in by what the account has', () => {
  const whole = { email: 'a@example.org', phone: '+4915112345678', googleUserId: 'g' };
  expect(waysInOf(whole, { googleClientId: 'id' })).toEqual(['email', 'phone', 'google']);
  expect(waysInOf({ ...noWayIn, phone: whole.phone }, { googleClientId: 'id' })).toEqual(['phone']);
});

test('an organisation is a way in only where the installation offers it', () => {
  expect(waysInOf({ ...noWayIn, oidcSubject: 's' }, { oidcName: 'Uni' })).toEqual(['oidc']);
  expect(waysInOf({ ...noWayIn, oidcSubject: 's' }, {})).toEqual([]);
});

test('Google is a way in only where the installation offers it', () => {
  expect(waysInOf({ ...noWayIn, googleUserId: 'g' }, {})).toEqual([]);
});
