import { busySpanMaxDays } from '@parlance/contract/busy-calendars';
import { ApiError } from '@parlance/contract/errors';
import { says } from '@parlance/contract/message';
import { word } from '@parlance/words/word';
import { sql } from 'kysely';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';

const dayMs = 86_400_000;

/** The caller's busy times that overlap a time span. */
export async function listBusyTimes(
  { db }: Platform,
  { userId }: Caller,
  { start, end }: { start: Date; end: Date },
): Promise<{ ranges: { startsAt: Date; endsAt: Date }[] }> {
  const problem =
    end <= start
      ? word('Must be after the start')
      : end.getTime() - start.getTime() > busySpanMaxDays * dayMs
        ? says('Must be within {days} days', { days: busySpanMaxDays })
        : null;
  if (problem) throw new ApiError('RequestDataInvalid', { fields: { end: problem } });
  const { rows } = await sql<{ startsAt: Date; endsAt: Date }>`
    SELECT lower(busy) AS "startsAt", upper(busy) AS "endsAt" FROM (
      SELECT unnest(range_agg(during)) AS busy FROM busy_ranges
      WHERE user_id = ${userId} AND during && tstzrange(${start}, ${end})
    ) AS merged ORDER BY busy`.execute(db);
  return { ranges: rows };
}
