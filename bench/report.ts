import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import type { Part, Row } from './figures.ts';

interface Kept extends Part {
  measuredAt: string;
  isQuick: boolean;
  machine: string;
}

const root = join(import.meta.dirname, '..');
const keptFile = join(root, '.cache/bench.json');
const page = join(root, 'docs/performance.md');
/** Manually written explanations, from profiles, of rows that miss their goal. */
const remarksFile = join(import.meta.dirname, 'remarks.md');

/** Stores the results of a part and rewrites the page with all stored results. */
export function keep(name: string, order: string[], part: Part, isQuick: boolean): void {
  const kept = readKept();
  kept[name] = { ...part, isQuick, measuredAt: new Date().toISOString().slice(0, 16), machine: machine() };
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(keptFile, JSON.stringify(kept, null, 2));
  const parts = order.flatMap((each) => kept[each] ?? []);
  writeFileSync(page, write(parts));
}

function readKept(): Record<string, Kept> {
  try {
    return JSON.parse(readFileSync(keptFile, 'utf8')) as Record<string, Kept>;
  } catch {
    return {};
  }
}

function machine(): string {
  const model = cpus()[0]?.model.trim() ?? '';
  const named = model === '' || model === 'unknown' ? arch() : `${model} (${arch()})`;
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} × ${named}, ${memory} GB, ${type()} ${release()}, Node ${process.versions.node}`;
}

function write(parts: Kept[]): string {
  const machines = [...new Set(parts.map((part) => part.machine))];
  const days = parts.map(({ measuredAt }) => measuredAt).toSorted();
  const quick = parts.filter(({ isQuick }) => isQuick).length;
  return `${[
    '# Performance',
    'Written by `npm run bench`; every figure was measured in the run that is named here, ours beside the bare limit.',
    `Machine: ${machines.join('; ')}. Measured ${days[0]} to ${days.at(-1)} UTC.${quick > 0 ? ` ${quick} parts with small data (\`--quick\`).` : ''}`,
    table(parts.flatMap(({ rows }) => rows)),
    ...remarks(),
    '## How it was measured',
    'Medians of several rounds in turn. A round in which other processes took more than a tenth of the machine is thrown away and repeated, at most as often again as rounds are wanted; what is said of others is the most they had in a round that counts.',
    ...parts
      .flatMap(({ notes, measuredAt }) => notes.map((note) => `- ${note} (${measuredAt} UTC)`))
      .join('\n')
      .split('\n\n'),
    '## To repeat it',
    'Postgres runs with `fsync` and `synchronous_commit` on, 1 GB of shared buffers and otherwise as it comes. Needs Postgres and, for two nodes, Redis on the machine (Debian: `apt-get install postgresql redis-server`); starts its own and leaves nothing behind.',
    '```\nnpm run bench                  # everything, about 25 minutes on a quiet machine\nnpm run bench -- send read     # some parts: search send lists read pages nodes memory start booking calls push passkeys calendars costs\nnpm run bench -- send --quick  # small data\n```',
    ...parts.flatMap(({ tables = [] }) => tables.map(({ title, lines }) => `## ${title}\n\n${lined(lines)}`)),
  ].join('\n\n')}\n`;
}

const remarks = (): string[] => {
  const text = readFileSync(remarksFile, 'utf8').trim();
  return text === '' ? [] : [text];
};

function table(rows: Row[]): string {
  const head = ['what', 'bare limit', 'ours', 'ratio', 'goal', 'held'];
  const held = ({ isHeld }: Row) => (isHeld === undefined ? '' : isHeld ? 'yes' : '**no**');
  const cells = ({ what, bare = '', ours, ratio = '', goal = '' }: Row) => [what, bare, ours, ratio, goal];
  return lined([head, ...rows.map((row) => [...cells(row), held(row)])]);
}

function lined([head = [], ...lines]: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...lines.map(line)].join('\n');
}

export function print({ rows, notes }: Part): void {
  for (const row of rows) {
    const held = row.isHeld === undefined ? ' ' : row.isHeld ? '✓' : '✗';
    const figures = [
      row.bare && `bare ${row.bare}`,
      `ours ${row.ours}`,
      row.ratio,
      row.goal && `goal ${row.goal}`,
    ];
    console.log(`${held} ${row.what}\n    ${figures.filter(Boolean).join(' · ')}`);
  }
  for (const note of notes) console.log(`    ${note}`);
}
