// Has the embedded database plan every statement of a list, one JSON string a line: what it does not understand fails.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#platform/database';
import { createLogger } from '#platform/logger';
import { migrate } from '#platform/migrate';

// The others of a session (BEGIN, SET, LOCK) have no plan, and several in one text are the tests' own.
const planned = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|VALUES|MERGE)\b/i;
const fewest = 200;

const [path = ''] = process.argv.slice(2);
const log = createLogger({ level: 'warn' });
const lines = new Set(readFileSync(path, 'utf8').trim().split('\n'));
const statements = [...lines].map((line) => JSON.parse(line) as string).filter((text) => planned.test(text));
const dataDir = mkdtempSync(join(tmpdir(), 'parlance-statements-'));
try {
  const { pool, close } = await openDatabase({ dataDir, log, isHasty: true });
  await migrate(pool, { log });
  // A list that came out too short shows nothing.
  let hasFailed = statements.length < fewest;
  for (const statement of statements) {
    try {
      await pool.query(`EXPLAIN (GENERIC_PLAN) ${statement}`);
    } catch (error) {
      hasFailed = true;
      log.error({ statement }, String(error));
    }
  }
  await close();
  log.warn(`${statements.length} statements were planned`);
  process.exitCode = hasFailed ? 1 : 0;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
