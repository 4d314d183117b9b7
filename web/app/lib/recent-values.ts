/** The newest values of a source that may speak before anybody listens. */
export interface RecentValues<Value> {
  /** Oldest first. */
  get(): Value[];
  clear(): void;
}

/** Listens from the start and remembers so many. */
export function rememberRecent<Value>(
  listen: (listener: (value: Value) => void) => void,
  max: number,
): RecentValues<Value> {
  let values: Value[] = [];
  listen((value) => {
    values = [...values, value].slice(-max);
  });
  return {
    get: () => values,
    clear() {
      values = [];
    },
  };
}
