import { refreshTokenKey } from '@parlance/client/token-storage';
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetStored } from './forget-stored';

/** Like a browser's storage: removing a key shifts the indices of the rest. */
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

const settingsOfDevice = ['parlance.callSounds', 'parlance.callMuteKey'];
const unsentReview = 'parlance-review-ana-1';
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
});

const forget = () =>
  forgetStored({
    local,
    session,
    databases: { databases: async () => [{ name: 'parlance-chat-ana' }, { name: 'new' }], deleteDatabase },
  });

test('what belongs to the device stays, and no other key or database', async () => {
  await forget();
  expect(local.keys()).toEqual([settingsOfDevice[0], unsentReview, settingsOfDevice[1]]);
  expect(session.keys()).toEqual([]);
  expect(deleteDatabase.mock.calls).toEqual([['parlance-chat-ana'], ['new']]);
});

test('deletes nothing of a member who signed in again in another tab', async () => {
  local.setItem(refreshTokenKey);
  await forget();
  expect(local.keys()).toContain(refreshTokenKey);
  expect(local.length + session.length).toBe(11);
  expect(deleteDatabase).not.toHaveBeenCalled();
});
