import type { reportProfile as reportProfileCall } from '@parlance/contract/contact';
import type { PayloadOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';

/** Stores a snapshot of a profile for the admins, once per reporter. */
export async function reportProfile(
  _platform: Platform,
  _caller: Caller,
  _report: { userId: string } & PayloadOf<typeof reportProfileCall>,
): Promise<void> {
  throw new ApiError('UserNotFound');
}
