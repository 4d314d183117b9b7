import {
  type UserPreferenceName,
  userPreferenceDefault,
  userPreferenceNames,
} from '@parlance/contract/account';
import { ApiError } from '@parlance/contract/errors';
import type { Platform } from '#platform/platform';

export type PreferenceValue = boolean | number | string;

/** Reads a preference or its default. */
export async function readPreference(
  { db }: Pick<Platform, 'db'>,
  userId: string,
  name: string,
): Promise<{ name: UserPreferenceName; value: PreferenceValue }> {
  const known = knownName(name);
  const row = await db
    .selectFrom('user_preferences')
    .select('value')
    .where('user_id', '=', userId)
    .where('name', '=', known)
    .executeTakeFirst();
  return { name: known, value: (row?.value as PreferenceValue | undefined) ?? userPreferenceDefault };
}

export async function writePreference(
  platform: Platform,
  userId: string,
  name: string,
  value: PreferenceValue,
) {
  const row = { value: JSON.stringify(value), updated_at: platform.clock.now() };
  await platform.db
    .insertInto('user_preferences')
    .values({ user_id: userId, name: knownName(name), ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet(row))
    .execute();
}

function knownName(name: string): UserPreferenceName {
  const known = userPreferenceNames.find((candidate) => candidate === name);
  if (!known) throw new ApiError('ResourceNotFound');
  return known;
}
