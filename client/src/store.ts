/** A value with listeners, shaped for useSyncExternalStore: `get` answers the same object until something changes. */
export interface Store<T extends object> {
  get(): T;
  /** Replaces the named parts; nobody is told when nothing changes. */
  set(changes: Partial<T>): void;
  subscribe(listener: () => void): () => void;
}

/** Makes a store. */
export const createStore = <T extends object>(initial: T): Store<T> => {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    get: () => current,
    set(changes) {
      const keys = Object.keys(changes) as (keyof T)[];
      if (keys.every((key) => Object.is(current[key], changes[key]))) return;
      current = { ...current, ...changes };
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
