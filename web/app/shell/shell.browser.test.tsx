import { ApiError } from '@parlance/contract/errors';
import { useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, Link, Route, RouterProvider, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Session, SessionContext } from '#session/session-context';
import { server } from '#test/browser/network';
import { leave, render } from '#test/browser/render';
import { ErrorPage } from './error-page';
import { Footer } from './footer';
import { Shell } from './shell';

/** A screen that sets the focus itself. */
function Form() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <>
      <title>Form · Parlance</title>
      <input ref={field} aria-label="First field" />
    </>
  );
}

const show = () =>
  render(
    <Shell>
      <Routes>
        <Route
          path="/dashboard"
          element={
            <>
              <Link to="/plain">Plain</Link>
              <Link to="/form">Form</Link>
              <Link to="/dashboard?page=2">Second page</Link>
            </>
          }
        />
        <Route
          path="/plain"
          element={
            <p>
              <title>Plain screen · Parlance</title>
              <Link to="/form">On</Link>
            </p>
          }
        />
        <Route path="/form" element={<Form />} />
        <Route path="*" element={<p>Another screen</p>} />
      </Routes>
    </Shell>,
    { at: '/dashboard' },
  );
const link = (name: string) => page.getByRole('main').getByRole('link', { name });

beforeEach(() => {
  server.answer('getChatStat', () => ({ unreadMessages: 3, requests: 0 }));
  server.answer('listPhrases', () => ({ phrases: [], count: 0, dueCount: 0 }));
  server.answer('listAppointments', () => ({ count: 0, slots: [] }));
  server.answer('listChats', () => ({ count: 0, chats: [] }));
});
afterEach(() => page.viewport(1280, 800));

test('at 400 % zoom the bar scrolls away, so that it does not cover what has the focus', async () => {
  show();
  const position = () => getComputedStyle(page.getByRole('banner').element()).position;
  await expect.element(page.getByRole('banner')).toBeVisible();
  expect(position()).toBe('sticky');
  await page.viewport(320, 256);
  expect(position()).toBe('static');
});

test('a new screen gets the focus with its name, one that sets it itself keeps it, and another page of it moves nothing', async () => {
  // The page of the test runner has a title of its own, which would be the first.
  document.querySelector('head title')?.remove();
  show();
  await userEvent.click(link('Second page'));
  await expect.element(link('Second page')).toHaveFocus();
  await userEvent.click(link('Plain'));
  await expect.element(page.getByRole('main', { name: 'Plain screen', exact: true })).toHaveFocus();
  await userEvent.click(link('On'));
  await expect.element(page.getByRole('textbox', { name: 'First field' })).toHaveFocus();
  await expect.element(page.getByRole('main')).toHaveAccessibleName('Form');
});

test('the navigation marks the present screen', async () => {
  show();
  const items = page.getByRole('navigation', { name: 'Main' }).or(page.getByRole('banner'));
  const find = items.getByRole('link', { name: 'Find Partners' }).first();
  const upcoming = items.getByRole('link', { name: 'Upcoming Chats' }).first();
  await expect.element(find).toHaveAttribute('aria-current', 'page');
  await userEvent.click(upcoming);
  await expect.element(upcoming).toHaveAttribute('aria-current', 'page');
  await expect.element(find).not.toHaveAttribute('aria-current');
});

test('the link of an icon has its name once', async () => {
  show();
  const settings = page.getByRole('banner').getByRole('link', { name: 'Settings' }).first();
  await expect.element(settings).toHaveAccessibleName('Settings');
  // Beside a label the title would be a description, with the same word.
  expect(settings.element().hasAttribute('aria-label')).toBe(false);
});

test('the menu of a phone makes the page behind inert, and closes by Escape, by a choice and on a wide screen', async () => {
  await page.viewport(390, 844);
  show();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const opener = page.getByRole('button', { name: /menu/i });
  const isInert = () => document.querySelector('main')?.inert;
  await userEvent.click(opener);
  await expect.element(menu).toBeVisible();
  await expect.poll(isInert).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.poll(isInert).toBe(false);
  await expect.element(menu).not.toBeInTheDocument();
  await userEvent.click(opener);
  await userEvent.click(menu.getByRole('link', { name: 'Settings' }));
  await expect.element(page.getByText('Another screen')).toBeVisible();
  await expect.poll(isInert).toBe(false);
  await userEvent.click(opener);
  await expect.element(menu).toBeVisible();
  // Another press leads to the screen that is shown.
  await userEvent.click(menu.getByRole('link', { name: 'Settings' }));
  await expect.element(menu).not.toBeInTheDocument();
  await userEvent.click(opener);
  await expect.poll(isInert).toBe(true);
  await page.viewport(1280, 800);
  await expect.poll(isInert).toBe(false);
});

// Both sides of each breakpoint between phone, tablet and desktop.
test.each([
  [820, 1180],
  [700, 1024],
  [1023, 1024],
])(
  'a menu that is open at %i px is closed at %i px, where the page can be used, and stays closed',
  async (narrow, wide) => {
    await page.viewport(narrow, 800);
    show();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await userEvent.click(page.getByRole('button', { name: 'Open menu' }));
    await expect.element(menu).toBeVisible();
    expect(document.querySelector('main')?.inert).toBe(true);
    await page.viewport(wide, 800);
    await expect.poll(() => document.querySelector('main')?.inert).toBe(false);
    expect(getComputedStyle(document.body).overflow).not.toBe('hidden');
    await expect.element(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await page.viewport(narrow, 800);
    await expect.element(menu).not.toBeInTheDocument();
  },
);

test('a menu that is open stays open and fills the window as long as it is narrow', async () => {
  await page.viewport(1000, 800);
  show();
  await userEvent.click(page.getByRole('button', { name: 'Open menu' }));
  await page.viewport(600, 800);
  await expect.element(page.getByRole('navigation', { name: 'Menu' })).toHaveStyle({ width: '600px' });
  expect(document.querySelector('main')?.inert).toBe(true);
});

describe('the navigation of a visitor', () => {
  const showAt = (at: string) =>
    render(
      <Shell>
        <p>Screen</p>
      </Shell>,
      { at, isVisitor: true },
    ).router;
  const signUp = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign Up' });

  test.each([
    ['/dashboard?languageCode=ja', { returnTo: '/dashboard?languageCode=ja' }],
    ['/profile/1#times', { returnTo: '/profile/1#times' }],
    ['/features', null],
    ['/profiles', null],
  ])('leads to the sign-up and from there back to %s', async (at, state) => {
    const router = showAt(at);
    await userEvent.click(signUp());
    await expect.poll(() => router.state.location.pathname).toBe('/login');
    expect(router.state.location.state).toEqual(state);
    await expect.element(signUp()).toHaveAttribute('aria-current', 'page');
  });

  test('marks the present screen also where its address ends in a slash', async () => {
    showAt('/features/');
    await expect
      .element(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Features' }))
      .toHaveAttribute('aria-current', 'page');
    await expect.element(signUp()).not.toHaveAttribute('aria-current');
  });
});

test('a member whom the server cannot be asked about keeps the navigation of members', async () => {
  const unreached = {
    loading: false,
    user: null,
    profile: null,
    staticData: null,
    error: null,
    runtime: null,
  };
  const names = () =>
    page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent);
  const showFor = (session: Session, isVisitor: boolean) =>
    render(
      <SessionContext value={session}>
        <Shell>
          <p>Screen</p>
        </Shell>
      </SessionContext>,
      { isVisitor },
    );
  showFor(unreached, false);
  await expect.poll(names).toContain('Messages');
  await expect
    .element(page.getByRole('banner').getByRole('link').first())
    .toHaveAttribute('href', '/dashboard');
  leave();
  localStorage.clear();
  showFor(unreached, true);
  await expect.poll(names).toEqual(['Features', 'Sign Up']);
  await expect.element(page.getByRole('banner').getByRole('link').first()).toHaveAttribute('href', '/');
});

test('a profile that is not finished has no navigation, and the logo leads nowhere until it is', async () => {
  const showAt = (at: string) =>
    render(
      <Shell>
        <p>Screen</p>
      </Shell>,
      { at, user: { description: '' } },
    );
  showAt('/onboarding');
  await expect.element(page.getByText('Screen')).toBeVisible();
  expect(page.getByRole('banner').getByRole('link').elements()).toEqual([]);
  expect(page.getByRole('button', { name: /menu/ }).query()).toBeNull();
  leave();
  showAt('/features');
  await expect.element(page.getByRole('banner').getByRole('link')).toHaveAttribute('href', '/dashboard');
});

describe('the language of the interface', () => {
  const list = () => page.getByRole('combobox', { name: 'Language of the interface' });
  const show = (isVisitor: boolean) => render(<Footer inert={false} />, { isVisitor });
  // The choice is kept for the page, which all tests share.
  afterEach(async () => {
    leave();
    render(<Footer inert={false} />, { isVisitor: true });
    await userEvent.selectOptions(list(), 'en');
  });

  test.each(['is stored', 'cannot be stored'])('of a member %s before the page changes', async (outcome) => {
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
    onTestFinished(() => submit.mockRestore());
    const answer = Promise.withResolvers<void>();
    server.answer('updateUser', async () => {
      await answer.promise;
      return {};
    });
    show(false);
    await userEvent.selectOptions(list(), 'de');
    await userEvent.click(page.getByRole('button', { name: 'Change' }));
    await expect.poll(() => server.payloads('updateUser')).toEqual([{ locale: 'de' }]);
    expect(submit).not.toHaveBeenCalled();
    if (outcome === 'is stored') answer.resolve();
    else answer.reject(new ApiError('ServerError'));
    await expect.poll(() => submit.mock.calls).toHaveLength(1);
  });

  test('of a visitor changes with the page, and a choice outlives the frame of the loading page', async () => {
    const sent: FormData[] = [];
    const onSubmit = (event: SubmitEvent) => {
      expect(event.defaultPrevented).toBe(false);
      event.preventDefault();
      sent.push(new FormData(event.target as HTMLFormElement));
    };
    window.addEventListener('submit', onSubmit);
    onTestFinished(() => window.removeEventListener('submit', onSubmit));
    show(true);
    await expect.element(list()).toHaveValue('en');
    await userEvent.selectOptions(list(), 'fr');
    leave();
    show(true);
    await expect.element(list()).toHaveValue('fr');
    await userEvent.click(page.getByRole('button', { name: 'Change' }));
    expect(sent.map((form) => form.get('locale'))).toEqual(['fr']);
  });
});

test.each([
  [
    'an answer of the server',
    new Response(null, { status: 404, statusText: 'Not Found' }),
    'Unhandled Thrown Response!',
    /The server answered 404 Not Found\./,
  ],
  ['a fault of the page', new Error('x'), 'Application Error!', /^Something on this page stopped working\./],
])('a screen that fails is replaced by a page that names %s', async (_case, thrown, title, text) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const router = createMemoryRouter([
    {
      path: '/',
      loader: () => {
        throw thrown;
      },
      element: null,
      hydrateFallbackElement: null,
      errorElement: <ErrorPage />,
    },
  ]);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => {
    root.unmount();
    vi.restoreAllMocks();
  });
  root.render(<RouterProvider router={router} />);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  await expect.element(page.getByText(text)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Find Language Partners' }))
    .toHaveAttribute('href', '/dashboard');
});
