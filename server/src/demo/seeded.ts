import { createHash } from 'node:crypto';

// Deterministic pseudo-random values: an interrupted start continues with the same data, and screenshots stay the same.

const digest = (parts: unknown[]): Buffer => createHash('sha256').update(parts.join(' ')).digest();

/** A number in [0, 1). */
export const fraction = (...parts: unknown[]): number => digest(parts).readUInt32BE(0) / 2 ** 32;

/** One item of a list. */
export function pick<T>(list: readonly [T, ...T[]], ...parts: unknown[]): T {
  return list[Math.floor(fraction(...parts) * list.length)] ?? list[0];
}

/** A UUID derived from the parts (RFC 9562, version 8). */
export function stableId(...parts: unknown[]): string {
  const bytes = digest(parts).subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Thirty-two hexadecimal digits, as in file names. */
export const stableName = (...parts: unknown[]): string => digest(parts).toString('hex', 0, 16);
