import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@parlance/client/client';
import { ApiError } from '@parlance/contract/errors';
import type pg from 'pg';
import { type ChangeRecord, findUnchanged } from '#history/changed';
import type { SendRecord, View } from '#history/history';

/** Edits and deletions by senders during the faults. */
export interface Changes {
  records: ChangeRecord[];
  refusals: string[];
  /** Edits or deletes an acknowledged message, or leaves it, and retries until the change is acknowledged. */
  change(client: Client, userId: string, record: SendRecord, text: string): Promise<void>;
  /** Addresses of pictures whose deletion was acknowledged. */
  deletedFiles: string[];
  /** Violations of the changes, in the database, on the screens and in the storage. */
  findFaults(pool: pg.Pool, views: View[], storage: Storage): Promise<string[]>;
}

interface Storage {
  /** A node that serves the files. */
  url: string;
  dataDir: string;
}

const retryAfterMs = 100;
const patienceMs = 60_000;
const removedWithinMs = 10_000;

/**
 * Of ten messages one is edited, one deleted, and one edited and then deleted; a deleted one is resent with its idempotency key. Half of the
 * pictures are deleted.
 */
export function createChanges(random: () => number): Changes {
  const records: ChangeRecord[] = [];
  const refusals: string[] = [];
  const deletedFiles: string[] = [];

  async function untilAnswered(act: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> {
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline) {
      try {
        await act(AbortSignal.timeout(8000));
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.statusCode < 500) {
          refusals.push(`refused: ${error.statusCode}/${error.code} ${error.message}`);
          return false;
        }
        await wait(retryAfterMs * (1 + random()));
      }
    }
    return false;
  }

  async function edit({ calls }: Client, chatMessageId: string, content: string): Promise<void> {
    const record: ChangeRecord = { chatMessageId, content, isAcknowledged: false };
    records.push(record);
    record.isAcknowledged = await untilAnswered((signal) =>
      calls.updateMessage({ chatMessageId, content }, { signal }),
    );
  }

  async function remove({ calls }: Client, chatMessageId: string): Promise<boolean> {
    const record: ChangeRecord = { chatMessageId, content: null, isAcknowledged: false };
    records.push(record);
    record.isAcknowledged = await untilAnswered((signal) =>
      calls.deleteMessage({ chatMessageId }, { signal }),
    );
    return record.isAcknowledged;
  }

  return {
    records,
    refusals,
    deletedFiles,
    async change(client, userId, { key, acknowledged }, text) {
      if (!acknowledged) return;
      const { chatMessageId, fileUrl } = acknowledged;
      const chance = random();
      if (chance < 0.2) await edit(client, chatMessageId, `edited ${key}`);
      if (fileUrl ? chance >= 0.5 : chance >= 0.1 && chance < 0.3) {
        const isDeleted = await remove(client, chatMessageId);
        if (isDeleted && fileUrl) deletedFiles.push(fileUrl);
      }
      // An outbox resends like this when the acknowledgement was lost.
      if (!fileUrl && chance >= 0.2 && chance < 0.25)
        await untilAnswered((signal) =>
          client.calls.sendTextMessage({ userId, content: text, clientMessageId: key }, { signal }),
        );
    },
    async findFaults(pool, views, storage) {
      const { rows } = await pool.query<{
        chatMessageId: string;
        content: string | null;
        isDeleted: boolean;
      }>(
        `SELECT chat_message_id AS "chatMessageId", coalesce(content, audio_key, picture_key) AS content,
          deleted_at IS NOT NULL AS "isDeleted" FROM chat_messages`,
      );
      const shown = views.flatMap(({ messages }) => messages);
      return [
        ...findUnchanged(records, [...rows, ...shown]),
        ...(await findLeft(pool, deletedFiles, storage)),
      ];
    },
  };
}

/** Deleted pictures must be gone from disk and address after ten seconds, even if the node that was removing them died. */
async function findLeft(pool: pg.Pool, deleted: string[], { url, dataDir }: Storage): Promise<string[]> {
  const deadline = Date.now() + removedWithinMs;
  for (;;) {
    const { rows } = await pool.query<{ file_key: string }>('SELECT file_key FROM file_removals');
    const onDisk = new Set((await readdir(dataDir, { recursive: true })).map((path) => basename(path)));
    const left = rows.map(({ file_key }) => `left: ${file_key} is still to be removed`);
    for (const address of deleted) {
      const { pathname } = new URL(address, url);
      if (onDisk.has(basename(pathname))) left.push(`left: ${pathname} is still on the disk`);
      const { status } = await fetch(new URL(address, url));
      if (status !== 404) left.push(`left: ${pathname} answers ${status}`);
    }
    if (left.length === 0 || Date.now() > deadline) return left;
    await wait(retryAfterMs);
  }
}
