import {
  type UserPreferenceName,
  userPreferenceDefault,
  userPreferenceNames,
} from '@parlance/contract/account';
import { ApiError } from '@parlance/contract/errors';
import { type PushPreferenceName, pushPreferences, quietHours } from '@parlance/contract/push';
import type { Platform } from '#platform/platform';

export type PreferenceValue = boolean | number | string;
type PreferenceName = UserPreferenceName | PushPreferenceName;

const defaults: Partial<Record<PreferenceName, PreferenceValue>> = pushPreferences;
const names: readonly PreferenceName[] = [
  ...userPreferenceNames,
  ...(Object.keys(pushPreferences) as PushPreferenceName[]),
];

/** Reads a preference or its default. */
export async function readPreference(
  { db }: Pick<Platform, 'db'>,
  userId: string,
  name: string,
): Promise<{ name: PreferenceName; value: PreferenceValue }> {
  const known = knownName(name);
  const row = await db
    .selectFrom('user_preferences')
    .select('value')
    .where('user_id', '=', userId)
    .where('name', '=', known)
    .executeTakeFirst();
  const stored = row?.value as PreferenceValue | undefined;
  return { name: known, value: stored ?? defaults[known] ?? userPreferenceDefault };
}

export async function writePreference(
  platform: Platform,
  userId: string,
  name: string,
  value: PreferenceValue,
) {
  const known = knownName(name);
  refuseInvalid(known, value);
  const row = { value: JSON.stringify(value), updated_at: platform.clock.now() };
  await platform.db
    .insertInto('user_preferences')
    .values({ user_id: userId, name: known, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet(row))
    .execute();
}

function knownName(name: string): PreferenceName {
  const known = names.find((candidate) => candidate === name);
  if (!known) throw new ApiError('ResourceNotFound');
  return known;
}

/** Preferences of mails accept any value, as in 1.0.0, where only `true` means on. */
function refuseInvalid(name: PreferenceName, value: PreferenceValue): void {
  if (name === 'push-quiet' && quietHours(value) === undefined)
    throw new ApiError('RequestDataInvalid', {
      fields: { value: 'Must be two times of day such as 22:00-07:00, or empty' },
    });
  if (name in pushPreferences && name !== 'push-quiet' && typeof value !== 'boolean')
    throw new ApiError('RequestDataInvalid', { fields: { value: 'Must be true or false' } });
}
