import { createHash } from 'node:crypto';

// Chance that comes out the same each time: a start that was interrupted goes on where it stopped, and pictures of the
// demo do not change from day to day.

const digest = (parts: unknown[]): Buffer => createHash('sha256').update(parts.join(' ')).digest();

/** A number from 0 to just under 1. */
export const fraction = (...parts: unknown[]): number => digest(parts).readUInt32BE(0) / 2 ** 32;

/** One of the list. */
export function pick<T>(list: readonly [T, ...T[]], ...parts: unknown[]): T {
  return list[Math.floor(fraction(...parts) * list.length)] ?? list[0];
}

/** A uuid that the same parts always have (RFC 9562, version 8). */
export function stableId(...parts: unknown[]): string {
  const bytes = digest(parts).subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Thirty-two hexadecimal digits, as files are named. */
export const stableName = (...parts: unknown[]): string => digest(parts).toString('hex', 0, 16);
