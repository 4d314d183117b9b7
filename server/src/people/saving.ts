import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { filled } from '@parlance/contract/message';
import { type listSavedUsers, savedPeopleMax } from '@parlance/contract/people-lists';
import { listLimitDefault } from '@parlance/contract/text';
import { sql } from 'kysely';
import { loadLanguages } from '#languages/languages';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import type { Caller } from '#platform/serve';
import { areBlocked, lockPair } from './people.ts';
import { type PublicRow, publicColumns, toBaseProfile } from './profile/public-profile.ts';

// Saving and removing together.
const savingChanges = { burst: 200, perSecond: 200 / 3600 };

/** Saves a person for the caller. Concurrent blocks wait for the pair lock, so a blocked person is never saved. */
export async function savePerson(platform: Platform, { userId }: Caller, savedUserId: string): Promise<void> {
  if (userId === savedUserId) {
    throw new ApiError('RequestDataInvalid', { fields: { userId: 'This is you' } });
  }
  await countChange(platform, userId);
  await platform.db.transaction().execute(async (tx) => {
    await lockPair(tx, userId, savedUserId);
    // Serialises the caller's saves, so that the number below holds.
    await tx.selectFrom('users').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().execute();
    await tx
      .selectFrom('users')
      .select('user_id')
      .where('user_id', '=', savedUserId)
      .where('banned_at', 'is', null)
      .executeTakeFirstOrThrow(() => new ApiError('UserNotFound'));
    if (await areBlocked(tx, userId, savedUserId)) throw new ApiError('UserIsBlocked');
    const { rows } = await sql<{ is_saved: boolean; saved: number }>`
      SELECT coalesce(bool_or(saved_user_id = ${savedUserId}), false) AS is_saved, count(*) AS saved
      FROM saved_people WHERE user_id = ${userId}`.execute(tx);
    const { is_saved: isSaved, saved } = rows[0] ?? { is_saved: false, saved: 0 };
    if (isSaved) return;
    if (saved >= savedPeopleMax) {
      throw new ApiError(
        'NotAllowed',
        filled('You can save at most {savedPeopleMax} people.', { savedPeopleMax }),
      );
    }
    await tx
      .insertInto('saved_people')
      .values({ user_id: userId, saved_user_id: savedUserId, created_at: platform.clock.now() })
      .execute();
  });
}

/** Removes a saved person. Idempotent, also for people who are gone. */
export async function unsavePerson(
  platform: Platform,
  { userId }: Caller,
  savedUserId: string,
): Promise<void> {
  await countChange(platform, userId);
  await platform.db
    .deleteFrom('saved_people')
    .where('user_id', '=', userId)
    .where('saved_user_id', '=', savedUserId)
    .execute();
}

const countChange = async (platform: Platform, userId: string) =>
  refuseOver(await platform.limits.takeToken({ key: `saving:${userId}`, ...savingChanges }));

/** The caller's saved people, most recent first. Count and page are one statement, hence one snapshot. */
export async function listSaved(
  { db }: Platform,
  { userId }: Caller,
  { limit = listLimitDefault, offset = 0 }: PayloadOf<typeof listSavedUsers>,
): Promise<ResultOf<typeof listSavedUsers>> {
  const saved = sql`
    FROM saved_people AS saved JOIN users AS person ON person.user_id = saved.saved_user_id
    WHERE saved.user_id = ${userId} AND person.banned_at IS NULL`;
  const columns = sql.join(publicColumns.map((column) => sql.ref(`person.${column}`)));
  const { rows } = await sql<PublicRow & { count: number; saved_at: Date | null }>`
    SELECT * FROM (SELECT count(*) AS count ${saved}) AS total LEFT JOIN (
      SELECT ${columns}, saved.created_at AS saved_at ${saved}
      ORDER BY saved.created_at DESC, saved.saved_user_id LIMIT ${limit} OFFSET ${offset}
    ) AS page ON true ORDER BY saved_at DESC, user_id`.execute(db);
  const people = rows.filter((row) => row.saved_at !== null);
  const languages = await loadLanguages(
    db,
    people.map(({ user_id }) => user_id),
  );
  return {
    count: rows[0]?.count ?? 0,
    users: people.map((row) => ({
      ...toBaseProfile(row),
      languages: languages.get(row.user_id) ?? [],
      savedAt: row.saved_at as Date,
    })),
  };
}
