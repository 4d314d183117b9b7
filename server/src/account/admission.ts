import { ApiError } from '@parlance/contract/errors';
import { filled } from '@parlance/contract/message';
import { takeInvitation } from '#access/access';
import type { Tx } from '#platform/effects';
import { isOfDomains } from '#platform/mail-domains';
import type { Platform } from '#platform/platform';

interface Newcomer {
  /** A verified address, null for a phone number alone. */
  email: string | null;
  invitation: string | undefined;
  /** Whether the identity provider counts the newcomer among its own; null where it was not asked. */
  isAffiliated: boolean | null;
}

/** Refuses a newcomer whom SIGN_UP does not admit. Addresses of ADMIN_EMAILS always are: the first admin needs an account. */
export function refuseNewcomer({ config }: Platform, { email, invitation, isAffiliated }: Newcomer): void {
  if (email !== null && config.adminEmails.includes(email)) return;
  if (isAffiliated === false)
    throw new ApiError('SignUpClosed', {
      message: 'Your organisation does not count you among those who can create an account here.',
    });
  if (config.signUp === 'invited' && invitation === undefined) throw new ApiError('SignUpClosed');
  if (!isAddressAdmitted(config, email)) throw closedTo(config.signUpDomains);
}

/** Uses the invitation of a newcomer where one is needed, in the transaction that creates the account. */
export async function countNewcomer(
  platform: Platform,
  tx: Tx,
  userId: string,
  { email, invitation }: Newcomer,
): Promise<void> {
  const { signUp, adminEmails } = platform.config;
  if (signUp !== 'invited' || (email !== null && adminEmails.includes(email))) return;
  if (invitation === undefined) throw new ApiError('SignUpClosed');
  await takeInvitation(platform, tx, { secret: invitation, userId, email });
}

/** Whether SIGN_UP_DOMAINS allows an address for an account. */
export function isAddressAdmitted(config: Platform['config'], email: string | null): boolean {
  if (config.signUp !== 'domains') return true;
  return email !== null && (config.adminEmails.includes(email) || isOfDomains(email, config.signUpDomains));
}

/** The error for an address outside SIGN_UP_DOMAINS. */
export const closedTo = (domains: string[]): ApiError =>
  new ApiError(
    'SignUpClosed',
    filled('Accounts here need an email address of {domains}.', { domains: domains.join(', ') }),
  );
