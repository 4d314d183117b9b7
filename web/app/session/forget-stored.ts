import type { Session } from '@parlance/client/session';
import { refreshTokenKey } from '@parlance/client/token-storage';
import { lastingKeys } from '#lib/lasting-keys';

type KeyStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'removeItem'>;

/** What a page keeps in its browser. */
export interface BrowserStores {
  local: KeyStorage;
  session: KeyStorage;
  databases: Pick<IDBFactory, 'deleteDatabase'> & Partial<Pick<IDBFactory, 'databases'>>;
}

/**
 * Whoever signs out by choice leaves nothing behind on this device, whatever part of the app has stored it. A session that is
 * lost by an error may come back, and finds everything as it was.
 */
export function forgetStoredOnSignOut(
  { getState, subscribe }: Pick<Session, 'getState' | 'subscribe'>,
  openStores: () => BrowserStores,
): () => void {
  let wasPresent = getState().user !== null;
  return subscribe(() => {
    const { user, error } = getState();
    const hasLeft = wasPresent && user === null && error === null;
    wasPresent = user !== null;
    if (hasLeft) void forgetStored(openStores).catch((error) => reportError(error));
  });
}

async function forgetStored(openStores: () => BrowserStores): Promise<void> {
  let stores: BrowserStores;
  try {
    stores = openStores();
  } catch {
    // Where the browser forbids storage nothing was stored.
    return;
  }
  const { local, session, databases } = stores;
  // Another tab may have signed in again before this one has heard of the sign-out.
  if (local.getItem(refreshTokenKey) !== null) return;
  for (const storage of [local, session]) {
    for (const key of keysOf(storage)) if (!isLasting(key)) storage.removeItem(key);
  }
  // Missing in a few browsers, where the chat still deletes its own.
  for (const { name } of (await databases.databases?.()) ?? []) if (name) databases.deleteDatabase(name);
}

const keysOf = (storage: KeyStorage): string[] =>
  Array.from({ length: storage.length }, (_, place) => storage.key(place)).filter((key) => key !== null);

const isLasting = (key: string): boolean =>
  Object.values(lastingKeys).some((lasting) => key.startsWith(lasting));
