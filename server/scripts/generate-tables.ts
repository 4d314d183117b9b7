// Writes src/domain/tables.generated.ts from the migrations. With --check it writes nothing and fails when the file is stale.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate, PostgresDialect } from 'kysely-codegen';
import { openDatabase } from '#platform/database';
import { createLogger } from '#platform/logger';
import { migrate } from '#platform/migrate';

const file = join(import.meta.dirname, '../src/domain/tables.generated.ts');
const log = createLogger({ level: 'warn' });

const fresh = await describeTables();
if (!process.argv.includes('--check')) {
  writeFileSync(file, fresh);
} else if (readFileSync(file, 'utf8') !== fresh) {
  log.error('server/src/domain/tables.generated.ts does not fit the migrations: run npm run generate');
  process.exitCode = 1;
}

/** Returns the table types after all migrations on an empty database. */
async function describeTables(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-tables-'));
  try {
    const database = await openDatabase({ dataDir, log, isHasty: true });
    await migrate(database.pool, { log });
    const text = await generate({
      db: database.db,
      outFile: null,
      dialect: new PostgresDialect({ dateParser: 'string' }),
      // Matches the parsers of platform/database.ts.
      typeMapping: { int8: 'number' },
    });
    await database.close();
    return text.replace('export interface DB {', 'export interface Tables {');
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
