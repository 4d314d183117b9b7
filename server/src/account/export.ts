import { inCamelCase } from '#platform/database';
import type { Platform } from '#platform/platform';
import { getOwnAccount } from './own-account.ts';

/** Returns one slice's data about a member, under distinct keys. */
export type Exporter = (platform: Platform, userId: string) => Promise<Record<string, unknown>>;

/** Merges every slice's data about a member. */
export async function exportEverything(
  platform: Platform,
  userId: string,
  exporters: Exporter[],
): Promise<Record<string, unknown>> {
  const whole: Record<string, unknown> = { exportedAt: platform.clock.now() };
  for (const exporter of [exportAccount, ...exporters])
    Object.assign(whole, await exporter(platform, userId));
  return whole;
}

const exportAccount: Exporter = async (platform, userId) => {
  const rows = inCamelCase(platform.db);
  const user = await getOwnAccount(platform, userId);
  const sessions = await rows
    .selectFrom('user_sessions')
    .select(['user_session_id', 'created_at', 'last_used_at', 'user_agent', 'ended_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const preferences = await rows
    .selectFrom('user_preferences')
    .select(['name', 'value', 'updated_at'])
    .where('user_id', '=', userId)
    .orderBy('name')
    .execute();
  const activities = await rows
    .selectFrom('user_activities')
    .select(['type', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const signInChanges = await rows
    .selectFrom('way_in_changes')
    .select([
      'changed_at',
      'told_address',
      'email as emailBefore',
      'phone as phoneBefore',
      'google_user_id as googleUserIdBefore',
      'oidc_issuer as oidcIssuerBefore',
      'oidc_subject as oidcSubjectBefore',
    ])
    .where('user_id', '=', userId)
    .orderBy('number')
    .execute();
  const passkeys = await rows
    .selectFrom('passkeys')
    .select(['name', 'created_at', 'last_used_at', 'is_synced', 'removed_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const invitations = await rows
    .selectFrom('invitation_uses')
    .select('used_at')
    .where('user_id', '=', userId)
    .orderBy('used_at')
    .execute();
  return { user, sessions, invitations, passkeys, signInChanges, preferences, activities };
};
