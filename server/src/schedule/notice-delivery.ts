import { sql } from 'kysely';
import type { Platform } from '#platform/platform';
import { composeNotice } from './notice-mails.ts';
import type { Notice } from './notices.ts';

const batchSize = 10;
/** Longer than a mail server is given for a whole batch: after it the rows of a node that died are anybody's again. */
const leaseMs = 5 * 60_000;
const retryDelayMs = { first: 15_000, longest: 3_600_000 };

/** Sends every mail that is due. Several nodes may do this at once: a claimed row is skipped by the others. */
export async function deliverDueNotices(platform: Platform): Promise<void> {
  while (true) {
    const notices = await claimNotices(platform);
    if (notices.length === 0) return;
    const byReader = Map.groupBy(notices, (notice) => notice.user_id);
    await Promise.all([...byReader.values()].map((letters) => deliverInOrder(platform, letters)));
  }
}

/** Nobody reads of a cancellation before the booking: one person's mails go one after the other, and wait together. */
async function deliverInOrder(platform: Platform, notices: Notice[]): Promise<void> {
  const waiting = notices.toSorted((a, b) => (a.schedule_notice_id < b.schedule_notice_id ? -1 : 1));
  for (const [index, notice] of waiting.entries()) {
    if (await deliver(platform, notice)) continue;
    for (const later of waiting.slice(index)) await postpone(platform, later);
    return;
  }
}

async function claimNotices({ db, clock }: Platform): Promise<Notice[]> {
  const now = clock.now();
  const { rows } = await sql<Notice>`
    WITH due AS MATERIALIZED (
      SELECT schedule_notice_id FROM schedule_notices WHERE due_at <= ${now}
      ORDER BY due_at, schedule_notice_id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
    )
    UPDATE schedule_notices SET attempts = attempts + 1, due_at = ${new Date(now.getTime() + leaseMs)}
    WHERE schedule_notice_id IN (SELECT schedule_notice_id FROM due)
    RETURNING *`.execute(db);
  return rows;
}

async function deliver(platform: Platform, notice: Notice): Promise<boolean> {
  const { db, log, mail } = platform;
  try {
    const message = await composeNotice(platform, notice);
    if (message) await mail.send(message);
    await db
      .deleteFrom('schedule_notices')
      .where('schedule_notice_id', '=', notice.schedule_notice_id)
      .execute();
    return true;
  } catch (error) {
    log.warn(
      { error, notice: notice.schedule_notice_id, kind: notice.kind },
      'a notice waits for another try',
    );
    return false;
  }
}

async function postpone({ db, clock }: Platform, notice: Notice): Promise<void> {
  const delayMs = Math.min(retryDelayMs.first * 2 ** (notice.attempts - 1), retryDelayMs.longest);
  await db
    .updateTable('schedule_notices')
    .set({ due_at: new Date(clock.now().getTime() + delayMs) })
    .where('schedule_notice_id', '=', notice.schedule_notice_id)
    .where('attempts', '=', notice.attempts)
    .execute();
}
