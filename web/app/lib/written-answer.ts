import type { Endpoint, ResultOf } from '@parlance/contract/endpoint';
import { fromWire, isOnWire, toWire } from '@parlance/contract/wire';

/** An answer of the API that came with the page, as the wire has it. */
export interface WrittenAnswer {
  /** The path of the call, and what was asked. */
  path: string;
  input: unknown;
  result: unknown;
}

// Read before the app puts something else in its place.
const found = globalThis.document?.getElementById('written-answer')?.textContent;
const written: WrittenAnswer | null = found ? JSON.parse(found) : null;

const sameInput = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

export function writeAnswer<E extends Endpoint>(
  { path, result }: E,
  input: unknown,
  answer: ResultOf<E>,
): WrittenAnswer {
  return { path, input, result: toWire(result, answer) };
}

/** The answer to this very question that the server wrote into the page for a visitor; undefined where there is none. */
export function readWrittenAnswer<E extends Endpoint>(
  { path, result }: E,
  input: unknown,
): ResultOf<E> | undefined {
  if (written?.path !== path || !sameInput(written.input, input)) return undefined;
  return isOnWire(result, written.result) ? (fromWire(result, written.result) as ResultOf<E>) : undefined;
}
