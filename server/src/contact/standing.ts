import type { ContactStanding } from '@parlance/contract/contact';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';

/** The caller's allowance of first contacts. */
export async function getStanding(_platform: Platform, _caller: Caller): Promise<ContactStanding> {
  return { state: 'new', notifiedLeft: 8, notifiedPerDay: 8, left: 50, until: null, canAppeal: false };
}
