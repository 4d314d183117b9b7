import { appendFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, expect } from 'vitest';

// Records every statement of the slices' tests, one JSON string a line, for scripts/statements-on-pglite.ts. Tests of the platform
// and of plans have their own tables and run on both databases.
const file = process.env.STATEMENTS_FILE;
const hasOwnTables = /\/platform\/|plans\.test/;
const written = new Set<string>();
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;

if (file) {
  let fresh: string[] = [];
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [string | { text?: string } | undefined];
    const text = typeof asked === 'string' ? asked : asked?.text;
    if (text && !written.has(text) && !hasOwnTables.test(expect.getState().testPath ?? '')) {
      written.add(text);
      fresh.push(`${JSON.stringify(text)}\n`);
    }
    return query.apply(this, args);
  } as typeof pg.Client.prototype.query;

  afterAll(() => {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
    appendFileSync(file, fresh.join(''));
    fresh = [];
  });
}
