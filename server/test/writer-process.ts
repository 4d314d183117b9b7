// Opens the embedded database of the given folder, reports its rows, then adds rows on several connections and reports each
// acknowledged one, until killed.
import { openDatabase } from '#platform/database';
import { createLogger } from '#platform/logger';
import { StartupError } from '#platform/startup-error';

// Exits when the test ends early.
process.once('disconnect', () => process.exit());

const writers = 4;
const [dataDir = ''] = process.argv.slice(2);
const say = (message: object) => process.send?.(message);

try {
  const { pool } = await openDatabase({ dataDir, log: createLogger({ level: 'silent' }) });
  await pool.query('CREATE TABLE IF NOT EXISTS acknowledged (id bigint PRIMARY KEY, filling text NOT NULL)');
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM acknowledged');
  say({ present: rows.map(({ id }) => id) });

  let last = Math.max(0, ...rows.map(({ id }) => id));
  const write = async (): Promise<never> => {
    while (true) {
      const id = ++last;
      await pool.query('INSERT INTO acknowledged VALUES ($1, $2)', [id, 'x'.repeat(id % 2000)]);
      say({ acknowledged: id });
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
} catch (error) {
  process.stderr.write(`${error instanceof StartupError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
