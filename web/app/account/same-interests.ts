/** Whether two selections have the same topics in any order. */
export function areSameInterests(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name) => b.includes(name));
}
