const start = 0x811c9dc5;
const prime = 0x01000193;

/**
 * The key of an English text in a words file: the text itself would be a third of the file. Thirty bits of FNV-1a; the build rejects
 * collisions.
 */
export function shortKey(english: string): string {
  let hash = start;
  for (let place = 0; place < english.length; place += 1) {
    hash = Math.imul(hash ^ english.charCodeAt(place), prime);
  }
  return (hash >>> 2).toString(36);
}
