import { setFlagsFromString } from 'node:v8';

/**
 * Tunes V8 for latency after idle periods. By default it flushes the bytecode of functions unused for some collections, and a full
 * collection after a third of heap growth occupies the processors for 100 ms; here the heap can grow to three times the live size.
 */
export function setUpV8(): void {
  setFlagsFromString('--no-flush-bytecode');
  setFlagsFromString('--heap-growing-percent=200');
}
