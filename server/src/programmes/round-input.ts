import { createHash, createHmac } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { ProgrammePlaces, Tables } from '#domain/tables.generated';
import type { Platform } from '#platform/platform';
import type { IdPair, RoundInput } from './fit.ts';
import { cellsOfBits } from './places.ts';
import type { ProgrammeRow } from './roles.ts';

type StudentRow = Selectable<ProgrammePlaces> & { interests: string[]; partners: number };

/** The key of the hashes of former partners. */
export const pastKey = ({ secret }: Pick<Platform, 'secret'>): string =>
  createHmac('sha256', secret).update('programme-past-partners').digest('base64');

/** Tie-breaker that a member cannot influence: two bits of a keyed hash. */
const lotOf = ({ secret }: Pick<Platform, 'secret'>, programmeId: string, userId: string): number =>
  (createHmac('sha256', secret).update(`programme-lot:${programmeId}:${userId}`).digest()[0] ?? 0) % 4;

/** Everything a round depends on, without what the coordinator locks or keeps apart. Only students with room take part. */
export async function readInput(
  platform: Pick<Platform, 'secret'>,
  db: Kysely<Tables>,
  { programme_id: programmeId, term_starts_on, term_ends_on }: ProgrammeRow,
): Promise<RoundInput> {
  const { rows } = await sql<StudentRow>`
    WITH seats AS (
      SELECT seat.user_id, count(*)::int AS partners FROM (
        SELECT user_id FROM programme_pairs WHERE programme_id = ${programmeId} AND ended_at IS NULL
        UNION ALL SELECT partner_user_id FROM programme_pairs WHERE programme_id = ${programmeId} AND ended_at IS NULL
      ) AS seat GROUP BY seat.user_id
    )
    SELECT place.*, member.interests, coalesce(seats.partners, 0) AS partners
    FROM programme_places AS place JOIN users AS member USING (user_id) LEFT JOIN seats USING (user_id)
    WHERE place.programme_id = ${programmeId} AND member.banned_at IS NULL
      AND coalesce(seats.partners, 0) < place.partners_max
    ORDER BY place.user_id`.execute(db);
  const { rows: apart } = await sql<{ a: string; b: string }>`
    SELECT DISTINCT least(one, other) AS a, greatest(one, other) AS b FROM (
      SELECT block.user_id AS one, block.blocked_user_id AS other FROM user_blocks AS block
      JOIN programme_places AS blocker ON blocker.user_id = block.user_id AND blocker.programme_id = ${programmeId}
      JOIN programme_places AS blocked ON blocked.user_id = block.blocked_user_id AND blocked.programme_id = ${programmeId}
      UNION ALL SELECT user_id, partner_user_id FROM programme_pairs WHERE programme_id = ${programmeId}
    ) AS refused ORDER BY 1, 2`.execute(db);
  const past = await db.selectFrom('programme_past_partners').select('hash').orderBy('hash').execute();
  return {
    term: { startsOn: term_starts_on, endsOn: term_ends_on },
    students: rows.map((row) => ({
      userId: row.user_id,
      offers: row.offers as never,
      seeks: row.seeks as never,
      cells: cellsOfBits(row.free),
      timeZone: row.time_zone,
      wishes: row.wishes as never,
      gender: row.gender,
      ageBand: row.age_band,
      interests: row.interests,
      needsCredits: row.needs_credits,
      waits: row.waits_since !== null,
      room: row.partners_max - row.partners,
      hasPartner: row.partners > 0,
      lot: lotOf(platform, programmeId, row.user_id),
    })),
    locked: [],
    apart: apart.map(({ a, b }): IdPair => [a, b]),
    past: { key: pastKey(platform), hashes: past.map(({ hash }) => hash.toString('base64')) },
  };
}

/** A change of any place, pair, block or date makes another hash. Former partners are of all programmes and left out. */
export const hashInput = ({ past: _, ...input }: RoundInput): Buffer =>
  createHash('sha256').update(JSON.stringify(input)).digest();
