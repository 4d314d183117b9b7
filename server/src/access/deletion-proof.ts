import { ApiError } from '@parlance/contract/errors';
import { filled } from '@parlance/contract/message';
import type { Platform } from '#platform/platform';
import { livingChanges, undoExpiryOf, type WaysIn } from './ways-in.ts';

type Addresses = Pick<WaysIn, 'email' | 'phone'>;

/** Which addresses may confirm the deletion of an account. */
export interface DeletionProof {
  /** Those of the account that codes can be sent to. */
  own: string[];
  /** Those that may confirm; the present ones first. */
  addresses: string[];
  /** Until when one of the present addresses may not confirm; null when all may. */
  until: Date | null;
  /** Where the undo links were sent that still work. */
  told: string[];
}

/**
 * While a change of the ways in can be undone, a deletion is confirmed by an address from before the oldest such change. With
 * a stolen session alone an account could otherwise be moved to another address and deleted by it, and the undo link would
 * restore nothing. Addresses that were changed twice count from the first change, so a chain of changes gains nothing.
 */
export async function findDeletionProof(
  platform: Platform,
  db: Platform['db'],
  userId: string,
  present: Addresses,
): Promise<DeletionProof> {
  const changes = await livingChanges(platform, db).where('user_id', '=', userId).orderBy('number').execute();
  const own = addressesIn(platform, present);
  const proving = addressesIn(platform, changes[0] ?? present);
  const waiting = own.filter((address) => !proving.includes(address));
  const lastWithout = changes.findLast((change) =>
    waiting.some((address) => change.email !== address && change.phone !== address),
  );
  return {
    own,
    addresses: [
      ...own.filter((address) => proving.includes(address)),
      ...proving.filter((address) => !own.includes(address)),
    ],
    until: lastWithout ? undoExpiryOf(lastWithout) : null,
    told: changes.flatMap(({ told_address }) => told_address ?? []),
  };
}

// A number is of no use where no text messages are sent.
const addressesIn = ({ sms }: Platform, { email, phone }: Addresses): string[] =>
  [email, sms === null ? null : phone].filter((address) => address !== null);

/** Refuses an address that may not confirm. One that is not of the account learns nothing about its changes. */
export function refuseDeletionBy({ own, addresses, until }: DeletionProof, address: string): void {
  if (addresses.includes(address)) return;
  if (until === null || !own.includes(address)) throw new ApiError('NotAllowed');
  const moment = `${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  throw new ApiError(
    'NotAllowed',
    filled(
      'How you sign in was changed recently. Until {moment} only an address from before the change can confirm the deletion.',
      { moment },
    ),
  );
}

/** The rule for the own account as it stands; a deletion reads it once more under its lock. */
export async function readDeletionProof(platform: Platform, userId: string): Promise<DeletionProof> {
  const present = await platform.db
    .selectFrom('users')
    .select(['email', 'phone'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow(() => new ApiError('SessionInvalid'));
  return findDeletionProof(platform, platform.db, userId, present);
}
