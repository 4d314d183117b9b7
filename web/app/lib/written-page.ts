import type { Endpoint, ResultOf } from '@parlance/contract/endpoint';
import { fromWire, isOnWire } from '@parlance/contract/wire';
import { type WrittenAnswer, writtenNames } from '@parlance/contract/written-page';

// Read before the app puts something else in its place.
const found = globalThis.document?.getElementById(writtenNames.answerId)?.textContent;
const written: WrittenAnswer | null = found ? JSON.parse(found) : null;

const sameInput = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The answer to this very question that the server wrote into the page for a visitor; undefined where there is none. */
export function readWrittenAnswer<E extends Endpoint>(
  { path, result }: E,
  input: unknown,
): ResultOf<E> | undefined {
  if (written?.path !== path || !sameInput(written.input, input)) return undefined;
  return isOnWire(result, written.result) ? (fromWire(result, written.result) as ResultOf<E>) : undefined;
}

/** What the form of a page that the server wrote says by now, while it stands there; null where there is none. */
export function readWrittenForm(): URLSearchParams | null {
  const form = globalThis.document?.querySelector<HTMLFormElement>(`[${writtenNames.place}] form`);
  if (!form?.checkVisibility()) return null;
  return new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}
