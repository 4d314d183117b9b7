import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import type { AuditEntry, listAudit as listAuditCall } from '@parlance/contract/moderation';
import type { Insertable, Selectable } from 'kysely';
import type { Tables } from '#domain/tables.generated';
import { loadBaseProfiles } from '#people/people';
import type { Tx } from '#platform/effects';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';

/** An admin's account, or null for the operator's command line. */
export type Moderator = { userId: string } | null;

type AuditRow = Selectable<Tables['moderation_audit']>;
type Act = Pick<
  Insertable<Tables['moderation_audit']>,
  'user_id' | 'report_id' | 'programme_id' | 'reason'
> & {
  action: AuditEntry['action'];
};

/** Records an act in its own transaction; returns its id. */
export async function noteInAudit(
  platform: Platform,
  tx: Tx,
  moderator: Moderator,
  act: Act,
): Promise<string> {
  const auditId = newId(platform.clock);
  await tx
    .insertInto('moderation_audit')
    .values({
      audit_id: auditId,
      created_at: platform.clock.now(),
      admin_user_id: moderator?.userId ?? null,
      ...act,
    })
    .execute();
  return auditId;
}

/** The acts of admins, newest first. */
export async function listAudit(
  { db }: Platform,
  { limit = 10, offset = 0 }: PayloadOf<typeof listAuditCall>,
): Promise<ResultOf<typeof listAuditCall>> {
  const { count } = await db
    .selectFrom('moderation_audit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await newestActs(db).limit(limit).offset(offset).execute();
  return { count, entries: await toEntries(db, rows) };
}

/** The acts on one member, newest first. */
export async function listActsOn(db: Platform['db'], userId: string, limit: number): Promise<AuditEntry[]> {
  return toEntries(db, await newestActs(db).where('user_id', '=', userId).limit(limit).execute());
}

const newestActs = (db: Platform['db']) =>
  db.selectFrom('moderation_audit').selectAll().orderBy('created_at', 'desc').orderBy('audit_id', 'desc');

async function toEntries(db: Platform['db'], rows: AuditRow[]): Promise<AuditEntry[]> {
  const named = rows.flatMap((row) => [row.admin_user_id, row.user_id]).filter((id) => id !== null);
  const people = await loadBaseProfiles(db, named);
  const personOf = (userId: string | null) => (userId === null ? null : (people.get(userId) ?? null));
  return rows.map((row) => ({
    auditId: row.audit_id,
    createdAt: row.created_at,
    adminUserId: row.admin_user_id,
    action: row.action as AuditEntry['action'],
    userId: row.user_id,
    reportId: row.report_id,
    reason: row.reason,
    admin: personOf(row.admin_user_id),
    user: personOf(row.user_id),
  }));
}
