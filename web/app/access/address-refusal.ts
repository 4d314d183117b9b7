import type { email, phone } from '@parlance/contract/access';
import { ApiError } from '@parlance/contract/errors';
import { fromWire } from '@parlance/contract/wire';

/** What the contract says against an address, or null when it can be sent. */
export function addressRefusal(schema: typeof email | typeof phone, address: string): string | null {
  try {
    fromWire(schema, address);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError) || Array.isArray(error.fields)) throw error;
    return Object.values(error.fields ?? {})[0] ?? error.message;
  }
}
