import { NetworkError } from '@parlance/client/network-error';
import { useState } from 'react';
import { Route, Routes } from 'react-router';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '#lib/query-client';
import { server, sockets } from '#test/browser/network';
import { ownUser, ownUserId, render } from '#test/browser/render';
import { sampleMessage } from '#test/chat-samples';
import { type Session, SessionContext, type SessionState, useSession } from './session-context';
import { type SessionRuntime, startSession } from './session-runtime';
import { useSignedIn } from './signed-in';
import SignedInLayout from './signed-in-layout';
import SignedOutLayout from './signed-out-layout';

describe('the screens of members', () => {
  let change: (part: Partial<Session>) => void;

  function Screens({ user }: Pick<Partial<Session>, 'user'>) {
    const session = useSession();
    const [part, setPart] = useState<Partial<Session>>({ user: user ?? null, error: null });
    change = setPart;
    return (
      <SessionContext value={{ ...session, ...part }}>
        <Routes>
          <Route element={<SignedInLayout />}>
            <Route path="/appointments" element={<h1>Sessions</h1>} />
            <Route path="/dashboard" element={<h1>Search</h1>} />
          </Route>
          <Route element={<SignedOutLayout />}>
            <Route path="/login" element={<h1>Sign in</h1>} />
          </Route>
        </Routes>
      </SessionContext>
    );
  }
  const heading = (name: string) => page.getByRole('heading', { name });
  const at = '/appointments?page=2#past';

  test('lead a visitor to the sign-in and back to the whole address', async () => {
    const { router } = render(<Screens />, { at });
    await expect.element(heading('Sign in')).toBeVisible();
    expect(router.state.location.state).toEqual({ returnTo: at });
    change({ user: ownUser });
    await expect.element(heading('Sessions')).toBeVisible();
    const { pathname, search, hash } = router.state.location;
    expect(`${pathname}${search}${hash}`).toBe(at);
  });

  test.each([
    ['of a session that was lost by an error is remembered', new Error('expired'), { returnTo: at }],
    ['of a member who has signed out is not, which the next one would see', null, null],
  ])('an address %s', async (_which, error, state) => {
    const { router } = render(<Screens user={ownUser} />, { at });
    await expect.element(heading('Sessions')).toBeVisible();
    change({ user: null, error });
    await expect.element(heading('Sign in')).toBeVisible();
    expect(router.state.location.state).toEqual(state);
  });
});

test('a sign-out leaves nothing of the member in the page or in its storage', async () => {
  let runtime: SessionRuntime | undefined;
  const Screen = () => {
    runtime = useSignedIn().runtime;
    return <h1>Search</h1>;
  };
  render(<Screen />);
  await expect.element(page.getByRole('heading')).toBeVisible();
  await expect.poll(sockets.isConnected).toBe(true);
  sockets.emit('chat:message', sampleMessage(1, { toUserId: ownUserId }));
  const known = () => runtime?.messagesBeforeChatLoaded().map(({ content }) => content);
  await expect.poll(known).toEqual(['message 1']);
  queryClient.setQueryData(['chats'], 'of Ada');
  localStorage.setItem('parlance.share-hidden', 'x');
  sessionStorage.setItem('parlance.call', 'x');
  localStorage.setItem('parlance.callSounds', 'off');
  server.answer('endSession', () => ({}));
  await runtime?.session.signOut();
  expect([known(), queryClient.getQueryData(['chats'])]).toEqual([[], undefined]);
  await expect.poll(() => sessionStorage.length).toBe(0);
  await expect.poll(() => Object.keys(localStorage)).toEqual(['parlance.callSounds']);
});

test('the page is asked to follow the language of the member, once', async () => {
  const asked: string[] = [];
  const own = window.fetch;
  const fetching = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    if (input !== '/locale') return own(input, init);
    asked.push(String(init?.body));
    return new Response();
  });
  onTestFinished(() => fetching.mockRestore());
  let runtime: SessionRuntime | undefined;
  const Screen = () => {
    const { runtime: known, user } = useSignedIn();
    runtime = known;
    return <h1>{user.name}</h1>;
  };
  const member = { locale: 'es' as const, name: 'Ada' };
  render(<Screen />, { user: member });
  await expect.poll(() => asked).toEqual(['locale=es']);
  server.answer('getUser', () => ({ ...ownUser, ...member, name: 'Ada L.' }));
  await runtime?.session.updateUser();
  await expect.element(page.getByRole('heading', { name: 'Ada L.' })).toBeVisible();
  expect(asked).toEqual(['locale=es']);
});

test('a start without a network is made up for when it is back, once, and not after the end', async () => {
  const states: SessionState[] = [];
  let starts = 0;
  let isOffline = true;
  server.answer('getStaticData', () => {
    starts += 1;
    if (isOffline) throw new TypeError('Failed to fetch');
    return {
      ...{ languages: [], interests: [], dailyGoals: [], slotDurations: [], limits: {} },
      version: '1',
    };
  });
  const runtime = startSession((state) => states.push(state));
  onTestFinished(() => runtime.close());
  const goOnline = () => window.dispatchEvent(new Event('online'));
  await expect.poll(() => states.at(-1)?.error).toBeInstanceOf(NetworkError);
  isOffline = false;
  const before = starts;
  goOnline();
  await expect.poll(() => states.at(-1)).toMatchObject({ error: null, staticData: { version: '1' } });
  expect(starts).toBe(before + 1);
  // Another start would show the loading screen again; it would not load the static data a second time.
  const known = states.length;
  goOnline();
  expect(states.slice(known)).toEqual([]);
});
