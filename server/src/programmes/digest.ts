import { sql } from 'kysely';
import { localDay, momentAt } from '#platform/local-time';
import { type NewMail, queueMails } from '#platform/mail-queue';
import type { Platform } from '#platform/platform';
import type { ProgrammeRow } from './roles.ts';

/** What happened since the last digest; numbers only, because a mail leaves the server. */
export interface DigestNews {
  joined: number;
  asked: number;
  ended: number;
}

/** Seven in the morning of the office. */
const minutesOfDay = 7 * 60;
const dayMs = 24 * 3_600_000;

/** Tells the coordinators once a day what is new, and nothing on a day without news. */
export async function tellCoordinators(platform: Platform, programme: ProgrammeRow): Promise<void> {
  const { programme_id, time_zone, digest_at } = programme;
  const now = platform.clock.now();
  const due = momentAt(localDay(now, time_zone), minutesOfDay, time_zone);
  if (now < due || (digest_at !== null && digest_at >= due)) return;
  const since = digest_at ?? new Date(due.getTime() - dayMs);
  await platform.db.transaction().execute(async (tx) => {
    // The guarded UPDATE decides between nodes.
    const told = await tx
      .updateTable('programmes')
      .set({ digest_at: now })
      .where('programme_id', '=', programme_id)
      .where('digest_at', 'is not distinct from', digest_at)
      .returning('programme_id')
      .executeTakeFirst();
    if (!told) return;
    // Half-open: what happens in the same millisecond is counted tomorrow.
    const isNew = (column: string) => sql`${sql.ref(column)} >= ${since} AND ${sql.ref(column)} < ${now}`;
    const { rows } = await sql<DigestNews>`
      SELECT
        (SELECT count(*)::int FROM programme_places WHERE programme_id = ${programme_id} AND ${isNew('joined_at')}) AS joined,
        (SELECT count(*)::int FROM programme_help WHERE programme_id = ${programme_id} AND ${isNew('asked_at')}) AS asked,
        (SELECT count(*)::int FROM programme_pairs WHERE programme_id = ${programme_id} AND ${isNew('ended_at')}) AS ended`.execute(
      tx,
    );
    const [news] = rows;
    if (!news || news.joined + news.asked + news.ended === 0) return;
    const coordinators = await tx
      .selectFrom('programme_coordinators')
      .select('user_id')
      .where('programme_id', '=', programme_id)
      .execute();
    const mails = coordinators.map(
      ({ user_id }): NewMail => ({
        kind: 'programme-digest',
        userId: user_id,
        subjectId: programme_id,
        about: news,
      }),
    );
    await queueMails(tx, platform.clock, mails);
  });
}
