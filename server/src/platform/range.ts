/** First and last byte, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Fits the unit and two numbers of twenty digits; a longer header is malformed. */
const longestHeader = 64;

/**
 * Parses a Range header (RFC 9110, section 14). Undefined: send the whole file (no header, another unit, malformed, or several
 * ranges, which a server can ignore). 'unsatisfiable': send 416.
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
