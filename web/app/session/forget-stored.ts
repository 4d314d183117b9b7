import { refreshTokenKey } from '@parlance/client/token-storage';
import { lastingKeys } from '#lib/lasting-keys';

type KeyStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'removeItem'>;

export interface BrowserStores {
  local: KeyStorage;
  session: KeyStorage;
  databases: Pick<IDBFactory, 'deleteDatabase'> & Partial<Pick<IDBFactory, 'databases'>>;
}

/** Clears everything but `lastingKeys` from browser storage, whichever module stored it. */
export async function forgetStored({ local, session, databases }: BrowserStores): Promise<void> {
  // Another tab can sign in again before this one handles the sign-out.
  if (local.getItem(refreshTokenKey) !== null) return;
  for (const storage of [local, session]) {
    for (const key of keysOf(storage)) if (!isLasting(key)) storage.removeItem(key);
  }
  // indexedDB.databases is missing in a few browsers; the chat deletes its own database there.
  for (const { name } of (await databases.databases?.()) ?? []) if (name) databases.deleteDatabase(name);
}

/** Clears this browser's storage; where storage is blocked, nothing was stored. */
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
