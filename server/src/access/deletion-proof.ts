import { ApiError } from '@parlance/contract/errors';
import { filled } from '@parlance/contract/message';
import type { Platform } from '#platform/platform';
import { livingChanges, type SignInMethods, undoExpiryOf } from './sign-in-methods.ts';

type Addresses = Pick<SignInMethods, 'email' | 'phone'>;

/** The addresses that can confirm the deletion of an account. */
export interface DeletionProof {
  /** The account's current addresses that can receive codes. */
  own: string[];
  /** The addresses that can confirm, current ones first. */
  addresses: string[];
  /** When the last blocked current address can confirm; null when none is blocked. */
  until: Date | null;
  /** Recipients of the undo links that are still valid. */
  told: string[];
}

/**
 * While a change of sign-in methods can be undone, only an address from before the oldest such change confirms a deletion.
 * Otherwise a stolen session could move the account to another address and delete it, which defeats the undo link. Addresses
 * changed twice count from the first change, so a chain of changes gains nothing.
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

// A phone number cannot confirm where SMS is not configured.
const addressesIn = ({ sms }: Platform, { email, phone }: Addresses): string[] =>
  [email, sms === null ? null : phone].filter((address) => address !== null);

/** Refuses an address that cannot confirm. The error for a foreign address reveals nothing about the account's changes. */
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

/** Reads the rule for the caller's account; the deletion reads it again under its lock. */
export async function readDeletionProof(platform: Platform, userId: string): Promise<DeletionProof> {
  const present = await platform.db
    .selectFrom('users')
    .select(['email', 'phone'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow(() => new ApiError('SessionInvalid'));
  return findDeletionProof(platform, platform.db, userId, present);
}
