import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorTable } from '@parlance/contract/error-table';

/** The callers, in the order of the table's columns. */
export const situations = [
  'signed out',
  'self',
  'other',
  'party',
  'blocked me',
  'I blocked',
  'not onboarded',
  'admin',
  'restricted',
  'held',
  'banned',
  'deleted',
  'expired',
  'forged',
  'ended',
] as const;
export type Situation = (typeof situations)[number];

/** One row of the table: a call, its input and the expected response for each caller. */
export interface Row {
  call: string;
  /** As written; `$name` is a placeholder. */
  input: Record<string, unknown>;
  expected: Map<Situation, string>;
}

const file = join(import.meta.dirname, '../../../docs/access-matrix.md');
const firstCells = ['call', 'with'];

/** Parses the table of docs/access-matrix.md. */
export function readTable(): Row[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'));
  const [head = [], _rule, ...body] = lines.map(cellsOf);
  if (head.join() !== [...firstCells, ...situations].join())
    throw new Error('the columns are not the known ones');
  return body.map(([call = '', input = '', ...answers]) => {
    if (answers.length !== situations.length) throw new Error(`${call}: a cell is missing`);
    return {
      call: plain(call),
      input: input === '' ? {} : JSON.parse(plain(input)),
      expected: new Map(situations.map((situation, place) => [situation, known(answers[place] ?? '')])),
    };
  });
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const plain = (cell: string): string => cell.replaceAll('`', '');

const refusals = new Set(Object.values(errorTable).map(({ statusCode, code }) => `${statusCode}/${code}`));

/** Validates a cell: a misspelt expectation would otherwise be reported as fifteen wrong responses. */
function known(cell: string): string {
  if (cell === '200' || refusals.has(cell)) return cell;
  throw new Error(`"${cell}" is neither 200 nor a row of the error table`);
}

/** Proposes a row with the usual responses of a signed-in call, for review. */
export function proposeLine(call: string): string {
  const usual: Partial<Record<Situation, string>> = {
    'signed out': '401/2002',
    banned: '403/3001',
    deleted: '401/2004',
    expired: '401/2001',
    forged: '401/2000',
    ended: '401/2004',
  };
  const cells = situations.map((situation) => usual[situation] ?? '200');
  return `| \`${call}\` | | ${cells.join(' | ')} |`;
}
