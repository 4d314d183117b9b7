import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** False on the server and in the first render over its HTML, which has to match it; true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
