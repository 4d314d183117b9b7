import type { TokenStorage } from '@parlance/client/token-storage';

/** Browser storage shared by tabs: each change fires a `storage` event in the other tabs. */
export const createSharedStorage = () => {
  const cell: { token: string | null } = { token: null };
  const hearers = new Map<object, () => void>();
  const tellOthers = (writer: object) => {
    for (const [tab, hear] of hearers) if (tab !== writer) queueMicrotask(hear);
  };
  const openTab = (): TokenStorage => {
    const tab = {};
    return {
      get: () => cell.token,
      set(token) {
        cell.token = token;
        tellOthers(tab);
      },
      remove() {
        cell.token = null;
        tellOthers(tab);
      },
      subscribe(listener) {
        hearers.set(tab, listener);
        return () => hearers.delete(tab);
      },
    };
  };
  return { cell, openTab };
};
