import { join } from 'node:path';
import { serialize } from 'node:v8';
import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { freeCellMinutes } from '@parlance/contract/programme-hours';
import { programmeMessages } from '@parlance/contract/programme-limits';
import {
  type getRound as getRoundCall,
  type listRounds as listRoundsCall,
  type Round,
  roundMaxMs,
  type startRound as startRoundCall,
} from '@parlance/contract/programme-rounds';
import { type Selectable, sql } from 'kysely';
import type { ProgrammeRounds } from '#domain/tables.generated';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import { createProcessPool } from '#platform/process-pool';
import { refuseOver } from '#platform/rate-limit';
import type { Caller } from '#platform/serve';
import type { IdPair, RoundInput } from './fit.ts';
import { refuseLocked } from './locked-pairs.ts';
import { asCoordinator, findProgramme, type ProgrammeRow, refuse } from './roles.ts';
import { hashInput, readInput } from './round-input.ts';
import type { WorkedRound } from './work-out.ts';

export type RoundRow = Selectable<ProgrammeRounds>;
type Pairs = PayloadOf<typeof startRoundCall>['locked'];

const roundsAnHour = 30;
/** Longer than a run: then the node that took the round has died. */
const leaseMs = roundMaxMs + 60_000;
const states = ['matching', 'published', 'running'];

const workApart = createProcessPool<WorkedRound>({
  module: join(import.meta.dirname, 'round-process.ts'),
  concurrency: 1,
  queueMax: 10,
  timeoutMs: roundMaxMs + 30_000,
  heapMaxMb: 1024,
});

/** Works out a round in the process of rounds. */
export const workOutApart = (input: RoundInput, actor: string): Promise<WorkedRound> =>
  workApart(serialize(input), actor);

const toIds = (pairs: Pairs): IdPair[] => pairs.map(({ userId, partnerUserId }) => [userId, partnerUserId]);

/** Starts a round, which runs in the background; one at a time in a programme. */
export async function startRound(
  platform: Platform,
  caller: Caller,
  { programmeId, locked, apart }: { programmeId: string } & PayloadOf<typeof startRoundCall>,
): Promise<{ roundId: string }> {
  const programme = await asCoordinator(platform.db, caller, programmeId);
  if (!states.includes(programme.state)) throw refuse(programmeMessages.state);
  const rule = { key: `programme-round:${programmeId}`, limit: roundsAnHour, windowMs: 3_600_000 };
  refuseOver(await platform.limits.take([rule]));
  const input = await readInput(platform, platform.db, programme);
  await refuseLocked(platform.db, programmeId, input, toIds(locked));
  const now = platform.clock.now();
  const roundId = newId(platform.clock);
  const made = await platform.db
    .insertInto('programme_rounds')
    .values({
      round_id: roundId,
      programme_id: programmeId,
      state: 'working',
      made_at: now,
      claimed_at: now,
      locked: JSON.stringify(locked),
      apart: JSON.stringify(apart),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('round_id')
    .executeTakeFirst();
  if (!made) throw refuse(programmeMessages.roundWorking);
  void runRound(platform, roundId);
  return { roundId };
}

/** Works a round out and stores the result with the hash of its input. */
export async function runRound(platform: Platform, roundId: string): Promise<void> {
  try {
    const row = await platform.db
      .selectFrom('programme_rounds')
      .selectAll()
      .where('round_id', '=', roundId)
      .executeTakeFirst();
    // Deleted when a student left meanwhile.
    if (!row) return;
    const input = await readInput(platform, platform.db, await findProgramme(platform.db, row.programme_id));
    const [locked, apart] = [toIds(row.locked as unknown as Pairs), toIds(row.apart as unknown as Pairs)];
    await refuseLocked(platform.db, row.programme_id, input, locked);
    const whole: RoundInput = { ...input, locked, apart: [...input.apart, ...apart] };
    const result = await workOutApart(whole, row.programme_id);
    await finish(platform, roundId, {
      state: 'done',
      input_hash: hashInput(input),
      result: JSON.stringify(result),
    });
  } catch (error) {
    if (!(error instanceof ApiError))
      platform.log.error({ error, round: roundId }, 'a matching round failed');
    await finish(platform, roundId, { state: 'failed' }).catch(() => {});
  }
}

const finish = (
  { db }: Platform,
  roundId: string,
  change: { state: string; input_hash?: Buffer; result?: string },
) =>
  db
    .updateTable('programme_rounds')
    .set(change)
    .where('round_id', '=', roundId)
    .where('state', '=', 'working')
    .execute();

/** Takes over rounds of nodes that died. */
export async function resumeRounds(platform: Platform): Promise<void> {
  const now = platform.clock.now();
  const { rows } = await sql<{ round_id: string }>`
    UPDATE programme_rounds SET claimed_at = ${now} WHERE round_id IN (
      SELECT round_id FROM programme_rounds
      WHERE state = 'working' AND claimed_at <= ${new Date(now.getTime() - leaseMs)}
      LIMIT 1 FOR UPDATE SKIP LOCKED
    ) RETURNING round_id`.execute(platform.db);
  for (const { round_id } of rows) await runRound(platform, round_id);
}

const empty: WorkedRound = { isOptimal: false, students: 0, pairs: [], left: [] };
export const resultOf = ({ result }: Pick<RoundRow, 'result'>): WorkedRound =>
  (result as unknown as WorkedRound | null) ?? empty;

function toRound(row: RoundRow, presentHash: Buffer | null): Round {
  const { isOptimal, students, pairs, left } = resultOf(row);
  return {
    roundId: row.round_id,
    state: row.state as Round['state'],
    madeAt: row.made_at,
    publishedAt: row.published_at,
    isOutdated: row.input_hash !== null && presentHash !== null && !row.input_hash.equals(presentHash),
    isOptimal,
    numbers: {
      students,
      pairs: pairs.length,
      left: left.length,
      score: pairs.reduce((sum, { score }) => sum + score, 0),
    },
  };
}

const presentHash = async (platform: Platform, programme: ProgrammeRow): Promise<Buffer> =>
  hashInput(await readInput(platform, platform.db, programme));

/** Only a finished round that is not published can be outdated. */
const isPending = ({ input_hash, published_at }: RoundRow): boolean =>
  input_hash !== null && published_at === null;

export async function listRounds(
  platform: Platform,
  caller: Caller,
  { programmeId, limit = 10, offset = 0 }: { programmeId: string } & PayloadOf<typeof listRoundsCall>,
): Promise<ResultOf<typeof listRoundsCall>> {
  const programme = await asCoordinator(platform.db, caller, programmeId);
  const { count } = await platform.db
    .selectFrom('programme_rounds')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('programme_id', '=', programmeId)
    .executeTakeFirstOrThrow();
  const rows = await platform.db
    .selectFrom('programme_rounds')
    .selectAll()
    .where('programme_id', '=', programmeId)
    .orderBy('made_at', 'desc')
    .orderBy('round_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const hash = rows.some(isPending) ? await presentHash(platform, programme) : null;
  return { count, rounds: rows.map((row) => toRound(row, hash)) };
}

export async function getRound(
  platform: Platform,
  caller: Caller,
  {
    programmeId,
    roundId,
    limit = 10,
    offset = 0,
  }: { programmeId: string; roundId: string } & PayloadOf<typeof getRoundCall>,
): Promise<ResultOf<typeof getRoundCall>> {
  const programme = await asCoordinator(platform.db, caller, programmeId);
  const row = await platform.db
    .selectFrom('programme_rounds')
    .selectAll()
    .where('round_id', '=', roundId)
    .where('programme_id', '=', programmeId)
    .executeTakeFirstOrThrow(() => new ApiError('ResourceNotFound'));
  const { pairs, left } = resultOf(row);
  const [shownPairs, shownLeft] = [pairs.slice(offset, offset + limit), left.slice(offset, offset + limit)];
  const ids = [...shownPairs.flatMap((pair) => pair.ids), ...shownLeft.map(({ userId }) => userId)];
  const names = await platform.db
    .selectFrom('users')
    .select(['user_id', 'name'])
    .where('user_id', '=', sql<string>`ANY(${ids}::uuid[])`)
    .execute();
  const nameOf = new Map(names.map(({ user_id, name }) => [user_id, name]));
  const named = (userId: string) => ({ userId, name: nameOf.get(userId) ?? '' });
  return {
    round: toRound(row, isPending(row) ? await presentHash(platform, programme) : null),
    pairs: shownPairs.map(({ ids: [student, partner], cells, ...pair }) => ({
      ...pair,
      student: named(student),
      partner: named(partner),
      commonMinutes: cells * freeCellMinutes,
    })),
    left: shownLeft.map(({ userId, reason }) => ({ student: named(userId), reason })),
    locked: row.locked as unknown as Pairs,
    apart: row.apart as unknown as Pairs,
  };
}
