export type FileChange = { at: number; bytes: Buffer } | { size: number };

/** Seeded random decisions. */
export interface Whim {
  chance(probability: number): boolean;
  below(count: number): number;
}

export function createWhim(seed: number): Whim {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  return {
    chance: (probability) => next() < probability,
    below: (count) => Math.floor(next() * count),
  };
}

/** The atomic write sizes of disks and operating systems. */
const units = [512, 4096] as const;

/**
 * Returns the bytes of a file after unsynced changes, or after all of them with 'everything'. Each unit has the state after any of the
 * writes to it; a truncation is applied with all earlier changes, or neither it nor later ones are.
 */
export function settle(bytes: Buffer, changes: FileChange[], whim: Whim | 'everything'): Buffer {
  if (whim === 'everything') return applyAll(bytes, changes, () => true);
  const fate = whim.below(4);
  if (fate === 0) return bytes;
  const reached = changes.slice(0, lastReached(changes, whim));
  if (fate === 1) return applyAll(bytes, reached, () => true);
  const unit = units[whim.below(units.length)] ?? 512;
  const left = writesLeft(reached, unit, whim);
  const settled = applyAll(
    bytes,
    reached,
    (at) => {
      const writes = left.get(Math.floor(at / unit)) ?? 0;
      left.set(Math.floor(at / unit), writes - 1);
      return writes > 0;
    },
    unit,
  );
  // A file can grow before its bytes are written, or not grow although they are.
  const sizes = [settled.length, Math.max(settled.length, sizeAfter(bytes, reached)), bytes.length];
  const hasShrunk = reached.some((change) => 'size' in change);
  return resize(settled, hasShrunk ? settled.length : (sizes[whim.below(sizes.length)] ?? 0));
}

/** Returns the change before which the disk stopped: only truncations are ordered. */
function lastReached(changes: FileChange[], whim: Whim): number {
  const ends = [...changes.keys()].filter((index) => 'size' in (changes[index] ?? {}));
  ends.push(changes.length);
  return ends[whim.below(ends.length)] ?? changes.length;
}

/** Returns how many writes reached each unit. */
function writesLeft(changes: FileChange[], unit: number, whim: Whim): Map<number, number> {
  const touched = new Map<number, number>();
  for (const change of changes) {
    if ('size' in change) continue;
    const last = Math.floor((change.at + change.bytes.length - 1) / unit);
    for (let index = Math.floor(change.at / unit); index <= last; index++)
      touched.set(index, (touched.get(index) ?? 0) + 1);
  }
  return new Map([...touched].map(([index, writes]) => [index, whim.below(writes + 1)]));
}

function applyAll(
  bytes: Buffer,
  changes: FileChange[],
  reaches: (at: number) => boolean,
  unit = Number.POSITIVE_INFINITY,
): Buffer {
  // Allocated once: files grow by many small writes.
  const room = Buffer.alloc(Math.max(bytes.length, largestEnd(changes)));
  bytes.copy(room);
  let size = bytes.length;
  for (const change of changes) {
    if ('size' in change) {
      room.fill(0, Math.min(size, change.size));
      size = change.size;
      continue;
    }
    const end = change.at + change.bytes.length;
    for (let at = change.at; at < end; ) {
      const pieceEnd = Math.min(
        end,
        unit === Number.POSITIVE_INFINITY ? end : (Math.floor(at / unit) + 1) * unit,
      );
      if (reaches(at)) {
        change.bytes.copy(room, at, at - change.at, pieceEnd - change.at);
        size = Math.max(size, pieceEnd);
      }
      at = pieceEnd;
    }
  }
  return room.subarray(0, size);
}

function largestEnd(changes: FileChange[]): number {
  return changes.reduce(
    (end, each) => Math.max(end, 'size' in each ? each.size : each.at + each.bytes.length),
    0,
  );
}

function sizeAfter(bytes: Buffer, changes: FileChange[]): number {
  let size = bytes.length;
  for (const each of changes) size = 'size' in each ? each.size : Math.max(size, each.at + each.bytes.length);
  return size;
}

function resize(bytes: Buffer, size: number): Buffer {
  if (size <= bytes.length) return bytes.subarray(0, size);
  return Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);
}
