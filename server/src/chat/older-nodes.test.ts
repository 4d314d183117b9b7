import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startCommunity } from '#test/personas';

/** Sends a first message as a node of 1.0.0 does, where the given attempts to start the conversation conflict with another node. */
async function sendFirst(conflicts: number) {
  const { platform, signUp } = await startCommunity();
  const [aiko, ben] = [await signUp('aiko@example.org'), await signUp('ben@example.org')];
  const client = await platform.pool.connect();
  await client.query('BEGIN');
  // A rollback does not undo nextval, so the sequence counts the attempts.
  await client.query(`
    CREATE SEQUENCE attempts;
    CREATE FUNCTION fail_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('attempts') <= ${conflicts} THEN
        RAISE EXCEPTION 'conflict' USING ERRCODE = 'serialization_failure';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER fail_attempt BEFORE INSERT ON conversations FOR EACH ROW EXECUTE FUNCTION fail_attempt();
    SAVEPOINT prepared`);
  const outcome = await client
    .query(
      `SELECT outcome, sequence FROM send_chat_messages(
         ARRAY[$1]::uuid[], ARRAY[$2]::uuid[], ARRAY[$3]::uuid[], ARRAY['text'], ARRAY['hi'], ARRAY[null], ARRAY[null]::integer[],
         ARRAY[null]::bytea[], ARRAY[null]::uuid[], ARRAY['hi']::bytea[], $4::timestamptz, null, null)`,
      [randomUUID(), aiko.userId, ben.userId, platform.clock.now()],
    )
    .then(
      ({ rows }) => rows,
      (error: unknown) => (error as { code?: string }).code,
    );
  if (typeof outcome === 'string') await client.query('ROLLBACK TO prepared');
  // By the view, because all statements of tests are planned on a database without this sequence.
  const { rows } = await client.query(
    `SELECT last_value::integer AS attempts FROM pg_sequences WHERE sequencename = 'attempts'`,
  );
  await client.query('ROLLBACK');
  client.release();
  return { outcome, attempts: rows[0].attempts };
}

// Nodes of 1.0.0 do not repeat a message that ends with a serialisation failure.
test('a message of a node of 1.0.0 is tried up to four times where another node starts the conversation', async () => {
  expect(await sendFirst(3)).toEqual({ outcome: [{ outcome: 'sent', sequence: 1 }], attempts: 4 });
  expect(await sendFirst(4)).toEqual({ outcome: '40001', attempts: 4 });
});
