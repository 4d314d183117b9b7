import { NetworkError } from '@parlance/client/network-error';
import { ApiError } from '@parlance/contract/errors';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { unfinishedKey } from '#onboarding/unfinished-mark';
import { type Session, SessionContext, useSession } from '#session/session-context';
import { ownUser, ownUserId } from '#test/browser/render';
import { SessionGate } from './session-gate';

let root: Root | null = null;
let router: ReturnType<typeof createMemoryRouter>;
const refresh = vi.fn(async () => undefined);

const known = {
  loading: false,
  user: null,
  profile: null,
  error: null,
  staticData: {},
  runtime: { refresh },
} as unknown as Session;
const loading: Session = { ...known, loading: true, staticData: null, runtime: null };

/** What the screen knows of the session. */
function Screen() {
  const session = useSession();
  return <p>{`screen, ${session.user?.name ?? 'nobody'}, ${session.loading ? 'loading' : 'known'}`}</p>;
}
const MemberOpening = () => <p>Placeholder</p>;

function show(session: Partial<Session>, handle?: unknown) {
  const gate = (): ReactNode => (
    <SessionContext value={{ ...known, ...session }}>
      <SessionGate>
        <Screen />
      </SessionGate>
    </SessionContext>
  );
  router = createMemoryRouter(
    [
      { path: '/screen', element: gate(), handle },
      { path: '/onboarding', element: gate() },
      { path: '/login', element: <p>sign-in</p> },
    ],
    { initialEntries: ['/screen?tab=2'] },
  );
  root?.unmount();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<RouterProvider router={router} />);
}
const shows = (text: string) => expect.element(page.getByText(text)).toBeInTheDocument();
const here = () => ({ path: router.state.location.pathname, state: router.state.location.state });

beforeEach(() => refresh.mockClear());
afterEach(() => {
  root?.unmount();
  root = null;
  vi.restoreAllMocks();
});

describe('a screen of members', () => {
  test('waits for the session', async () => {
    show(loading);
    await shows('Loading...');
    expect(page.getByText(/^screen/).query()).toBeNull();
    show({ user: ownUser });
    await shows('screen, Ada, known');
  });

  test.each<[string, Partial<typeof ownUser>, string | null]>([
    ['without a description', { description: '' }, null],
    ['that was stored in part', {}, ownUserId],
  ])('leads a profile %s back to the onboarding, and on from there', async (_case, user, mark) => {
    if (mark) sessionStorage.setItem(unfinishedKey, mark);
    show({ user: { ...ownUser, ...user } });
    await expect.poll(here).toEqual({ path: '/onboarding', state: { returnTo: '/screen?tab=2' } });
    await shows('screen, Ada, known');
    expect(router.state.historyAction).toBe('REPLACE');
  });

  test('is open where another member of this tab left a profile unfinished', async () => {
    sessionStorage.setItem(unfinishedKey, 'somebody else');
    show({ user: ownUser });
    await shows('screen, Ada, known');
    expect(here().path).toBe('/screen');
  });
});

describe('without its data', () => {
  test('a lost connection is said, and the page can be tried again', async () => {
    show({ staticData: null, error: new NetworkError() });
    await expect.element(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  test('a failure of the server is no lost connection', async () => {
    show({ staticData: null, error: new ApiError('ServerError') });
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent(/^This page could not be loaded completely/);
    expect(page.getByText('No connection').query()).toBeNull();
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    expect(refresh).toHaveBeenCalledTimes(1);
  });
});

describe('a screen for visitors', () => {
  const handle = { isForVisitors: true, MemberOpening };

  test('is there before the session is known, hidden from members, who see its placeholder', async () => {
    show(loading, handle);
    await shows('screen, nobody, loading');
    expect(
      page
        .getByText(/^screen/)
        .element()
        .closest('[data-for-visitors]'),
    ).not.toBeNull();
    expect(page.getByText('Placeholder').element().closest('[data-member-opening]')).not.toBeNull();
    show({ user: ownUser }, handle);
    await shows('screen, Ada, known');
    expect(document.querySelector('[data-for-visitors], [data-member-opening]')).toBeNull();
  });

  test('without a placeholder is shown to members, too', async () => {
    show(loading, { isForVisitors: true });
    await shows('screen, nobody, loading');
    expect(document.querySelector('[data-for-visitors], [data-member-opening]')).toBeNull();
  });

  test('asks to sign in where only members see members, and leads back afterwards', async () => {
    show({ staticData: { hasVisitors: false } as Session['staticData'] }, handle);
    await shows('sign-in');
    expect(here()).toEqual({ path: '/login', state: { returnTo: '/screen?tab=2' } });
    show({ user: ownUser, staticData: { hasVisitors: false } as Session['staticData'] }, handle);
    await shows('screen, Ada, known');
    show({}, handle);
    await shows('screen, nobody, known');
  });
});
