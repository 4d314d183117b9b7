import pg from 'pg';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  // Rows per loop, if the plan was executed.
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

export interface Statement {
  text: string;
  nodes: PlanNode[];
}

const explained = /^\s*(select|with|insert|update|delete)\b/i;

/**
 * Runs `work` and returns every statement with its plan, explained on the same connection right after it: same transaction, settings
 * and parameters, and the cached plan of a prepared one. With `isRepeated`, for reads, the plan is executed again to count rows.
 */
export async function explainStatements(
  work: () => Promise<unknown>,
  { isRepeated = false } = {},
): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { query } = pg.Client.prototype;
  const run = query as (this: pg.Client, ...args: unknown[]) => Promise<pg.QueryResult>;
  const explaining = async function (this: pg.Client, ...args: unknown[]) {
    const sent = asSent(args);
    if (!sent || !explained.test(sent.text)) return run.apply(this, args);
    const result = await run.apply(this, args);
    const explain = (what: string, values?: unknown[]) =>
      run.call(this, `EXPLAIN (${isRepeated ? 'ANALYZE, TIMING OFF, ' : ''}FORMAT JSON) ${what}`, values);
    const { rows } = await (sent.name === undefined
      ? explain(sent.text, sent.values)
      : explainKept(explain, (text) => run.call(this, text), sent));
    statements.push({ text: sent.text, nodes: nodesOf(rows[0]['QUERY PLAN'][0].Plan) });
    return result;
  };
  pg.Client.prototype.query = explaining as never;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return statements;
}

interface Sent {
  text: string;
  values: unknown[];
  name?: string;
}

/** Returns the statement of a query() call; null for unused signatures. */
function asSent([first, values, ...rest]: unknown[]): Sent | null {
  if (rest.length > 0 || typeof values === 'function') return null;
  if (typeof first === 'string') return { text: first, values: (values as unknown[]) ?? [] };
  const { text, name, values: own = [] } = first as Partial<Sent>;
  return typeof text === 'string' ? { text, values: own, ...(name === undefined ? {} : { name }) } : null;
}

/** Prepares the statement again, because the embedded database renames prepared statements. */
async function explainKept(
  explain: (what: string) => Promise<pg.QueryResult>,
  run: (text: string) => Promise<unknown>,
  { text, values }: Sent,
): Promise<pg.QueryResult> {
  await run(`PREPARE explained AS ${text}`);
  const result = await explain(`EXECUTE explained${literals(values)}`);
  await run('DEALLOCATE explained');
  return result;
}

const literals = (values: unknown[]): string =>
  values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (!Array.isArray(value)) return pg.escapeLiteral(String(value));
  const text = (item: unknown) => (item instanceof Date ? item.toISOString() : String(item));
  const items = value.map((item) => `"${text(item).replaceAll(/["\\]/g, String.raw`\$&`)}"`);
  return pg.escapeLiteral(`{${items.join(',')}}`);
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Counts the rows processed by all plan nodes, including filtered ones. */
export const rowsMet = ({ nodes }: Statement): number =>
  nodes.reduce((sum, node) => {
    const { 'Actual Rows': rows = 0, 'Actual Loops': loops = 0 } = node;
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
    return sum + (rows + removed) * loops;
  }, 0);

/** Whether a sort of the statement has rows of the table below it. */
export const isSorted = ({ nodes }: Statement, table: string): boolean =>
  nodes
    .filter((node) => node['Node Type'].includes('Sort'))
    .some((sort) => nodesOf(sort).some((node) => node['Relation Name'] === table));

/** Returns the statements with a sequential scan of one of these tables. */
export const scansOf = (statements: Statement[], largeTables: string[]): string[] =>
  statements
    .filter(({ nodes }) =>
      nodes.some(
        (node) => node['Node Type'].includes('Seq Scan') && largeTables.includes(node['Relation Name'] ?? ''),
      ),
    )
    .map(({ text }) => text);
