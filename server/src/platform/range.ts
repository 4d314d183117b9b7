/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Two numbers of twenty digits and the unit fit well; a longer header is malformed whatever it says. */
const longestHeader = 64;

/**
 * Reads a Range header (RFC 9110, section 14). Undefined: answer the whole file (no header, another unit, a malformed
 * one or several ranges, which a server may ignore). 'unsatisfiable': answer 416.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  if (header === undefined || header.length > longestHeader) return undefined;
  // No two parts of the pattern match the same character, so it never backtracks.
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;

  if (first === '') {
    const suffixLength = Number(last);
    if (suffixLength === 0 || size === 0) return 'unsatisfiable';
    return { start: Math.max(0, size - suffixLength), end: size - 1 };
  }

  const start = Number(first);
  const end = last === '' ? Number.POSITIVE_INFINITY : Number(last);
  if (end < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: Math.min(end, size - 1) };
}
