import { createHmac, timingSafeEqual } from 'node:crypto';
import { type UserPreferenceName, userPreferenceNames } from '@parlance/contract/account';
import { sql } from 'kysely';
import type { Platform } from '#platform/platform';

/** One kind of mail to one person. */
export interface Subscription {
  userId: string;
  name: UserPreferenceName;
}

/**
 * The address in a mail that ends mails of its kind without signing in. It works for ever: a mail may be read years later,
 * and all that its holder can do is to turn this one kind off and on.
 */
export function unsubscribeUrl(platform: Platform, userId: string, name: UserPreferenceName): string {
  const token = `${userId}.${name}.${signatureOf(platform, { userId, name })}`;
  return `${platform.config.publicUrl}/unsubscribe?token=${token}`;
}

/** What a token of such an address stands for; null when it is not one of ours. */
export function readUnsubscribeToken(platform: Platform, token: string): Subscription | null {
  const [userId = '', given = '', signature = '', ...rest] = token.split('.');
  const name = userPreferenceNames.find((candidate) => candidate === given);
  if (!name || rest.length > 0) return null;
  const right = Buffer.from(signatureOf(platform, { userId, name }));
  const shown = Buffer.from(signature);
  return shown.length === right.length && timingSafeEqual(shown, right) ? { userId, name } : null;
}

function signatureOf({ secret }: Platform, { userId, name }: Subscription): string {
  return createHmac('sha256', secret).update(`unsubscribe:${userId}:${name}`).digest('base64url');
}

/** Whether a person takes mails of this kind. A value that is neither yes nor no counts as no. */
export async function wantsNotice(
  { db }: Platform,
  userId: string,
  name: UserPreferenceName,
): Promise<boolean> {
  const { rows } = await sql<{ wants: boolean }>`
    SELECT ${takesNotice(sql`${userId}::uuid`, name)} AS wants`.execute(db);
  return rows[0]?.wants ?? false;
}

/** The same as a condition on a column of user ids. */
export const takesNotice = (userId: ReturnType<typeof sql>, name: UserPreferenceName) => sql<boolean>`
  coalesce((
    SELECT choice.value FROM user_preferences AS choice WHERE choice.user_id = ${userId} AND choice.name = ${name}
  ), 'true'::jsonb) = 'true'::jsonb`;
