// Starts the application on the given data folder, writes in many ways, and adds a note to the disk log for everything acknowledged.
// Exits by itself; the parent chooses the power cut afterwards.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createCalls } from '@parlance/client/http';
import { startSession } from '#access/sessions';
import { startApp } from '#app';
import { readConfig } from '#config';
import { createLogger } from '#platform/logger';
import { note } from './disk-log.preload.ts';
import { createWhim } from './settled-file.ts';

// Exits when the test ends early.
process.once('disconnect', () => process.exit());

const [dataDir = '', seed = '0', steps = '0', ending = ''] = process.argv.slice(2);
const whim = createWhim(Number(seed));
const writers = 4;
const rowMaxBytes = 5000;
const checksum = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('base64url');

const app = await startApp(
  readConfig({ DATA_DIR: dataDir, PORT: '0', DEMO_DATA: 'off', RATE_LIMITS: 'off' }),
  { log: createLogger({ level: 'silent' }), manualJobs: true, print: () => {} },
);
const { pool, db, files, clock, secret } = app.platform;
await pool.query(`CREATE TABLE IF NOT EXISTS acknowledged
  (id bigint PRIMARY KEY, version integer NOT NULL, filling text NOT NULL, sought text UNIQUE)`);
note({ secret: checksum(secret), isReady: true });

let last = Number((await pool.query('SELECT coalesce(max(id), 0) AS last FROM acknowledged')).rows[0].last);
const conversation = await openConversation();
const tasks: [share: number, task: () => Promise<void>][] = [
  [60, addRow],
  [20, changeRow],
  [6, say],
  [3, saveFile],
  [2, speak],
  [2, addTable],
  [2, async () => void (await pool.query('CHECKPOINT'))],
  [1, async () => void (await pool.query('SELECT pg_switch_wal()'))],
  [3, async () => void (await pool.query('VACUUM (ANALYZE) acknowledged'))],
  [1, async () => void (await pool.query('REINDEX TABLE acknowledged'))],
];
let left = Number(steps);
await Promise.all(Array.from({ length: writers }, write));
if (ending === 'close' || whim.chance(0.3)) await app.close();
process.exit(0);

async function write(): Promise<void> {
  while (left-- > 0) await pick()();
}

function pick(): () => Promise<void> {
  let ticket = whim.below(100);
  for (const [share, task] of tasks) {
    if (ticket < share) return task;
    ticket -= share;
  }
  return addRow;
}

async function addRow(): Promise<void> {
  const id = ++last;
  const filling = randomBytes(whim.below(rowMaxBytes)).toString('base64');
  await pool.query('INSERT INTO acknowledged VALUES ($1, 1, $2, $3)', [id, filling, checksum(filling)]);
  note({ row: { id, version: 1 } });
}

async function changeRow(): Promise<void> {
  const { rows } = await pool.query<{ id: number; version: number }>(
    'UPDATE acknowledged SET version = version + 1, sought = $2 WHERE id = $1 RETURNING id, version',
    [1 + whim.below(Math.max(1, last)), randomUUID()],
  );
  const [row] = rows;
  if (row) note({ row });
}

async function addTable(): Promise<void> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  await pool.query(`CREATE TABLE ${name} AS SELECT generate_series(1, 500) AS value`);
  await pool.query(`CREATE INDEX ON ${name} (value)`);
  note({ table: name });
}

async function saveFile(): Promise<void> {
  const key = `${['voice', 'images', 'deep/er'][whim.below(3)]}/${randomUUID()}.webp`;
  const bytes = randomBytes(whim.below(50_000));
  await files.put(key, bytes, { contentType: 'image/webp' });
  note({ file: { key, checksum: checksum(bytes) } });
}

async function say(): Promise<void> {
  const { chatMessageId } = await conversation.calls.sendTextMessage({
    userId: conversation.userId,
    content: randomUUID(),
  });
  note({ message: chatMessageId });
}

async function speak(): Promise<void> {
  const { chatMessageId } = await conversation.calls.sendVoiceMessage({
    userId: conversation.userId,
    audio: new Blob([readFileSync(join(import.meta.dirname, '../fixtures/voice.webm'))]),
  });
  note({ message: chatMessageId });
  const { rows } = await pool.query<{ audio_key: string }>(
    'SELECT audio_key FROM chat_messages WHERE chat_message_id = $1',
    [chatMessageId],
  );
  const key = rows[0]?.audio_key ?? '';
  const stored = await files.read(key);
  if (stored) note({ file: { key, checksum: checksum(await buffer(stored.stream)) } });
}

async function openConversation() {
  const now = clock.now();
  const [userId, other] = [randomUUID(), randomUUID()];
  const rows = [userId, other].map((user_id) => ({
    user_id,
    name: 'Somebody',
    created_at: now,
    updated_at: now,
  }));
  const { accessToken } = await db.transaction().execute(async (tx) => {
    await tx.insertInto('users').values(rows).execute();
    return await startSession(app.platform, tx, { userId, userAgent: 'power' });
  });
  return { userId: other, calls: createCalls({ baseUrl: app.url, getAccessToken: () => accessToken }) };
}
