import type { listWarnings as listWarningsCall } from '@parlance/contract/contact';
import type { ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';

/** Closed accounts that had written to the caller. */
export async function listWarnings(
  _platform: Platform,
  _caller: Caller,
): Promise<ResultOf<typeof listWarningsCall>> {
  return { warnings: [] };
}

/** Marks a warning of the caller as seen. */
export async function markWarningSeen(
  _platform: Platform,
  _caller: Caller,
  _warningId: string,
): Promise<void> {
  throw new ApiError('ResourceNotFound');
}
