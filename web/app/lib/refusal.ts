import type { Schema } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { fromWire } from '@parlance/contract/wire';
import { translate } from '@parlance/words/current';

/** The contract's error for a value, or null if it is valid. */
export function refusalOf(schema: Schema, value: unknown): string | null {
  try {
    fromWire(schema, value);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return translate(error.problems[0] ?? error);
  }
}
