import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { transaction } from '#platform/database';

/** A step that waits longer for its lock gives up, since all messages queue behind it, and is tried again after a pause. */
const lockTimeoutMs = 300;
const pauseMs = 1000;
const lockNotAvailable = '55P03';

export interface Step {
  what: string;
  run(pool: pg.Pool): Promise<void>;
}

/**
 * Makes chat_messages a table of partitions while messages are sent. The existing table becomes the first partition, up to `end`; its
 * rows are read once, in the second step, which blocks no writes. Each step is a transaction of its own.
 */
export const partitionSteps = (end: Date): Step[] => [
  {
    what: 'constraint added',
    run: (pool) =>
      // The rows are checked in the next step: here the lock is exclusive.
      underLock(
        pool,
        `ALTER TABLE chat_messages DROP CONSTRAINT IF EXISTS chat_messages_end,
           ADD CONSTRAINT chat_messages_end CHECK (chat_message_id < '${firstIdAt(end)}') NOT VALID`,
      ),
  },
  {
    what: 'rows checked',
    // Constraints of the parent have to be valid in a partition. One statement reads the table once for both.
    run: async (pool) =>
      void (await pool.query(`ALTER TABLE chat_messages VALIDATE CONSTRAINT chat_messages_end,
        VALIDATE CONSTRAINT chat_messages_parts_check`)),
  },
  { what: 'tables exchanged', run: (pool) => underLock(pool, exchange(end)) },
];

/** Adds a partition for each of `count` months from `start`. Attaching locks the parent against other changes of the schema only. */
export async function addMonths(pool: pg.Pool, start: Date, count: number): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) {
    const [from, to] = [nth, nth + 1].map((months) =>
      firstIdAt(new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months))),
    );
    const name = `chat_messages_month_${nth}`;
    await underLock(
      pool,
      `${createPartition(name)}
       ALTER TABLE chat_messages ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`,
    );
  }
}

/** The smallest UUID v7 of a time. */
function firstIdAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

async function underLock(pool: pg.Pool, statements: string): Promise<void> {
  for (;;) {
    try {
      return await transaction(pool, async (client) => {
        await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
        await client.query(statements);
      });
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error;
      await wait(pauseMs);
    }
  }
}

// The two unique indexes cannot be those of the parent, since they do not contain its key: each partition has its own.
const createPartition = (name: string) => `
  CREATE TABLE ${name} (LIKE chat_messages INCLUDING DEFAULTS INCLUDING CONSTRAINTS) WITH (fillfactor = 80);
  ALTER TABLE ${name} ADD UNIQUE (conversation_id, sequence);
  CREATE UNIQUE INDEX ${name}_by_client_key ON ${name} (from_user_id, client_message_id) WHERE client_message_id IS NOT NULL;`;

/** Attaching finds an index of the same kind for each of the parent and builds none; the constraint makes a scan unnecessary. */
const exchange = (end: Date) => `
  LOCK TABLE chat_messages IN ACCESS EXCLUSIVE MODE;
  ALTER TABLE chat_messages RENAME TO chat_messages_first;
  ALTER INDEX chat_messages_pkey RENAME TO chat_messages_first_pkey;
  ALTER INDEX chat_messages_by_time RENAME TO chat_messages_first_by_time;
  ALTER INDEX chat_messages_by_corrected RENAME TO chat_messages_first_by_corrected;
  CREATE TABLE chat_messages (LIKE chat_messages_first INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
    PARTITION BY RANGE (chat_message_id);
  ALTER TABLE chat_messages DROP CONSTRAINT chat_messages_end;
  ALTER TABLE chat_messages ADD PRIMARY KEY (chat_message_id);
  CREATE INDEX chat_messages_by_time ON chat_messages USING brin (created_at)
    WITH (pages_per_range = 16, autosummarize = on);
  CREATE INDEX chat_messages_by_corrected ON chat_messages (corrects_message_id) WHERE corrects_message_id IS NOT NULL;
  ALTER TABLE chat_messages ATTACH PARTITION chat_messages_first FOR VALUES FROM (MINVALUE) TO ('${firstIdAt(end)}');
  ALTER TABLE chat_messages_first DROP CONSTRAINT chat_messages_end;
  ${createPartition('chat_messages_default')}
  ALTER TABLE chat_messages ATTACH PARTITION chat_messages_default DEFAULT;`;
