import { ApiError } from '@parlance/contract/errors';
import { filled } from '@parlance/contract/message';
import { lockRefusals } from '@parlance/contract/programme-limits';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#domain/tables.generated';
import { createAllowed, type IdPair, pairKey, type RoundInput } from './fit.ts';

type Why = 'malformed' | 'absent' | 'lockedElsewhere' | 'apart';
interface Refused {
  why: Why;
  /** The two; the one concerned comes first. */
  ids: IdPair;
}

/**
 * Throws unless every locked pair has two students with room who were never partners and do not block each other. Whether they fit is
 * the coordinator's decision. The reasons are those that a coordinator can see; a block is reported like a partnership in another programme.
 */
export async function refuseLocked(
  db: Kysely<Tables>,
  programmeId: string,
  input: RoundInput,
  locked: IdPair[],
): Promise<void> {
  const refused = findRefused(input, locked);
  if (refused) throw new ApiError('NotAllowed', await reasonOf(db, programmeId, refused));
}

function findRefused(input: RoundInput, locked: IdPair[]): Refused | null {
  const byId = new Map(input.students.map((student) => [student.userId, student]));
  const isAllowed = createAllowed(input);
  const made = new Set<string>();
  const uses = new Map<string, number>();
  for (const [a, b] of locked) {
    if (a === b || made.has(pairKey(a, b))) return { why: 'malformed', ids: [a, b] };
    made.add(pairKey(a, b));
    const [one, other] = [byId.get(a), byId.get(b)];
    if (!one || !other) return { why: 'absent', ids: one ? [b, a] : [a, b] };
    for (const [student, partner] of [
      [one, other],
      [other, one],
    ] as const) {
      const used = (uses.get(student.userId) ?? 0) + 1;
      if (used > student.room) return { why: 'lockedElsewhere', ids: [student.userId, partner.userId] };
      uses.set(student.userId, used);
    }
    if (!isAllowed(one, other)) return { why: 'apart', ids: [a, b] };
  }
  return null;
}

async function reasonOf(db: Kysely<Tables>, programmeId: string, { why, ids }: Refused) {
  const { malformed, bothGone, gone, paused, full, lockedElsewhere, before, barred } = lockRefusals;
  if (why === 'malformed') return { message: malformed };
  // Only of students: a coordinator must not look up names of others by their ids.
  const places = await db
    .selectFrom('programme_places')
    .innerJoin('users', 'users.user_id', 'programme_places.user_id')
    .select(['users.user_id', 'name', 'banned_at'])
    .where('programme_id', '=', programmeId)
    .where('users.user_id', 'in', [...ids])
    .execute();
  const [first, second] = ids.map((userId) => places.find((place) => place.user_id === userId));
  if (why === 'absent') {
    if (first) return filled(first.banned_at ? paused : full, { name: first.name });
    return second ? filled(gone, { name: second.name }) : { message: bothGone };
  }
  const names = { first: first?.name ?? '', second: second?.name ?? '' };
  if (why === 'lockedElsewhere') return filled(lockedElsewhere, { name: names.first });
  const { rows } = await sql`
    SELECT FROM programme_pairs WHERE programme_id = ${programmeId}
      AND user_id IN (${sql.join(ids)}) AND partner_user_id IN (${sql.join(ids)})`.execute(db);
  return filled(rows.length > 0 ? before : barred, names);
}
