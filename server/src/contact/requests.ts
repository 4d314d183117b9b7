import type {
  listRequests as listRequestsCall,
  refuseRequest as refuseRequestCall,
} from '@parlance/contract/contact';
import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';

/** Requests that wait for the caller, newest first. */
export async function listRequests(
  _platform: Platform,
  _caller: Caller,
  _page: PayloadOf<typeof listRequestsCall>,
): Promise<ResultOf<typeof listRequestsCall>> {
  return { count: 0, requests: [] };
}

export async function declineRequest(_platform: Platform, _caller: Caller, _userId: string): Promise<void> {
  throw new ApiError('ResourceNotFound');
}

export async function refuseRequest(
  _platform: Platform,
  _caller: Caller,
  _refusal: { userId: string } & PayloadOf<typeof refuseRequestCall>,
): Promise<void> {
  throw new ApiError('ResourceNotFound');
}
