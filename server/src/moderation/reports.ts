import type { ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import type {
  listAudit as listAuditCall,
  listReports as listReportsCall,
  Report,
} from '@parlance/contract/moderation';
import { type MessageRow, toChatMessage } from '#chat/chat';
import { loadBaseProfiles } from '#people/people';
import type { Platform } from '#platform/platform';
import { type Moderator, noteInAudit } from './moderation.ts';

interface Page {
  limit?: number | undefined;
  offset?: number | undefined;
}

/** The queue, oldest first, each with the message and what came before it as they were when it was reported. */
export async function listReports(
  platform: Platform,
  { status = 'open', limit = 10, offset = 0 }: Page & { status?: Report['status'] | undefined },
): Promise<ResultOf<typeof listReportsCall>> {
  const { db } = platform;
  const { count } = await db
    .selectFrom('chat_reports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', status)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('chat_reports as report')
    .selectAll('report')
    .select((eb) =>
      eb
        .selectFrom('chat_reports as other')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('other.reported_user_id', '=', 'report.reported_user_id')
        .as('report_count'),
    )
    .where('status', '=', status)
    .orderBy('created_at')
    .orderBy('report_id')
    .limit(limit)
    .offset(offset)
    .execute();
  const people = await loadBaseProfiles(
    db,
    rows.flatMap((row) => [row.reporter_user_id, row.reported_user_id]),
  );
  const reports = rows.flatMap((row): Report[] => {
    const [message, ...context] = snapshotOf(row.snapshot).map((kept) => toChatMessage(platform, kept));
    if (!message) return [];
    return [
      {
        reportId: row.report_id,
        status: row.status as Report['status'],
        reason: row.reason as Report['reason'],
        text: row.text,
        createdAt: row.created_at,
        reporter: people.get(row.reporter_user_id) ?? null,
        reported: people.get(row.reported_user_id) ?? null,
        message,
        context,
        reportCount: row.report_count ?? 1,
      },
    ];
  });
  return { count, reports };
}

type StoredMessage = {
  [Column in keyof MessageRow]: MessageRow[Column] extends Date | null ? string | null : unknown;
};

/** JSON has no dates and no bytes: both come back as what they were. */
function snapshotOf(snapshot: unknown): MessageRow[] {
  return (snapshot as StoredMessage[]).map(
    (kept) =>
      ({
        ...kept,
        created_at: new Date(kept.created_at as string),
        updated_at: new Date(kept.updated_at as string),
        delivered_at: kept.delivered_at === null ? null : new Date(kept.delivered_at as string),
        read_at: kept.read_at === null ? null : new Date(kept.read_at as string),
        audio_waveform: kept.audio_waveform === null ? null : Buffer.from(kept.audio_waveform as number[]),
      }) as MessageRow,
  );
}

/** Closes a report without a ban; closing a closed one is fine. */
export async function dismissReport(
  platform: Platform,
  moderator: Moderator,
  reportId: string,
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const report = await tx
      .selectFrom('chat_reports')
      .select(['status', 'reported_user_id'])
      .where('report_id', '=', reportId)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new ApiError('ResourceNotFound'));
    if (report.status !== 'open') return;
    await tx
      .updateTable('chat_reports')
      .set({ status: 'dismissed', resolved_at: platform.clock.now() })
      .where('report_id', '=', reportId)
      .execute();
    const row = { action: 'dismiss-report', user_id: report.reported_user_id, report_id: reportId } as const;
    await noteInAudit(platform, tx, moderator, row);
  });
}

/** What admins did, newest first. */
export async function listAudit(
  { db }: Platform,
  { limit = 10, offset = 0 }: Page,
): Promise<ResultOf<typeof listAuditCall>> {
  const { count } = await db
    .selectFrom('moderation_audit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const entries = await db
    .selectFrom('moderation_audit')
    .select([
      'audit_id as auditId',
      'created_at as createdAt',
      'admin_user_id as adminUserId',
      'action',
      'user_id as userId',
      'reason',
    ])
    .orderBy('created_at', 'desc')
    .orderBy('audit_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, entries };
}
