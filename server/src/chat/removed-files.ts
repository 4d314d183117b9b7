import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import type { MessageRow } from './message.ts';

/** Short enough to remove a file within ten seconds of its deletion, even if the node that answered stops at once. */
const lookEverySeconds = 4;
/** Grace time for the node that deletes the message to remove the file itself. */
const leftAloneMs = 1000;
const removedAtOnce = 100;
const reportedFolder = 'reported/';

/** Whether a key is a copy that belongs to a single report. */
export const isReportCopy = (key: string): boolean => key.startsWith(reportedFolder);

/** The folder of picture copies in reports about a profile; it is removed with the member. */
export const reportedPictures = (userId: string): string => `${reportedFolder}${userId}/`;

/** Queues the removal of files in a transaction. After the commit, call `processRemoval` for each; the job retries what is left. */
export async function enqueueFileRemovals(tx: Tx, keys: string[], now: Date): Promise<void> {
  if (keys.length === 0) return;
  await tx
    .insertInto('file_removals')
    .values(keys.map((file_key) => ({ file_key, copy_keys: [], created_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Queues a file's removal in the deletion's transaction. A report keeps a copy under another key, so signed addresses stop working. */
export async function enqueueRemoval(
  tx: Tx,
  { from_user_id, to_user_id, audio_key, picture_key }: MessageRow,
  now: Date,
): Promise<string | null> {
  const key = audio_key ?? picture_key;
  if (key === null) return null;
  const column = audio_key === null ? 'picture_key' : 'audio_key';
  const reports = await tx
    .selectFrom('chat_reports')
    .select(['report_id', 'snapshot'])
    .where(
      sql<boolean>`(reporter_user_id, reported_user_id) IN
        ((${from_user_id}::uuid, ${to_user_id}::uuid), (${to_user_id}::uuid, ${from_user_id}::uuid))`,
    )
    .where(sql<boolean>`snapshot @> ${JSON.stringify([{ [column]: key }])}::jsonb`)
    .execute();
  const copies: string[] = [];
  for (const { report_id, snapshot } of reports) {
    const copy = `${reportedFolder}${report_id}/${key.slice(key.lastIndexOf('/') + 1)}`;
    const kept = (snapshot as Record<string, unknown>[]).map((message) =>
      message[column] === key ? { ...message, [column]: copy } : message,
    );
    await tx
      .updateTable('chat_reports')
      .set({ snapshot: JSON.stringify(kept) })
      .where('report_id', '=', report_id)
      .execute();
    copies.push(copy);
  }
  await tx
    .insertInto('file_removals')
    .values({ file_key: key, copy_keys: copies, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return key;
}

/** Removes a queued file. The job retries failures. */
export async function processRemoval(platform: Platform, key: string): Promise<void> {
  const { db, files, log } = platform;
  try {
    const queued = await db
      .selectFrom('file_removals')
      .select('copy_keys')
      .where('file_key', '=', key)
      .executeTakeFirst();
    for (const copy of queued?.copy_keys ?? []) await copyFile(platform, key, copy);
    await files.remove(key);
    await db.deleteFrom('file_removals').where('file_key', '=', key).execute();
  } catch (error) {
    log.warn({ err: error }, 'the file of a deleted message could not be removed yet');
  }
}

/** Copies a file unless the copy exists. Returns its key, null without a file. */
export async function copyFile({ files }: Platform, from: string, to: string): Promise<string | null> {
  if (await files.stat(to)) return to;
  const file = await files.read(from);
  if (!file) return null;
  await files.put(to, await buffer(file.stream), { contentType: file.contentType });
  return to;
}

/** Removes files left over by a stopped node or a storage outage. Idempotent. */
export function chatJobs(platform: Platform): void {
  platform.jobs.every(lookEverySeconds, 'remove-files-of-deleted-messages', async () => {
    const left = await platform.db
      .selectFrom('file_removals')
      .select('file_key')
      .where('created_at', '<=', new Date(platform.clock.now().getTime() - leftAloneMs))
      .orderBy('created_at')
      .limit(removedAtOnce)
      .execute();
    for (const { file_key } of left) await processRemoval(platform, file_key);
  });
}
