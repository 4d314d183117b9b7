import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import type { LanguageCode } from '@parlance/contract/languages';
import { rangesOfCells } from '@parlance/contract/programme-hours';
import type {
  listProgrammes as listProgrammesCall,
  ProgrammeSummary,
  ProgrammeView,
} from '@parlance/contract/programme-place';
import type { ProgrammePartner } from '@parlance/contract/programmes';
import { sql } from 'kysely';
import { loadBaseProfiles } from '#people/people';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { accountEndOf } from './account-ends.ts';
import { cellsWithin, createFreeTimes } from './free-time.ts';
import { hoursToConfirm, hoursTotals, ownHours } from './hours.ts';
import { isInvited } from './invites.ts';
import { cellsOfBits, type PlaceRow, readPlaces, toPlace, unmatchedOf } from './places.ts';
import { findProgramme, isCoordinator, type ProgrammeRow, toProgramme } from './roles.ts';

/** Programmes of which the caller is a coordinator or a student. */
export async function listProgrammes(
  { db }: Platform,
  { userId }: Caller,
  { limit = 10, offset = 0 }: PayloadOf<typeof listProgrammesCall>,
): Promise<ResultOf<typeof listProgrammesCall>> {
  const { rows } = await sql<ProgrammeRow & { role: ProgrammeSummary['role']; count: number }>`
    SELECT programme.*, mine.role, count(*) OVER () AS count FROM programmes AS programme JOIN (
      SELECT programme_id, 'coordinator' AS role FROM programme_coordinators WHERE user_id = ${userId}
      UNION ALL SELECT programme_id, 'student' FROM programme_places WHERE user_id = ${userId}
    ) AS mine USING (programme_id)
    ORDER BY programme.created_at DESC, programme.programme_id DESC LIMIT ${limit} OFFSET ${offset}`.execute(
    db,
  );
  return {
    count: rows[0]?.count ?? 0,
    programmes: rows.map((row) => {
      const { programmeId, name, office, state, termStartsOn, termEndsOn } = toProgramme(row);
      return { programmeId, name, office, state, termStartsOn, termEndsOn, role: row.role };
    }),
  };
}

/** The programme with the caller's own part. Strangers need an invitation, or an open programme that registers. */
export async function getProgramme(
  platform: Platform,
  { userId }: Caller,
  { programmeId, invitation }: { programmeId: string; invitation?: string | undefined },
): Promise<ProgrammeView> {
  const { db } = platform;
  const row = await findProgramme(db, programmeId);
  const nothing = {
    programme: toProgramme(row),
    place: null,
    partners: [],
    hours: null,
    entries: [],
    toConfirm: [],
    unmatched: null,
    certificate: null,
    canHaveCertificate: false,
  };
  if (await isCoordinator(db, programmeId, userId)) return { ...nothing, role: 'coordinator' };
  const [place] = await readPlaces(db, programmeId, userId);
  if (place) return { ...nothing, role: 'student', ...(await studentPart(platform, row, place)) };
  const isOpen = row.is_open && row.state === 'registration';
  const isAdmitted =
    !['draft', 'erased'].includes(row.state) &&
    (isOpen ||
      (invitation !== undefined && (await isInvited(platform, db, { programmeId, secret: invitation }))));
  if (!isAdmitted) throw new ApiError('ResourceNotFound');
  return { ...nothing, role: 'guest' };
}

async function studentPart(
  platform: Platform,
  row: ProgrammeRow,
  place: PlaceRow,
): Promise<Partial<ProgrammeView>> {
  const { db } = platform;
  const { programme_id: programmeId } = row;
  const { total } = (await hoursTotals(db, row, place.user_id))(place.user_id);
  const certificate = await db
    .selectFrom('certificates')
    .select(['issued_at as issuedAt', 'keep_until as keepUntil', 'withdrawn_at as withdrawnAt'])
    .where('user_id', '=', place.user_id)
    .where('programme_id', '=', programmeId)
    .executeTakeFirst();
  const isOver = row.state === 'running' || row.state === 'closed';
  return {
    place: toPlace(place),
    partners: await partners(platform, row, place),
    hours: total,
    entries: await ownHours(db, programmeId, place.user_id),
    toConfirm: await hoursToConfirm(platform, programmeId, place.user_id),
    unmatched: unmatchedOf(place),
    certificate: certificate ?? null,
    accountEnd: accountEndOf(platform, row, place),
    canHaveCertificate: isOver && total.countedMinutes >= total.neededMinutes && !certificate?.withdrawnAt,
  };
}

interface PairRow {
  pair_id: string;
  partner: string;
  teaches: LanguageCode;
  learns: LanguageCode;
  published_at: Date;
  free: string;
  time_zone: string;
}

/** The present partners with the hours in which both are free. */
export async function partners(
  { db }: Pick<Platform, 'db'>,
  { programme_id, term_starts_on, term_ends_on }: ProgrammeRow,
  place: PlaceRow,
): Promise<ProgrammePartner[]> {
  const { rows } = await sql<PairRow>`
    SELECT pair.pair_id, other.user_id AS partner, pair.published_at, other.free, other.time_zone,
      CASE pair.user_id WHEN ${place.user_id} THEN pair.teaches ELSE pair.learns END AS teaches,
      CASE pair.user_id WHEN ${place.user_id} THEN pair.learns ELSE pair.teaches END AS learns
    FROM programme_pairs AS pair JOIN programme_places AS other ON other.programme_id = pair.programme_id
      AND other.user_id = CASE pair.user_id WHEN ${place.user_id} THEN pair.partner_user_id ELSE pair.user_id END
    WHERE pair.programme_id = ${programme_id} AND pair.ended_at IS NULL
      AND ${place.user_id} IN (pair.user_id, pair.partner_user_id)
    ORDER BY pair.published_at, pair.pair_id`.execute(db);
  const profiles = await loadBaseProfiles(
    db,
    rows.map(({ partner }) => partner),
  );
  const timeOf = createFreeTimes({ startsOn: term_starts_on, endsOn: term_ends_on });
  const own = cellsOfBits(place.free);
  return rows.flatMap((row) => {
    const profile = profiles.get(row.partner);
    if (!profile) return [];
    const other = timeOf(cellsOfBits(row.free), row.time_zone);
    const common = cellsWithin((cells) => timeOf(cells, place.time_zone), own, other);
    return [
      {
        pairId: row.pair_id,
        profile,
        learns: row.learns,
        teaches: row.teaches,
        commonHours: rangesOfCells(common),
        since: row.published_at,
      },
    ];
  });
}
