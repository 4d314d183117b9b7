import type { Platform } from '#platform/platform';
import { getOwnAccount } from './own-account.ts';

/** Answers what one slice keeps about a person, under names of its own. */
export type Exporter = (platform: Platform, userId: string) => Promise<Record<string, unknown>>;

/** Everything the product keeps about a person: what each slice answers, put together. */
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
  const { db } = platform;
  const user = await getOwnAccount(platform, userId);
  const sessions = await db
    .selectFrom('user_sessions')
    .select([
      'user_session_id as userSessionId',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
      'user_agent as userAgent',
      'ended_at as endedAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const preferences = await db
    .selectFrom('user_preferences')
    .select(['name', 'value', 'updated_at as updatedAt'])
    .where('user_id', '=', userId)
    .orderBy('name')
    .execute();
  const activities = await db
    .selectFrom('user_activities')
    .select(['type', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const signInChanges = await db
    .selectFrom('way_in_changes')
    .select([
      'changed_at as changedAt',
      'told_address as toldAddress',
      'email as emailBefore',
      'phone as phoneBefore',
      'google_user_id as googleUserIdBefore',
    ])
    .where('user_id', '=', userId)
    .orderBy('number')
    .execute();
  return { user, sessions, signInChanges, preferences, activities };
};
