import type { User } from '@parlance/contract/account';
import type { SignInMethod } from '@parlance/contract/account-care';
import type { StaticData } from '@parlance/contract/static-data';

/** The member's sign-in methods; Google only where it is configured. */
export function waysInOf(
  { email, phone, googleUserId }: Pick<User, 'email' | 'phone' | 'googleUserId'>,
  { googleClientId }: Pick<StaticData, 'googleClientId'>,
): SignInMethod[] {
  const ways: SignInMethod[] = [];
  if (email) ways.push('email');
  if (phone) ways.push('phone');
  if (googleUserId && googleClientId) ways.push('google');
  return ways;
}
