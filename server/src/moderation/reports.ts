import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import type { listReports as listReportsCall, Report, ReportStatus } from '@parlance/contract/moderation';
import type { Selectable } from 'kysely';
import { readableIn, signPictureUrl, toChatMessage } from '#chat/chat';
import type { Tables } from '#domain/tables.generated';
import { loadBaseProfiles } from '#people/people';
import type { Platform } from '#platform/platform';
import { findStanding } from '#thanks/thanks';
import { asMessage, readProfile, readSession, readSnapshot, readThanks } from './snapshot.ts';

/** Open reports, oldest first; closed ones, newest first. */
export async function listReports(
  platform: Platform,
  { status = 'open', limit = 10, offset = 0 }: PayloadOf<typeof listReportsCall>,
): Promise<ResultOf<typeof listReportsCall>> {
  const { count } = await platform.db
    .selectFrom('chat_reports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', status)
    .executeTakeFirstOrThrow();
  const direction = status === 'open' ? 'asc' : 'desc';
  const rows = await selectReports(platform)
    .where('status', '=', status)
    .orderBy('created_at', direction)
    .orderBy('report_id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, reports: await toReports(platform, rows) };
}

export async function getReport(platform: Platform, reportId: string): Promise<Report> {
  const rows = await selectReports(platform).where('report_id', '=', reportId).execute();
  const [report] = await toReports(platform, rows);
  if (!report) throw new ApiError('ResourceNotFound');
  return report;
}

/** The report in the format of the client. */
export const readableReport = (format: number, report: Report): Report => ({
  ...report,
  message: readableIn(format, report.message),
  context: report.context.map((message) => readableIn(format, message)),
});

type ReportRow = Selectable<Tables['chat_reports']> & { report_count: number | null };

function selectReports({ db }: Platform) {
  return db
    .selectFrom('chat_reports as report')
    .selectAll('report')
    .select((eb) =>
      eb
        .selectFrom('chat_reports as other')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('other.reported_user_id', '=', 'report.reported_user_id')
        .as('report_count'),
    );
}

async function toReports(platform: Platform, rows: ReportRow[]): Promise<Report[]> {
  const named = rows.flatMap((row) => [row.reporter_user_id, row.reported_user_id]);
  const people = await loadBaseProfiles(
    platform.db,
    named.filter((userId) => userId !== null),
  );
  const standing = await findStanding(
    platform.db,
    rows.flatMap(({ thanks_id }) => thanks_id ?? []),
  );
  return rows.flatMap((row): Report[] => {
    const { message, ...about } = reportedIn(platform, row, standing);
    if (!message) return [];
    return [
      {
        reportId: row.report_id,
        status: row.status as ReportStatus,
        reason: row.reason as Report['reason'],
        text: row.text,
        createdAt: row.created_at,
        resolvedAt: row.resolved_at,
        reporter: row.reporter_user_id === null ? null : (people.get(row.reporter_user_id) ?? null),
        reported: people.get(row.reported_user_id) ?? null,
        message,
        ...about,
        reportCount: row.report_count ?? 1,
      },
    ];
  });
}

/** The reported item: a message with its predecessors, thanks, a session, or a profile. */
function reportedIn(platform: Platform, row: ReportRow, standing: Set<string>) {
  const { thanks_id, schedule_slot_id, profile_user_id, snapshot, reported_user_id, reporter_user_id } = row;
  const nothing = { context: [], thanks: null, session: null, profile: null };
  if (thanks_id !== null) {
    const thanks = { thanksId: thanks_id, ...readThanks(snapshot), isThere: standing.has(thanks_id) };
    const said = { id: thanks_id, content: thanks.text || thanks.words.join(', '), at: thanks.givenAt };
    return { ...nothing, message: asMessage(said, reported_user_id, reporter_user_id), thanks };
  }
  if (schedule_slot_id !== null) {
    const session = { scheduleSlotId: schedule_slot_id, ...readSession(snapshot) };
    const minutes = Math.round(session.togetherMs / 60_000);
    const content = `A session of ${session.startsAt.toISOString()}, ${minutes} min together`;
    const held = { id: schedule_slot_id, content, at: session.startsAt };
    return { ...nothing, message: asMessage(held, reported_user_id, reporter_user_id), session };
  }
  if (profile_user_id !== null) {
    const { pictureKey, ...profile } = readProfile(snapshot);
    const pictureUrl = pictureKey === null ? null : signPictureUrl(platform, pictureKey);
    const content = [`A profile (${profile.about})`, profile.name, profile.description].join('\n');
    const shown = { id: row.report_id, content, at: row.created_at };
    const message = asMessage(shown, reported_user_id, reporter_user_id);
    return { ...nothing, message, profile: { ...profile, pictureUrl } };
  }
  const [message, ...context] = readSnapshot(snapshot).map((kept) => toChatMessage(platform, kept));
  return { ...nothing, message, context };
}
