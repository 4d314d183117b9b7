import type pg from 'pg';

/** Patches a function of the migrated database. A missing text is an error: the sabotage would have no effect. */
export async function patchFunction(pool: pg.Pool, name: string, from: string, to: string): Promise<void> {
  const { rows } = await pool.query<{ source: string }>(
    'SELECT pg_get_functiondef(oid) AS source FROM pg_proc WHERE proname = $1',
    [name],
  );
  const source = rows[0]?.source ?? '';
  if (!source.includes(from)) throw new Error(`${name} does not hold "${from}" any more: mend the sabotage`);
  await pool.query(source.replace(from, to));
}

/** Makes a retry a new message. */
export async function removeIdempotencyKey(pool: pg.Pool): Promise<void> {
  await patchFunction(pool, 'message_of_key', 'm.client_message_id = key', 'false');
  await pool.query('DROP INDEX chat_messages_by_client_key');
}

/** Lets two nodes number messages of one conversation concurrently. */
export async function removeOrderLock(pool: pg.Pool): Promise<void> {
  await patchFunction(pool, 'send_messages', 'FOR UPDATE', '');
  // send_message takes the number with one UPDATE, which always locks: every message goes through send_messages instead.
  await patchFunction(pool, 'send_message', 'AND c.answered_at IS NOT NULL', 'AND false');
  await pool.query('ALTER TABLE chat_messages DROP CONSTRAINT chat_messages_conversation_id_sequence_key');
}

/** Makes a block and a message of the same pair take different locks. */
export async function removePairLock(pool: pg.Pool): Promise<void> {
  await pool.query(`CREATE OR REPLACE FUNCTION pair_lock_key(one uuid, other uuid) RETURNS bigint
    LANGUAGE sql VOLATILE RETURN (random() * 1e15)::bigint`);
}

/** Acknowledges every fifth deletion without storing it. */
export async function loseDeletions(pool: pg.Pool): Promise<void> {
  await pool.query(`CREATE FUNCTION lose_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RETURN CASE WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL AND random() < 0.2 THEN NULL ELSE NEW END;
    END $$`);
  await pool.query(`CREATE TRIGGER lose_deletion BEFORE UPDATE ON chat_messages
    FOR EACH ROW EXECUTE FUNCTION lose_deletion()`);
}
