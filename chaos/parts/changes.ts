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
  /** Violations of the changes, in the database and on the screens. */
  findFaults(pool: pg.Pool, views: View[]): Promise<string[]>;
}

const retryAfterMs = 100;
const patienceMs = 60_000;
const removedWithinMs = 10_000;

/** Of ten messages one is edited, one deleted, and one edited and then deleted; a deleted one is resent with its idempotency key. */
export function createChanges(random: () => number): Changes {
  const records: ChangeRecord[] = [];
  const refusals: string[] = [];

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

  async function remove({ calls }: Client, chatMessageId: string): Promise<void> {
    const record: ChangeRecord = { chatMessageId, content: null, isAcknowledged: false };
    records.push(record);
    record.isAcknowledged = await untilAnswered((signal) =>
      calls.deleteMessage({ chatMessageId }, { signal }),
    );
  }

  return {
    records,
    refusals,
    async change(client, userId, { key, acknowledged }, text) {
      if (!acknowledged) return;
      const { chatMessageId } = acknowledged;
      const chance = random();
      if (chance < 0.2) await edit(client, chatMessageId, `edited ${key}`);
      if (chance >= 0.1 && chance < 0.3) await remove(client, chatMessageId);
      // An outbox resends like this when the acknowledgement was lost.
      if (chance >= 0.2 && chance < 0.25)
        await untilAnswered((signal) =>
          client.calls.sendTextMessage({ userId, content: text, clientMessageId: key }, { signal }),
        );
    },
    async findFaults(pool, views) {
      const { rows } = await pool.query<{
        chatMessageId: string;
        content: string | null;
        isDeleted: boolean;
      }>(
        `SELECT chat_message_id AS "chatMessageId", coalesce(content, audio_key, picture_key) AS content,
          deleted_at IS NOT NULL AS "isDeleted" FROM chat_messages`,
      );
      const shown = views.flatMap(({ messages }) => messages);
      return [...findUnchanged(records, [...rows, ...shown]), ...(await findLeft(pool))];
    },
  };
}

/** Files of deleted pictures must be gone after ten seconds, even if the node that was removing them died. */
async function findLeft(pool: pg.Pool): Promise<string[]> {
  const deadline = Date.now() + removedWithinMs;
  for (;;) {
    const { rows } = await pool.query<{ file_key: string }>('SELECT file_key FROM file_removals');
    if (rows.length === 0) return [];
    if (Date.now() > deadline) return rows.map(({ file_key }) => `left: ${file_key} is still to be removed`);
    await wait(retryAfterMs);
  }
}
