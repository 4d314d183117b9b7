import type { LanguageCode } from '@parlance/contract/languages';
import type { HoursTotal } from '@parlance/contract/programmes';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#domain/tables.generated';
import type { ProgrammeRow } from './roles.ts';

interface Sum {
  user_id: string;
  source: string;
  language_code: LanguageCode;
  ms: number;
  last_at: Date;
}

export interface StudentHours {
  total: HoursTotal;
  lastSessionAt: Date | null;
}

const minutes = (ms: number): number => Math.floor(ms / 60_000);

/** The confirmed hours of the students of a programme; of one student if given. */
export async function hoursTotals(
  db: Kysely<Tables>,
  {
    programme_id,
    needed_hours,
    declared_percent,
  }: Pick<ProgrammeRow, 'programme_id' | 'needed_hours' | 'declared_percent'>,
  userId: string | null = null,
): Promise<(of: string) => StudentHours> {
  const { rows } = await sql<Sum>`
    SELECT hours.user_id, hours.source, half.language_code, sum(half.ms)::bigint AS ms, max(hours.created_at) AS last_at
    FROM programme_hours AS hours CROSS JOIN LATERAL (
      VALUES (hours.first_language, hours.first_ms), (hours.second_language, hours.second_ms)
    ) AS half (language_code, ms)
    WHERE hours.programme_id = ${programme_id} AND hours.confirmed_at IS NOT NULL AND half.language_code IS NOT NULL
      AND (${userId}::uuid IS NULL OR hours.user_id = ${userId})
    GROUP BY hours.user_id, hours.source, half.language_code ORDER BY half.language_code`.execute(db);
  const byStudent = Map.groupBy(rows, ({ user_id }) => user_id);
  const neededMinutes = needed_hours * 60;
  const declaredMax = Math.floor((neededMinutes * declared_percent) / 100);
  return (of) => {
    const own = byStudent.get(of) ?? [];
    const msOf = (source: string) =>
      own.filter((row) => row.source === source).reduce((sum, { ms }) => sum + ms, 0);
    const declaredMinutes = minutes(msOf('declared'));
    // Scales declared time per language down to the part that counts.
    const share = declaredMinutes > declaredMax ? declaredMax / declaredMinutes : 1;
    const byLanguage = Map.groupBy(own, ({ language_code }) => language_code);
    const last = own.filter(({ source }) => source === 'session').map(({ last_at }) => last_at.getTime());
    return {
      total: {
        neededMinutes,
        countedMinutes: minutes(msOf('session')) + Math.min(declaredMinutes, declaredMax),
        declaredMinutes,
        languages: [...byLanguage].map(([languageCode, parts]) => ({
          languageCode,
          minutes: minutes(
            parts.reduce((sum, { ms, source }) => sum + (source === 'declared' ? ms * share : ms), 0),
          ),
        })),
      },
      lastSessionAt: last.length === 0 ? null : new Date(Math.max(...last)),
    };
  };
}
