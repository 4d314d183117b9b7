import { randomFillSync } from 'node:crypto';
import type { Clock } from './clock.ts';

const counterMax = 0xfff;
const random = Buffer.alloc(16 * 256);
let randomOffset = random.length;

let lastMs = 0;
let counter = 0;

/**
 * A UUID v7 (RFC 9562), canonical lower case. Within one process every id sorts after the one before it, even when
 * several are made in one millisecond or the clock is set back: the twelve bits after the time are a counter, and a full
 * counter borrows the next millisecond.
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

/** Sixteen fresh random bytes out of a pool that is filled in one system call for 256 ids. */
function nextRandom(): Buffer {
  if (randomOffset === random.length) {
    randomFillSync(random);
    randomOffset = 0;
  }
  randomOffset += 16;
  return random.subarray(randomOffset - 16, randomOffset);
}
