import type { ReportStatus } from '@parlance/contract/moderation';
import { sql } from 'kysely';
import { enqueueFileRemovals, processRemoval } from '#chat/chat';
import type { AfterCommit, Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';

/** Closes one report, or all open ones about a member. A picture in a report about a profile is kept only until here. */
export async function closeReports(
  platform: Platform,
  tx: Tx,
  which: { reportId: string } | { about: string },
  status: ReportStatus,
): Promise<AfterCommit> {
  const now = platform.clock.now();
  const open = await tx
    .selectFrom('chat_reports')
    .select(['report_id', sql<string | null>`snapshot ->> 'pictureKey'`.as('pictureKey')])
    .where((eb) =>
      'reportId' in which ? eb('report_id', '=', which.reportId) : eb('reported_user_id', '=', which.about),
    )
    .where('status', '=', 'open')
    .orderBy('report_id')
    .forUpdate()
    .execute();
  const ids = open.map(({ report_id }) => report_id);
  await sql`
    UPDATE chat_reports SET status = ${status}, resolved_at = ${now}, snapshot = CASE WHEN profile_user_id IS NULL
      THEN snapshot ELSE snapshot || '{"pictureKey": null}' END
    WHERE report_id = ANY(${ids}::uuid[])`.execute(tx);
  const keys = open.flatMap(({ pictureKey }) => pictureKey ?? []);
  await enqueueFileRemovals(tx, keys, now);
  return async () => {
    for (const key of keys) await processRemoval(platform, key);
  };
}
