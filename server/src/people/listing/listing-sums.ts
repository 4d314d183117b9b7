import { sql } from 'kysely';
import type { Tx } from '#platform/effects';
import { gramsOf } from './name-folding.ts';
import { anyLearner, anySpeaker, everyone, isLearningScope, maskOfScopes } from './scopes.ts';

/** What search keeps of a listed person: the folded name, and the level in the scope of each language. */
export interface Listed {
  name: string;
  levels: Map<number, number>;
}

interface Count {
  scope: number;
  gram: string;
  low: number;
  high: number;
  people: number;
}

/** Adds what a change of one person means for the kept numbers. Rows are only added, so nobody waits for anybody. */
export async function writeSums(tx: Tx, before: Listed | null, after: Listed | null): Promise<void> {
  await writeCountChanges(tx, before, after);
  await writeSetChanges(tx, [...(before?.levels.keys() ?? [])], [...(after?.levels.keys() ?? [])]);
}

async function writeCountChanges(tx: Tx, before: Listed | null, after: Listed | null): Promise<void> {
  const changes = new Map<string, Count>();
  const add = (count: Count, sign: number) => {
    const key = `${count.scope} ${count.low} ${count.high} ${count.gram}`;
    const known = changes.get(key) ?? { ...count, people: 0 };
    changes.set(key, { ...known, people: known.people + sign * count.people });
  };
  if (before) for (const count of countsOf(before)) add(count, -1);
  if (after) for (const count of countsOf(after)) add(count, 1);
  const changed = [...changes.values()].filter(({ people }) => people !== 0);
  if (changed.length === 0) return;
  await sql`
    INSERT INTO listing_counts (scope, gram, low, high, people, is_change)
    SELECT *, true FROM unnest(
      ${changed.map(({ scope }) => scope)}::smallint[],
      ${changed.map(({ gram }) => gram)}::text[],
      ${changed.map(({ low }) => low)}::float8[],
      ${changed.map(({ high }) => high)}::float8[],
      ${changed.map(({ people }) => people)}::integer[]
    )`.execute(tx);
}

/** The rows of one person, by scope and level, and by scope, level and gram. */
function countsOf({ name, levels }: Listed): Count[] {
  const known = [...levels].filter(([scope]) => !isLearningScope(scope)).map(([, level]) => level);
  const learned = [...levels].filter(([scope]) => isLearningScope(scope)).map(([, level]) => level);
  const grams = gramsOf(name);
  return [
    ...[...levels].map(([scope, level]) => ({ scope, gram: '', low: level, high: level, people: 1 })),
    ...levelCounts(anySpeaker, known),
    ...levelCounts(anyLearner, learned),
    ...levelCounts(everyone, [...known, ...learned]),
    ...[[everyone, 0] as const, ...levels].flatMap(([scope, level]) =>
      grams.map((gram) => ({ scope, gram, low: level, high: level, people: 1 })),
    ),
  ];
}

/**
 * The rows of one person in a scope of any language. A filter of levels sums the rows that lie within its bounds: +1 for each level
 * and −1 for each pair of neighbouring levels make 1 for somebody who has any level there, however many they have.
 */
function levelCounts(scope: number, levels: number[]): Count[] {
  const distinct = [...new Set(levels)].sort((a, b) => a - b);
  return distinct.flatMap((high, place) => {
    const low = distinct[place - 1];
    const own = { scope, gram: '', low: high, high, people: 1 };
    return low === undefined ? [own] : [own, { scope, gram: '', low, high, people: -1 }];
  });
}

async function writeSetChanges(tx: Tx, before: number[], after: number[]): Promise<void> {
  const isSame = before.length === after.length && before.every((scope) => after.includes(scope));
  if (isSame) return;
  for (const [scopes, people] of [[before, -1] as const, [after, 1] as const]) {
    if (scopes.length === 0) continue;
    await sql`
      INSERT INTO listing_sets (scope, speaks, learns, people, is_change)
      SELECT scope, ${String(maskOfScopes(scopes, false))}, ${String(maskOfScopes(scopes, true))}, ${people}, true
      FROM unnest(${scopes}::smallint[]) AS scope`.execute(tx);
  }
}
