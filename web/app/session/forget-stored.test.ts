import type { SessionState } from '@parlance/client/session';
import { createStore } from '@parlance/client/store';
import { refreshTokenKey } from '@parlance/client/token-storage';
import type { User } from '@parlance/contract/account';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetStoredOnSignOut } from './forget-stored';

/** As a browser has it: keys move up when one is removed. */
function createStorage(keys: string[]) {
  const kept = new Map(keys.map((key) => [key, 'x']));
  return {
    keys: () => [...kept.keys()],
    get length() {
      return kept.size;
    },
    key: (place: number) => [...kept.keys()][place] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string) => kept.set(key, 'x'),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const ana = { userId: 'ana' } as User;
const settingsOfDevice = ['parlance.callSounds', 'parlance.callMuteKey'];
const unsentReview = 'parlance-review-ana-1';
const store = createStore<SessionState>({
  loading: false,
  staticData: null,
  user: null,
  profile: null,
  hasAccessToken: false,
  error: null,
});
let local: ReturnType<typeof createStorage>;
let session: ReturnType<typeof createStorage>;
const deleteDatabase = vi.fn<IDBFactory['deleteDatabase']>();

beforeEach(() => {
  local = createStorage([
    'parlance.message-languages',
    settingsOfDevice[0] ?? '',
    'parlance.share-hidden',
    'parlance.browserNotices',
    unsentReview,
    'not.yet.thought.of',
    settingsOfDevice[1] ?? '',
  ]);
  session = createStorage(['parlance-onboarding-draft', 'parlance.call', 'nor.this']);
  deleteDatabase.mockReset();
  store.set({ user: ana, error: null });
  const databases = {
    databases: async () => [{ name: 'parlance-chat-ana' }, { name: 'new' }],
    deleteDatabase,
  };
  const stop = forgetStoredOnSignOut({ getState: store.get, subscribe: store.subscribe }, () => ({
    local,
    session,
    databases,
  }));
  return stop;
});

describe('signing out', () => {
  test('leaves what belongs to the device, and no other key or database', async () => {
    store.set({ user: null });
    expect(local.keys()).toEqual([settingsOfDevice[0], unsentReview, settingsOfDevice[1]]);
    expect(session.keys()).toEqual([]);
    await vi.waitFor(() => expect(deleteDatabase.mock.calls).toEqual([['parlance-chat-ana'], ['new']]));
  });

  test('forgets nothing of a session that is lost by an error', () => {
    store.set({ user: null, error: new Error('lost') });
    store.set({ error: null });
    expect(local.length + session.length).toBe(10);
  });

  test('forgets nothing where nobody was signed in, and nothing when somebody signs in', () => {
    store.set({ user: null });
    local.setItem('chosen as a visitor');
    store.set({ loading: true });
    store.set({ user: ana });
    expect(local.keys()).toContain('chosen as a visitor');
  });

  test('forgets nothing of whoever has signed in again in another tab meanwhile', () => {
    local.setItem(refreshTokenKey);
    store.set({ user: null });
    expect(local.keys()).toContain(refreshTokenKey);
    expect(local.length + session.length).toBe(11);
  });
});
