import type { PayloadOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { declaredHours, programmeMessages } from '@parlance/contract/programme-limits';
import type { declareHours as declareHoursCall } from '@parlance/contract/programme-place';
import type { ProgrammeHours } from '@parlance/contract/programmes';
import { word } from '@parlance/words/word';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { ProgrammeHours as HoursRow, Tables } from '#domain/tables.generated';
import { transact } from '#platform/effects';
import { newId } from '#platform/ids';
import { localDay } from '#platform/local-time';
import { queueMails } from '#platform/mail-queue';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import type { Caller } from '#platform/serve';
import { hoursTotals } from './hour-totals.ts';
import { asStudent, refuse } from './roles.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const declarationsADay = 20;

export const toHours = (row: Selectable<HoursRow>): ProgrammeHours => ({
  hoursId: row.hours_id,
  day: row.day,
  source: row.source as ProgrammeHours['source'],
  languages: [
    { languageCode: row.first_language, minutes: Math.round(row.first_ms / minuteMs) },
    ...(row.second_language === null
      ? []
      : [{ languageCode: row.second_language, minutes: Math.round(row.second_ms / minuteMs) }]),
  ] as ProgrammeHours['languages'],
  confirmedAt: row.confirmed_at,
});

/** The present partners of a student in a programme. */
export async function partnersOf(db: Kysely<Tables>, programmeId: string, userId: string): Promise<string[]> {
  const { rows } = await sql<{ partner: string }>`
    SELECT CASE user_id WHEN ${userId} THEN partner_user_id ELSE user_id END AS partner FROM programme_pairs
    WHERE programme_id = ${programmeId} AND ended_at IS NULL AND ${userId} IN (user_id, partner_user_id)
    ORDER BY published_at, pair_id`.execute(db);
  return rows.map(({ partner }) => partner);
}

/** Whether a present pair of the student has the language. Languages can be removed from the programme after students chose them. */
async function isPairLanguage(
  db: Kysely<Tables>,
  { programmeId, userId, languageCode }: { programmeId: string; userId: string; languageCode: string },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM programme_pairs
    WHERE programme_id = ${programmeId} AND ended_at IS NULL AND ${userId} IN (user_id, partner_user_id)
      AND ${languageCode} IN (teaches, learns) LIMIT 1`.execute(db);
  return rows.length > 0;
}

const answerableSince = (now: Date): Date => new Date(now.getTime() - declaredHours.answerDays * dayMs);

/** Adds hours held elsewhere; they count once a partner confirms them. */
export async function declareHours(
  platform: Platform,
  caller: Caller,
  { programmeId, day, minutes, languageCode }: { programmeId: string } & PayloadOf<typeof declareHoursCall>,
): Promise<ProgrammeHours> {
  const { userId } = caller;
  const rule = { key: `programme-hours:${userId}`, limit: declarationsADay, windowMs: dayMs };
  refuseOver(await platform.limits.take([rule]));
  return platform.db.transaction().execute(async (tx) => {
    // The lock keeps two declarations at once within the share.
    const programme = await asStudent(tx, caller, programmeId, 'locked');
    if (programme.state !== 'running') throw refuse(programmeMessages.state);
    const now = platform.clock.now();
    const today = localDay(now, programme.time_zone);
    if (day < programme.term_starts_on || day > programme.term_ends_on || day > today) {
      throw new ApiError('RequestDataInvalid', { fields: { day: word('Must be a past day of the term') } });
    }
    const isAllowed =
      programme.languages.includes(languageCode) ||
      (await isPairLanguage(tx, { programmeId, userId, languageCode }));
    if (!isAllowed)
      throw new ApiError('RequestDataInvalid', {
        fields: { languageCode: word('Not a language of this programme') },
      });
    const partners = await partnersOf(tx, programmeId, userId);
    if (partners.length === 0) throw refuse(programmeMessages.noPartner);
    const { rows } = await sql<{ ms: number }>`
      SELECT coalesce(sum(first_ms + second_ms), 0)::bigint AS ms FROM programme_hours
      WHERE programme_id = ${programmeId} AND user_id = ${userId} AND source = 'declared'
        AND (confirmed_at IS NOT NULL OR created_at > ${answerableSince(now)})`.execute(tx);
    const roomMs = (programme.needed_hours * 60 * minuteMs * programme.declared_percent) / 100;
    if ((rows[0]?.ms ?? 0) + minutes * minuteMs > roomMs) throw refuse(programmeMessages.tooManyHours);
    const row = await tx
      .insertInto('programme_hours')
      .values({
        hours_id: newId(platform.clock),
        programme_id: programmeId,
        user_id: userId,
        day,
        source: 'declared',
        first_language: languageCode,
        first_ms: minutes * minuteMs,
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await queueMails(
      tx,
      platform.clock,
      partners.map((partner) => ({
        kind: 'programme-hours',
        userId: partner,
        otherUserId: userId,
        subjectId: programmeId,
      })),
    );
    return toHours(row);
  });
}

/** Declared hours of a student's partners that wait for an answer. */
export async function hoursToConfirm(
  platform: Platform,
  programmeId: string,
  userId: string,
): Promise<ProgrammeHours[]> {
  const partners = await partnersOf(platform.db, programmeId, userId);
  if (partners.length === 0) return [];
  const rows = await platform.db
    .selectFrom('programme_hours')
    .selectAll()
    .where('programme_id', '=', programmeId)
    .where('user_id', 'in', partners)
    .where('source', '=', 'declared')
    .where('confirmed_at', 'is', null)
    .where('created_at', '>', answerableSince(platform.clock.now()))
    .orderBy('created_at')
    .execute();
  return rows.map(toHours);
}

/** Confirms or rejects hours of a partner. A confirmation counts them for both. */
export async function answerHours(
  platform: Platform,
  caller: Caller,
  { programmeId, hoursId, confirmed }: { programmeId: string; hoursId: string; confirmed: boolean },
): Promise<void> {
  await transact(platform, async (tx) => {
    const { state } = await asStudent(tx, caller, programmeId, 'locked');
    if (state === 'erased') throw refuse(programmeMessages.state);
    const now = platform.clock.now();
    const row = await tx
      .selectFrom('programme_hours')
      .selectAll()
      .where('hours_id', '=', hoursId)
      .where('programme_id', '=', programmeId)
      .where('source', '=', 'declared')
      .executeTakeFirst();
    if (row?.user_id === caller.userId) throw refuse(programmeMessages.ownHours);
    const partners = await partnersOf(tx, programmeId, caller.userId);
    if (!row || !partners.includes(row.user_id)) throw new ApiError('ResourceNotFound');
    if (row.confirmed_at || row.created_at <= answerableSince(now)) throw refuse(programmeMessages.answered);
    if (!confirmed) {
      await tx.deleteFrom('programme_hours').where('hours_id', '=', hoursId).execute();
      return null;
    }
    await tx
      .updateTable('programme_hours')
      .set({ confirmed_at: now })
      .where('hours_id', '=', hoursId)
      .execute();
    const copy = {
      ...row,
      hours_id: newId(platform.clock),
      user_id: caller.userId,
      created_at: now,
      confirmed_at: now,
    };
    await tx.insertInto('programme_hours').values(copy).execute();
    return null;
  });
}

/** Own hours, the newest first. */
export async function ownHours(
  db: Kysely<Tables>,
  programmeId: string,
  userId: string,
): Promise<ProgrammeHours[]> {
  const rows = await db
    .selectFrom('programme_hours')
    .selectAll()
    .where('programme_id', '=', programmeId)
    .where('user_id', '=', userId)
    .orderBy('day', 'desc')
    .orderBy('hours_id', 'desc')
    .limit(500)
    .execute();
  return rows.map(toHours);
}

export { hoursTotals };
