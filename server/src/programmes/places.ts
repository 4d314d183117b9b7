import { ApiError } from '@parlance/contract/errors';
import { rangesOfCells } from '@parlance/contract/programme-hours';
import type { Place, PlaceStatus, UnmatchedReason } from '@parlance/contract/programmes';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { ProgrammePlaces, Tables } from '#domain/tables.generated';

export type PlaceRow = Selectable<ProgrammePlaces> & { status: PlaceStatus; name: string };

/** Ascending cells of the stored bits. */
export const cellsOfBits = (bits: string): number[] =>
  [...bits].flatMap((bit, cell) => (bit === '1' ? [cell] : []));

/** Places of a programme with names and status; of one student if given. */
export async function readPlaces(
  db: Kysely<Tables>,
  programmeId: string,
  userId: string | null = null,
): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    WITH seats AS (
      SELECT seat.user_id, bool_or(seat.ended_at IS NULL) AS is_paired FROM (
        SELECT user_id, ended_at FROM programme_pairs WHERE programme_id = ${programmeId}
        UNION ALL SELECT partner_user_id, ended_at FROM programme_pairs WHERE programme_id = ${programmeId}
      ) AS seat GROUP BY seat.user_id
    )
    SELECT place.*, member.name, CASE
      WHEN seats.is_paired THEN 'paired' WHEN seats.user_id IS NOT NULL THEN 'needs-partner' ELSE 'waiting' END AS status
    FROM programme_places AS place JOIN users AS member USING (user_id) LEFT JOIN seats USING (user_id)
    WHERE place.programme_id = ${programmeId} AND (${userId}::uuid IS NULL OR place.user_id = ${userId})
    ORDER BY member.name, place.user_id`.execute(db);
  return rows;
}

export async function readPlace(db: Kysely<Tables>, programmeId: string, userId: string): Promise<Place> {
  const [row] = await readPlaces(db, programmeId, userId);
  if (!row) throw new ApiError('ResourceNotFound');
  return toPlace(row);
}

export const toPlace = (row: PlaceRow): Place => ({
  offers: row.offers as unknown as Place['offers'],
  seeks: row.seeks as unknown as Place['seeks'],
  timeZone: row.time_zone,
  freeHours: rangesOfCells(cellsOfBits(row.free)),
  wishes: row.wishes as unknown as Place['wishes'],
  gender: row.gender as Place['gender'],
  ageBand: row.age_band as Place['ageBand'],
  needsCredits: row.needs_credits,
  partnersMax: row.partners_max,
  studentNumber: row.student_number,
  status: row.status,
  consentVersion: row.consent_version,
  joinedAt: row.joined_at,
});

export const unmatchedOf = ({ unmatched, status }: PlaceRow): UnmatchedReason | null =>
  status === 'paired' ? null : (unmatched as unknown as UnmatchedReason | null);
