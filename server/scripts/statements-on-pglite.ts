// Plans every statement of a list, one JSON string a line, on the embedded database and fails on unsupported ones.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#platform/database';
import { createLogger } from '#platform/logger';
import { migrate } from '#platform/migrate';

// Session statements (BEGIN, SET, LOCK) have no plan, and multi-statement texts come from tests.
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
  // A list that is too short proves nothing.
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
