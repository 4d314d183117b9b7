import type { User } from '@parlance/contract/account';
import type { SignInMethod } from '@parlance/contract/account-care';
import type { StaticData } from '@parlance/contract/static-data';

/** The member's sign-in methods; Google and the organisation only where they are configured. */
export function waysInOf(
  { email, phone, googleUserId, oidcSubject }: Pick<User, 'email' | 'phone' | 'googleUserId' | 'oidcSubject'>,
  { googleClientId, oidcName }: Pick<StaticData, 'googleClientId' | 'oidcName'>,
): SignInMethod[] {
  const ways: SignInMethod[] = [];
  if (email) ways.push('email');
  if (phone) ways.push('phone');
  if (googleUserId && googleClientId) ways.push('google');
  if (oidcSubject && oidcName) ways.push('oidc');
  return ways;
}
