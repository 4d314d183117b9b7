import { setTimeout as wait } from 'node:timers/promises';
import type { MessageStatus } from '@parlance/contract/chat';
import type { Platform } from '#platform/platform';

/** Records that messages reached a device of the recipient. */
export interface ReceiptQueue {
  confirm(chatMessageId: string): void;
}

interface Delivered {
  chat_message_id: string;
  from_user_id: string;
  to_user_id: string;
  [column: string]: unknown;
}

// The commit does not wait for the disk: a mark lost in a crash is set again on the recipient's next read. The setting's condition is
// always true; it makes Postgres apply the setting before the update.
const markDelivered = `UPDATE chat_messages SET delivered_at = $2, updated_at = $2
  FROM (SELECT set_config('synchronous_commit', 'off', true) AS value) AS commit_setting
  WHERE chat_message_id = ANY($1::uuid[]) AND delivered_at IS NULL AND commit_setting.value = 'off'
  RETURNING chat_message_id, from_user_id, to_user_id`;
// The maximum of ids per status packet; a recipient who returns after months causes several.
const idsInOneStatus = 500;
const batchMs = 25;

/** Batches receipts for a short time: one statement for many. */
export function createReceiptQueue(platform: Platform): ReceiptQueue {
  let waiting: string[] = [];
  let isWriting = false;

  async function write(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      await wait(batchMs);
      const ids = waiting;
      waiting = [];
      try {
        const deliveredAt = platform.clock.now();
        // Not prepared: a plan cached while the table was small would scan all messages.
        const { rows } = await platform.pool.query<Delivered>(markDelivered, [ids, deliveredAt]);
        tellSenders(platform, rows, { deliveredAt, readAt: null });
      } catch (error) {
        // The recipient's next read of the conversation sets the mark again.
        platform.log.warn({ error }, 'a delivery could not be noted');
      }
    }
    isWriting = false;
  }

  return {
    confirm(chatMessageId) {
      waiting.push(chatMessageId);
      if (!isWriting) void write();
    },
  };
}

/** Notifies each sender of the new status of their messages. */
export function tellSenders(
  platform: Platform,
  rows: { chat_message_id: string; from_user_id: string; to_user_id: string }[],
  times: Pick<MessageStatus, 'deliveredAt' | 'readAt'>,
): void {
  const pairs = Map.groupBy(rows, (row) => `${row.from_user_id} ${row.to_user_id}`);
  for (const group of pairs.values()) {
    const [first] = group;
    if (!first) continue;
    const ids = group.map((row) => row.chat_message_id);
    for (let start = 0; start < ids.length; start += idsInOneStatus) {
      const status = {
        userId: first.to_user_id,
        chatMessageIds: ids.slice(start, start + idsInOneStatus),
        ...times,
      };
      platform.realtime.toUser(first.from_user_id, 'chat:message-status', status);
    }
  }
}
