import { refreshTokenKey } from '@parlance/client/token-storage';
import { lastingKeys } from '#lib/lasting-keys';

type KeyStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'removeItem'>;

/** What a page keeps in its browser. */
export interface BrowserStores {
  local: KeyStorage;
  session: KeyStorage;
  databases: Pick<IDBFactory, 'deleteDatabase'> & Partial<Pick<IDBFactory, 'databases'>>;
}

/** Empties the browser of everything but `lastingKeys`, whatever part of the app has stored it. */
export async function forgetStored({ local, session, databases }: BrowserStores): Promise<void> {
  // Another tab may have signed in again before this one has heard of the sign-out.
  if (local.getItem(refreshTokenKey) !== null) return;
  for (const storage of [local, session]) {
    for (const key of keysOf(storage)) if (!isLasting(key)) storage.removeItem(key);
  }
  // Missing in a few browsers, where the chat still deletes its own.
  for (const { name } of (await databases.databases?.()) ?? []) if (name) databases.deleteDatabase(name);
}

/** The same in this browser; where it forbids storage nothing was stored. */
export async function forgetStoredHere(): Promise<void> {
  let stores: BrowserStores;
  try {
    stores = { local: localStorage, session: sessionStorage, databases: indexedDB };
  } catch {
    return;
  }
  await forgetStored(stores);
}

const keysOf = (storage: KeyStorage): string[] =>
  Array.from({ length: storage.length }, (_, place) => storage.key(place)).filter((key) => key !== null);

const isLasting = (key: string): boolean =>
  Object.values(lastingKeys).some((lasting) => key.startsWith(lasting));
