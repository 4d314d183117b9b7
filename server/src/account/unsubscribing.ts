import { createHmac, timingSafeEqual } from 'node:crypto';
import { type UserPreferenceName, userPreferenceNames } from '@parlance/contract/account';
import { sql } from 'kysely';
import type { Platform } from '#platform/platform';

/** One kind of mail to one member. */
export interface Subscription {
  userId: string;
  name: UserPreferenceName;
}

/** Returns the unsubscribe link of a mail kind. It never expires: mails are read years later, and it only turns this kind off and on. */
export function unsubscribeUrl(platform: Platform, userId: string, name: UserPreferenceName): string {
  const token = `${userId}.${name}.${signatureOf(platform, { userId, name })}`;
  return `${platform.config.publicUrl}/unsubscribe?token=${token}`;
}

/** Decodes an unsubscribe token; null when the signature is invalid. */
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

/** Whether a member accepts mails of this kind. A value that is not a boolean counts as no. */
export async function wantsNotice(
  { db }: Platform,
  userId: string,
  name: UserPreferenceName,
): Promise<boolean> {
  const { rows } = await sql<{ wants: boolean }>`
    SELECT ${takesNotice(sql`${userId}::uuid`, name)} AS wants`.execute(db);
  return rows[0]?.wants ?? false;
}

/** The same check as an SQL condition on a user id column. */
export const takesNotice = (
  userId: ReturnType<typeof sql>,
  name: UserPreferenceName | 'push-messages',
) => sql<boolean>`
  coalesce((
    SELECT choice.value FROM user_preferences AS choice WHERE choice.user_id = ${userId} AND choice.name = ${name}
  ), 'true'::jsonb) = 'true'::jsonb`;
