import { randomFillSync } from 'node:crypto';
import type { Clock } from './clock.ts';

const counterMax = 0xfff;
const random = Buffer.alloc(16 * 256);
let randomOffset = random.length;

let lastMs = 0;
let counter = 0;

/**
 * Returns a UUID v7 (RFC 9562) in lower case. Ids of one process are strictly increasing, even within a millisecond or after the
 * clock is set back: the twelve bits after the time are a counter, and a full counter borrows the next millisecond.
 */
export function newId(clock: Clock): string {
  const nowMs = clock.now().getTime();
  if (nowMs > lastMs) {
    lastMs = nowMs;
    // Start low in the counter's range so that 2,000 more fit before it borrows.
    counter = nextRandom().readUInt16BE(0) & 0x7ff;
  } else if (counter < counterMax) {
    counter += 1;
  } else {
    lastMs += 1;
    counter = 0;
  }

  const time = lastMs.toString(16).padStart(12, '0');
  const tail = nextRandom();
  tail.writeUInt8((tail.readUInt8(8) & 0x3f) | 0x80, 8);
  const node = tail.toString('hex', 8, 16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${node.slice(0, 4)}-${node.slice(4)}`;
}

/** Returns sixteen random bytes from a pool filled by one system call for 256 ids. */
function nextRandom(): Buffer {
  if (randomOffset === random.length) {
    randomFillSync(random);
    randomOffset = 0;
  }
  randomOffset += 16;
  return random.subarray(randomOffset - 16, randomOffset);
}
