import { describe, expect, test } from 'vitest';
import { rememberAddress, returnAddressOf } from './return-address';

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
});
