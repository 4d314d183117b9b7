import pg from 'pg';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

/** A statement that ran and how the database carried it out. */
export interface Statement {
  text: string;
  nodes: PlanNode[];
}

const explained = /^\s*(select|with|insert|update|delete)\b/i;

/**
 * Runs `work` and answers every statement it sent through kysely with its plan, asked for on the same connection right
 * behind it: same transaction, same settings, same parameters.
 */
export async function explainStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { query } = pg.Client.prototype;
  const run = query as (
    this: pg.Client,
    text: unknown,
    values?: unknown,
    ...rest: unknown[]
  ) => Promise<pg.QueryResult>;
  const explaining = async function (this: pg.Client, text: string, values?: unknown[], ...rest: unknown[]) {
    const isExplained = typeof text === 'string' && rest.length === 0 && explained.test(text);
    if (!isExplained) return run.call(this, text, values, ...rest);
    const result = await run.call(this, text, values);
    const { rows } = await run.call(this, `EXPLAIN (FORMAT JSON) ${text}`, values);
    statements.push({ text, nodes: nodesOf(rows[0]['QUERY PLAN'][0].Plan) });
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

/** Runs `work` and, once behind the first statement with these words, `act`: what others commit just then. */
export async function actBehind(
  words: string,
  act: () => Promise<void>,
  work: () => Promise<unknown>,
): Promise<void> {
  const { query } = pg.Client.prototype;
  const run = query as (this: pg.Client, ...args: unknown[]) => Promise<pg.QueryResult>;
  let isWaiting = true;
  const acting = async function (this: pg.Client, ...args: unknown[]) {
    const [text] = args;
    if (!isWaiting || typeof text !== 'string' || !text.includes(words)) return run.apply(this, args);
    isWaiting = false;
    const result = await run.apply(this, args);
    await act();
    return result;
  };
  pg.Client.prototype.query = acting as never;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  if (isWaiting) throw new Error(`no statement with ${words} was sent`);
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The statements that read one of these tables from end to end. */
export const scansOf = (statements: Statement[], largeTables: string[]): string[] =>
  statements
    .filter(({ nodes }) =>
      nodes.some(
        (node) => node['Node Type'].includes('Seq Scan') && largeTables.includes(node['Relation Name'] ?? ''),
      ),
    )
    .map(({ text }) => text);
