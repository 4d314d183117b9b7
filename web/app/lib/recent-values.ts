/** Buffer of the newest values of a source without subscribers yet. */
export interface RecentValues<Value> {
  /** Oldest first. */
  get(): Value[];
  clear(): void;
}

/** Subscribes at once and keeps the last `max` values. */
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
