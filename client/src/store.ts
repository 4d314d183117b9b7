/** A value with listeners, shaped for useSyncExternalStore: `get` returns the same object until something changes. */
export interface Store<T extends object> {
  get(): T;
  /** Replaces the given fields; listeners run only when a value changes. */
  set(changes: Partial<T>): void;
  subscribe(listener: () => void): () => void;
}

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
