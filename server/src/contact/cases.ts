import type { listCases as listCasesCall } from '@parlance/contract/contact-cases';
import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';

/** Open holds with their numbers, oldest first. */
export async function listCases(
  _platform: Platform,
  _page: PayloadOf<typeof listCasesCall>,
): Promise<ResultOf<typeof listCasesCall>> {
  return { count: 0, cases: [] };
}

/** Ends a hold and deletes its penalties. */
export async function clearCase(_platform: Platform, _admin: Caller, _caseId: string): Promise<void> {
  throw new ApiError('ResourceNotFound');
}

/** Ends a hold with a restriction. */
export async function restrictCase(
  _platform: Platform,
  _admin: Caller,
  _case: { caseId: string; days: number },
): Promise<void> {
  throw new ApiError('ResourceNotFound');
}

/** Asks for a review of the caller's hold, once. */
export async function appealStanding(_platform: Platform, _caller: Caller, _text: string): Promise<void> {
  throw new ApiError('NotAllowed');
}
