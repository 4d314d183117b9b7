// Commits rows in sequence and adds a note to the disk log for each acknowledged one.
import { openDatabase } from '#platform/database';
import { createLogger } from '#platform/logger';
import { note } from './disk-log.preload.ts';

const [dataDir = '', rows = '0'] = process.argv.slice(2);
const { pool, close } = await openDatabase({ dataDir, log: createLogger({ level: 'silent' }) });
await pool.query('CREATE TABLE rows (id integer PRIMARY KEY)');
await pool.query('CREATE UNLOGGED TABLE counts (id integer PRIMARY KEY)');
note({ isReady: true });
for (let id = 1; id <= Number(rows); id++) {
  await pool.query('INSERT INTO rows VALUES ($1)', [id]);
  note({ row: { id, version: 1 } });
}
await close();
process.exit(0);
