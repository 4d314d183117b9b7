import { activeNowMs } from '@parlance/contract/people';
import { sql } from 'kysely';
import type { Tx } from '#platform/effects';
import { foldName } from './name-folding.ts';
import { everyone, maskOfScopes, scopeOf } from './scopes.ts';

/** The stored search data of a listed person. */
interface Listed {
  /** Folded. */
  name: string;
  activeAt: Date;
  showsActivity: boolean;
  /** Keyed by the scope of each language. */
  levels: Map<number, number>;
}

/** The lag of recency in search: a refresh rewrites index rows, so it runs once per this interval. See docs/decisions/search.md. */
export const activityLagMs = activeNowMs;

/** Updates a person's search rows. Locks the person's row: the later of two concurrent changes could otherwise write stale data. */
export async function refreshListing(tx: Tx, userId: string): Promise<void> {
  const wanted = await readWanted(tx, userId);
  const current = await readCurrent(tx, userId);
  if (wanted && current && isSame(wanted, current)) return refreshActivity(tx, userId, wanted, current);
  if (wanted) await writeRows(tx, userId, wanted);
  else await tx.deleteFrom('listed_people').where('user_id', '=', userId).execute();
}

async function readWanted(tx: Tx, userId: string): Promise<Listed | null> {
  const user = await tx
    .selectFrom('users')
    .select([
      'name',
      'description',
      'banned_at',
      'created_at',
      'last_active_at',
      'shows_activity',
      'paused_until',
    ])
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  // A pause that is over is cleared by a job, which lists the person again.
  if (!user || user.banned_at || user.paused_until || user.name === '' || user.description === '')
    return null;
  const languages = await tx
    .selectFrom('user_languages')
    .select(['language_code', 'learning', 'proficiency'])
    .where('user_id', '=', userId)
    .execute();
  if (languages.length === 0) return null;
  return {
    name: foldName(user.name),
    activeAt: recencyOf(user),
    showsActivity: user.shows_activity,
    levels: new Map(
      languages.map(({ language_code, learning, proficiency }) => [
        scopeOf(language_code, learning),
        proficiency,
      ]),
    ),
  };
}

/** When a person counts as active in the order of a search. The place of those who hide their activity must not disclose it. */
export const recencyOf = (user: {
  created_at: Date;
  last_active_at: Date | null;
  shows_activity: boolean;
}): Date => (user.shows_activity && user.last_active_at) || user.created_at;

async function readCurrent(tx: Tx, userId: string): Promise<Listed | null> {
  const rows = await tx
    .selectFrom('listing')
    .select(['scope', 'proficiency', 'name', 'active_at', 'shows_activity'])
    .where('user_id', '=', userId)
    .execute();
  const [first] = rows;
  if (!first) return null;
  const levels = new Map<number, number>();
  for (const { scope, proficiency } of rows) if (proficiency !== null) levels.set(scope, proficiency);
  const showsActivity = rows.every((row) => row.shows_activity);
  return { name: first.name, activeAt: first.active_at, showsActivity, levels };
}

const isSame = (one: Listed, other: Listed): boolean =>
  one.name === other.name &&
  one.showsActivity === other.showsActivity &&
  one.levels.size === other.levels.size &&
  [...one.levels].every(([scope, level]) => other.levels.get(scope) === level);

async function refreshActivity(tx: Tx, userId: string, wanted: Listed, current: Listed): Promise<void> {
  const lag = wanted.activeAt.getTime() - current.activeAt.getTime();
  // Below zero: hidden by a version that still listed hidden activity.
  if (lag >= 0 && lag < activityLagMs) return;
  const recency = { active_at: wanted.activeAt };
  await tx.updateTable('listed_people').set(recency).where('user_id', '=', userId).execute();
  await tx.updateTable('listing').set(recency).where('user_id', '=', userId).execute();
}

async function writeRows(tx: Tx, userId: string, listed: Listed): Promise<void> {
  const { name, activeAt, showsActivity, levels } = listed;
  const scopes = [everyone, ...levels.keys()];
  const speaks = String(maskOfScopes(scopes, false));
  const learns = String(maskOfScopes(scopes, true));
  await sql`
    INSERT INTO listed_people (user_id, active_at, shows_activity, name, speaks, learns)
    VALUES (${userId}, ${activeAt}, ${showsActivity}, ${name}, ${speaks}, ${learns})
    ON CONFLICT (user_id) DO UPDATE
      SET active_at = excluded.active_at, shows_activity = excluded.shows_activity, name = excluded.name,
        speaks = excluded.speaks, learns = excluded.learns`.execute(tx);
  await sql`
    DELETE FROM listing WHERE user_id = ${userId} AND scope <> ALL (${scopes}::smallint[])`.execute(tx);
  await sql`
    INSERT INTO listing (user_id, scope, active_at, shows_activity, speaks, learns, proficiency, name)
    SELECT ${userId}, scope, ${activeAt}, ${showsActivity}, ${speaks}, ${learns}, proficiency, ${name}
    FROM unnest(${scopes}::smallint[], ${[null, ...levels.values()]}::float8[]) AS row (scope, proficiency)
    ON CONFLICT (user_id, scope) DO UPDATE
      SET active_at = excluded.active_at, shows_activity = excluded.shows_activity, speaks = excluded.speaks,
        learns = excluded.learns, proficiency = excluded.proficiency, name = excluded.name`.execute(tx);
}
