import type { ReportStatus } from '@parlance/contract/moderation';
import { type Selectable, sql } from 'kysely';
import { isAdmin } from '#access/access';
import { listCases } from '#contact/contact';
import type { Tables } from '#domain/tables.generated';
import type { Platform } from '#platform/platform';
import { getModeratedPerson } from './moderated-person.ts';
import { listReports } from './reports.ts';
import { alignColumns, day, oneLine } from './terminal-text.ts';

const personColumns = [
  'user_id',
  'name',
  'email',
  'phone',
  'created_at',
  'last_active_at',
  'banned_at',
  'ban_reason',
  'admin_since',
] as const;

type PersonRow = Pick<Selectable<Tables['users']>, (typeof personColumns)[number]>;

const selectPeople = ({ db }: Platform) => db.selectFrom('users').select(personColumns);

/** Finds a member by email address, phone number or id, with a label for the operator. */
export async function findPerson(
  platform: Platform,
  address: string,
): Promise<(PersonRow & { label: string }) | null> {
  const typed = address.trim().toLowerCase();
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(typed);
  const column = isId ? 'user_id' : typed.includes('@') ? 'email' : 'phone';
  const value = column === 'phone' ? `+${typed.replace(/\D/g, '')}` : typed;
  const person = await selectPeople(platform).where(column, '=', value).executeTakeFirst();
  return person ? { ...person, label: `${oneLine(person.name)} (${addressOf(person)})` } : null;
}

/** Members, newest first, one per line. */
export async function listPeople(
  platform: Platform,
  { only, limit, offset }: { only: 'banned' | 'admins' | null; limit: number; offset: number },
): Promise<string> {
  const { adminEmails } = platform.config;
  let query = selectPeople(platform);
  if (only === 'banned') query = query.where('banned_at', 'is not', null);
  if (only === 'admins') {
    query = query.where(sql<boolean>`(admin_since IS NOT NULL OR email = ANY(${adminEmails}::text[]))`);
  }
  const people = await query
    .orderBy('created_at', 'desc')
    .orderBy('user_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  if (people.length === 0) return 'Nobody.\n';
  const lines = people.map((person) => [
    person.user_id,
    addressOf(person),
    oneLine(person.name),
    `since ${day(person.created_at)}`,
    marksOf(platform, person),
  ]);
  return alignColumns(lines);
}

/** One member: account, reports about them, acts. */
export async function showPerson(platform: Platform, person: PersonRow): Promise<string> {
  const { reportCount, reportsMade, acts } = await getModeratedPerson(platform, person.user_id);
  const facts = [
    ['name', oneLine(person.name)],
    ['user id', person.user_id],
    ['email', person.email ?? '–'],
    ['phone', person.phone ?? '–'],
    ['member since', day(person.created_at)],
    ['last active', person.last_active_at ? day(person.last_active_at) : '–'],
    ['admin', isAdmin(platform, person) ? 'yes' : 'no'],
    ['banned', person.banned_at ? `${day(person.banned_at)}: ${oneLine(person.ban_reason ?? '')}` : 'no'],
    ['reports about', String(reportCount)],
    ['reports made', String(reportsMade)],
  ];
  const history = acts.map(({ createdAt, action, admin, adminUserId, reason }) => [
    day(createdAt),
    action,
    adminUserId === null ? 'command line' : oneLine(admin?.name ?? 'gone'),
    oneLine(reason ?? ''),
  ]);
  return alignColumns(facts) + (history.length > 0 ? `\n${alignColumns(history)}` : '');
}

/** Reports by status, one per line, with the id that `show` and `ban` take; messages are only shown on the admin screen. */
export async function listWaitingReports(
  platform: Platform,
  wanted: { status: ReportStatus; limit: number; offset: number },
): Promise<string> {
  const { count, reports } = await listReports(platform, wanted);
  if (count === 0) return 'No reports.\n';
  const lines = reports.map(({ createdAt, reason, reported, reporter, reportCount }) => [
    reported?.userId ?? 'gone',
    day(createdAt),
    reason ?? '–',
    `${oneLine(reported?.name ?? 'gone')} (${reportCount} ${reportCount === 1 ? 'report' : 'reports'})`,
    `by ${oneLine(reporter?.name ?? 'somebody who left')}`,
  ]);
  return `${alignColumns(lines)}${reports.length} of ${count}, at ${platform.config.publicUrl}/admin\n`;
}

/** Open cases, oldest first, one per line: numbers only. */
export async function listOpenCases(
  platform: Platform,
  page: { limit: number; offset: number },
): Promise<string> {
  const { count, cases } = await listCases(platform, page);
  if (count === 0) return 'No cases.\n';
  const lines = cases.map(({ profile, openedAt, state, counts, appeal }) => [
    profile.userId,
    day(openedAt),
    state,
    oneLine(profile.name),
    `${counts.firstContacts} first contacts, ${counts.answered} answered, ${counts.declined} declined, ${counts.blocked} blocked, ${counts.reported} reported${appeal ? ', asks for a review' : ''}`,
  ]);
  return `${alignColumns(lines)}${cases.length} of ${count}, at ${platform.config.publicUrl}/admin/cases\n`;
}

const dayMs = 24 * 3_600_000;

export async function readStats({ db, clock }: Platform): Promise<string> {
  const aDayAgo = new Date(clock.now().getTime() - dayMs);
  const { rows } = await sql<Record<string, number>>`
    SELECT
      (SELECT count(*) FROM users) AS "people",
      (SELECT count(*) FROM users WHERE created_at > ${aDayAgo}) AS "new in 24 hours",
      (SELECT count(*) FROM users WHERE last_active_at > ${aDayAgo}) AS "active in 24 hours",
      (SELECT count(*) FROM users WHERE banned_at IS NOT NULL) AS "banned",
      (SELECT count(*) FROM conversations) AS "conversations",
      (SELECT count(*) FROM chat_messages) AS "messages",
      (SELECT count(*) FROM chat_messages WHERE created_at > ${aDayAgo}) AS "messages in 24 hours",
      (SELECT count(*) FROM schedule_slots WHERE starts_at > ${clock.now()}) AS "times ahead",
      (SELECT count(*) FROM schedule_slots
        WHERE starts_at > ${clock.now()} AND booked_by_user_id IS NOT NULL) AS "of them booked",
      (SELECT count(*) FROM chat_reports WHERE status = 'open') AS "reports waiting"`.execute(db);
  return alignColumns(Object.entries(rows[0] ?? {}).map(([name, count]) => [name, String(count)]));
}

const addressOf = ({ email, phone, user_id }: PersonRow): string => email ?? phone ?? user_id;

function marksOf(platform: Platform, person: PersonRow): string {
  const marks = [isAdmin(platform, person) && 'admin', person.banned_at && 'banned'];
  return marks.filter(Boolean).join(', ');
}
