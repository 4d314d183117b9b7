/** Whether two choices hold the same topics, in whatever order they were picked. */
export function areSameInterests(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name) => b.includes(name));
}
