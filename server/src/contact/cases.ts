import {
  type ContactCase,
  caseReportsMax,
  type listCases as listCasesCall,
} from '@parlance/contract/contact-cases';
import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { sql } from 'kysely';
import { loadBaseProfiles } from '#people/people';
import { contactRules } from '#platform/contact-rules';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';

const hourMs = 3_600_000;
/** Penalties, and therefore the numbers of a case, reach back this far. */
const countedDays = 30;

interface CaseRow {
  case_id: string;
  user_id: string;
  opened_at: Date;
  appeal_text: string | null;
  appealed_at: Date | null;
  points: number;
  held_at: Date | null;
  state: ContactCase['state'];
  until: Date | null;
  counts: ContactCase['counts'];
  reports: (Omit<ContactCase['reports'][number], 'createdAt'> & { createdAt: string })[];
}

/** Open holds with their numbers, oldest first. Reads no message: reported ones are shown on the page of their report. */
export async function listCases(
  platform: Platform,
  { limit = 10, offset = 0 }: PayloadOf<typeof listCasesCall>,
): Promise<ResultOf<typeof listCasesCall>> {
  const { db, clock, config } = platform;
  const { count } = await db
    .selectFrom('contact_cases')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  const now = clock.now();
  const since = new Date(now.getTime() - countedDays * 24 * hourMs);
  const { rows } = await sql<CaseRow>`
    SELECT held.case_id, held.user_id, held.opened_at, held.appeal_text, held.appealed_at,
      coalesce(standing.points, 0)::float8 AS points, standing.held_at,
      present.state, present.until,
      jsonb_build_object('firstContacts', written.all, 'answered', written.answered, 'withContact', written.with_contact,
        'declined', given.declined, 'blocked', given.blocked, 'reported', given.reported) AS counts,
      about.reports
    FROM contact_cases AS held
    LEFT JOIN contact_standing AS standing ON standing.user_id = held.user_id
    CROSS JOIN LATERAL contact_state(held.user_id, ${now}, ${contactRules(platform)}::jsonb) AS present
    CROSS JOIN LATERAL (
      SELECT count(*) AS all, count(*) FILTER (WHERE answered_at IS NOT NULL) AS answered,
        count(*) FILTER (WHERE has_contact) AS with_contact
      FROM conversations WHERE started_by_user_id = held.user_id AND created_at > ${since}
    ) AS written
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE kind = 'decline') AS declined, count(*) FILTER (WHERE kind = 'block') AS blocked,
        count(*) FILTER (WHERE kind = 'report') AS reported
      FROM contact_penalties WHERE sender_user_id = held.user_id AND created_at > ${since} AND weight > 0
    ) AS given
    CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(jsonb_build_object('reportId', report_id, 'status', status, 'reason', reason,
        'createdAt', created_at) ORDER BY created_at DESC, report_id DESC), '[]') AS reports
      FROM (SELECT * FROM chat_reports WHERE reported_user_id = held.user_id
        ORDER BY created_at DESC, report_id DESC LIMIT ${caseReportsMax}) AS newest
    ) AS about
    WHERE held.closed_at IS NULL
    ORDER BY held.opened_at, held.case_id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  const people = await loadBaseProfiles(
    db,
    rows.map(({ user_id }) => user_id),
  );
  const cases = rows.flatMap((row): ContactCase[] => {
    const profile = people.get(row.user_id);
    return profile ? [{ profile, ...toCase(row, config.contact.holdHours) }] : [];
  });
  return { count, cases };
}

function toCase(row: CaseRow, holdHours: number): Omit<ContactCase, 'profile'> {
  const { held_at, state, until, appeal_text, appealed_at } = row;
  return {
    caseId: row.case_id,
    state,
    openedAt: row.opened_at,
    reviewBy: held_at && new Date(held_at.getTime() + holdHours * hourMs),
    until,
    points: row.points,
    counts: row.counts,
    reports: row.reports.map((report) => ({ ...report, createdAt: new Date(report.createdAt) })),
    appeal: appeal_text === null || appealed_at === null ? null : { text: appeal_text, at: appealed_at },
  };
}

/** Asks for a review of the caller's hold, once; a second text is ignored, so that admins decide about what they have read. */
export async function appealStanding(
  { db, clock }: Platform,
  { userId }: Caller,
  text: string,
): Promise<void> {
  const { rows } = await sql<{ case_id: string }>`
    SELECT held.case_id FROM contact_cases AS held JOIN contact_standing USING (user_id)
    WHERE user_id = ${userId} AND held.closed_at IS NULL AND held_at IS NOT NULL`.execute(db);
  const [held] = rows;
  if (!held) throw new ApiError('NotAllowed', { message: 'There is nothing to review.' });
  await db
    .updateTable('contact_cases')
    .set({ appeal_text: text, appealed_at: clock.now() })
    .where('case_id', '=', held.case_id)
    .where('closed_at', 'is', null)
    .where('appealed_at', 'is', null)
    .execute();
}
