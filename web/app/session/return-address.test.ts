import { describe, expect, test } from 'vitest';
import { onwardState, rememberAddress, returnAddressOf } from './return-address';

describe('A visitor who has to sign in returns to where they came from', () => {
  test('The whole address is remembered', () => {
    const state = rememberAddress({ pathname: '/booking/a/b', search: '?x=1', hash: '#notes' });
    expect(returnAddressOf(state)).toBe('/booking/a/b?x=1#notes');
  });

  test.each([
    [null],
    [undefined],
    ['/chats'],
    [{}],
    [{ returnTo: 7 }],
    [{ returnTo: 'https://elsewhere.example' }],
    [{ returnTo: '//elsewhere.example' }],
    [{ returnTo: '/\\elsewhere.example' }],
  ])('State %j leads to the dashboard', (state) => {
    expect(returnAddressOf(state)).toBe('/dashboard');
  });

  test.each([
    ['a detour keeps what was remembered before', '/login', { returnTo: '/chats' }, { returnTo: '/chats' }],
    ['a detour from a screen leads back to it', '/dashboard', null, { returnTo: '/dashboard?query=a' }],
    ['nobody returns to the sign-in screen', '/login', null, null],
    ['nor to its other address', '/signup', { returnTo: '//elsewhere.example' }, null],
  ])('%s', (_case, pathname, state, expected) => {
    const search = pathname === '/dashboard' ? '?query=a' : '';
    expect(onwardState({ pathname, search, hash: '', state })).toEqual(expected);
  });
});
