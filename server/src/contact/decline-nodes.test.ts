import { expect, test } from 'vitest';
import { codeOf } from '#test/moderation';
import { startCommunity } from '#test/personas';

test('a decline that meets a transaction with another order of locks is tried again', async () => {
  const app = await startCommunity();
  const sender = await app.signUp('sender@example.org');
  const recipient = await app.signUp('recipient@example.org');
  await sender.calls.sendTextMessage({ userId: recipient.userId, content: 'Write to me@example.org' });
  const other = await app.platform.pool.connect();
  try {
    await other.query('BEGIN');
    // The other transaction must not be the one that the database ends.
    await other.query(`SET LOCAL deadlock_timeout = '1min'`);
    await other.query('SELECT FROM contact_standing WHERE user_id = $1 FOR UPDATE', [sender.userId]);
    const declined = recipient.calls.declineRequest({ userId: sender.userId });
    const waits = `SELECT count(*)::integer AS count FROM pg_locks WHERE NOT granted`;
    await expect.poll(async () => (await app.platform.pool.query(waits)).rows[0].count).toBe(1);
    // Waits for the seat until the decline is rolled back.
    await other.query('UPDATE conversation_members SET unread_count = unread_count WHERE user_id = $1', [
      recipient.userId,
    ]);
    await other.query('COMMIT');
    await declined;
  } finally {
    other.release(true);
  }
  expect((await recipient.calls.listRequests({})).count).toBe(0);
});

test('a decline that meets the promotion of the request finds no request any more', async () => {
  const app = await startCommunity();
  const sender = await app.signUp('sender@example.org');
  const recipient = await app.signUp('recipient@example.org');
  await sender.calls.sendTextMessage({ userId: recipient.userId, content: 'Write to me@example.org' });
  const job = await app.platform.pool.connect();
  try {
    await job.query('BEGIN');
    await job.query('UPDATE conversation_members SET is_request = false WHERE user_id = $1', [
      recipient.userId,
    ]);
    const declined = codeOf(recipient.calls.declineRequest({ userId: sender.userId }));
    const waits = `SELECT count(*)::integer AS count FROM pg_locks WHERE NOT granted`;
    await expect.poll(async () => (await app.platform.pool.query(waits)).rows[0].count).toBe(1);
    await job.query('COMMIT');
    expect(await declined).toBe(4001);
  } finally {
    job.release(true);
  }
  const { rows } = await app.platform.pool.query(
    'SELECT FROM conversation_members WHERE declined_at IS NOT NULL',
  );
  expect(rows).toEqual([]);
});
