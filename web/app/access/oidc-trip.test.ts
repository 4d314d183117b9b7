import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetInvitation, keepInvitation, keptInvitation } from './kept-invitation';
import { leaveForProvider, takeTrip } from './oidc-trip';

const home = { purpose: 'sign-in', returnTo: '/dashboard' };
const assign = vi.fn();
const runtime = { calls: { beginOidc: async () => ({ url: 'https://idp.test/' }) } } as unknown as Parameters<
  typeof leaveForProvider
>[0];

function storage(isBlocked = false) {
  const items = new Map<string, string>();
  const guard = <Result>(act: () => Result): Result => {
    if (isBlocked) throw new DOMException('denied', 'SecurityError');
    return act();
  };
  return {
    getItem: (key: string) => guard(() => items.get(key) ?? null),
    setItem: (key: string, value: string) => guard(() => void items.set(key, value)),
    removeItem: (key: string) => guard(() => void items.delete(key)),
  };
}
const stub = (isBlocked = false) => {
  vi.stubGlobal('sessionStorage', storage(isBlocked));
  vi.stubGlobal('localStorage', storage(isBlocked));
};

beforeEach(() => {
  assign.mockReset();
  stub();
  vi.stubGlobal('window', { location: { assign } });
});
afterEach(() => void vi.unstubAllGlobals());

test('a trip to the provider is remembered for one return', async () => {
  await leaveForProvider(runtime, { purpose: 'connect', returnTo: '/settings/account' });
  expect(assign.mock.calls).toEqual([['https://idp.test/']]);
  expect(takeTrip()).toEqual({ purpose: 'connect', returnTo: '/settings/account' });
  expect(takeTrip()).toEqual(home);
});

test('a trip that cannot be remembered or read ends at the search', async () => {
  sessionStorage.setItem('parlance.oidc', 'x');
  expect(takeTrip()).toEqual(home);
  expect(takeTrip()).toEqual(home);
  stub(true);
  await leaveForProvider(runtime, { purpose: 'connect', returnTo: '/settings/account' });
  expect(assign).toHaveBeenCalledTimes(1);
  expect(takeTrip()).toEqual(home);
});

test.each([false, true])('an invitation is kept until it is forgotten (blocked storage: %s)', (isBlocked) => {
  stub(isBlocked);
  expect(keptInvitation()).toEqual({});
  keepInvitation('first');
  keepInvitation('second');
  expect(keptInvitation()).toEqual({ invitation: 'second' });
  forgetInvitation();
  expect(keptInvitation()).toEqual({});
});
