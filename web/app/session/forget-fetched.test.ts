import type { SessionState } from '@parlance/client/session';
import { createStore } from '@parlance/client/store';
import type { User } from '@parlance/contract/account';
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { forgetFetchedOnLeaving } from './forget-fetched';

const person = (userId: string) => ({ userId }) as User;

const createState = () =>
  createStore<SessionState>({
    loading: false,
    staticData: null,
    user: null,
    profile: null,
    hasAccessToken: false,
    error: null,
  });

test('what was fetched for one person is gone for the next', () => {
  const cache = new QueryClient();
  const store = createState();
  forgetFetchedOnLeaving({ getState: store.get, subscribe: store.subscribe }, cache, () => {});

  cache.setQueryData(['search'], 'seen as a visitor');
  store.set({ user: person('ana') });
  expect(cache.getQueryData(['search'])).toBe('seen as a visitor');

  cache.setQueryData(['chats'], 'of Ana');
  store.set({ user: { ...person('ana'), name: 'Ana' } });
  expect(cache.getQueryData(['chats'])).toBe('of Ana');

  store.set({ user: null });
  expect(cache.getQueryData(['chats'])).toBeUndefined();

  store.set({ user: person('ana') });
  cache.setQueryData(['chats'], 'of Ana');
  store.set({ user: person('ben') });
  expect(cache.getQueryData(['chats'])).toBeUndefined();
});

test('a sign-out is told once, the loss of a session by an error never', () => {
  const onSignOut = vi.fn();
  const store = createState();
  forgetFetchedOnLeaving({ getState: store.get, subscribe: store.subscribe }, new QueryClient(), onSignOut);
  store.set({ loading: true });
  store.set({ user: person('ana') });
  store.set({ user: null, error: new Error('lost') });
  store.set({ error: null });
  store.set({ user: person('ana') });
  expect(onSignOut).not.toHaveBeenCalled();
  store.set({ user: null });
  store.set({ loading: false });
  expect(onSignOut).toHaveBeenCalledOnce();
});
