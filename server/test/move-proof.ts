import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { moveBooking } from '#schedule/moves';
import { bookSlot, createSlot } from '#schedule/schedule';
import { insertPeople, reasonOf } from './booking-proof.ts';

const quarterMs = 900_000;

export interface MoveRaceOutcome {
  winners: number;
  /** Refusals and failures, each once. */
  refusals: string[];
  /** Members who had a session before and have none, or two, now. */
  without: string[];
}

/** Half of the contenders move their sessions to one free slot while the others book it, on the given nodes in turn. */
export async function raceToMove(
  nodes: readonly [Platform, ...Platform[]],
  contenderCount: number,
): Promise<MoveRaceOutcome> {
  const [platform] = nodes;
  const [owner, ...contenders] = await insertPeople(platform, contenderCount + 1);
  if (!owner) throw new Error('nobody was inserted');
  const { userId } = owner;
  const begin = Math.ceil(platform.clock.now().getTime() / quarterMs) * quarterMs;
  const publish = async (quarters: number) => {
    const startsAt = new Date(begin + quarters * quarterMs);
    return (await createSlot(platform, owner, { startsAt, duration: 15 })).scheduleSlotId;
  };
  const target = await publish(1);
  const movers = contenders.slice(0, contenderCount / 2);
  const held: string[] = [];
  for (const [index, mover] of movers.entries()) {
    const scheduleSlotId = await publish(2 + index);
    await bookSlot(platform, mover, { userId, scheduleSlotId });
    held.push(scheduleSlotId);
  }
  const nodeOf = (index: number) => nodes[index % nodes.length] ?? platform;
  // Movers and bookers alternate, so that neither kind is first as a whole.
  const acts = movers.flatMap((mover, index) => {
    const move = { userId, scheduleSlotId: held[index] ?? '', toScheduleSlotId: target };
    const booker = contenders[index + movers.length] as Caller;
    return [
      () => moveBooking(nodeOf(index), mover, move),
      () => bookSlot(nodeOf(index + 1), booker, { userId, scheduleSlotId: target }),
    ];
  });
  const outcomes = await Promise.allSettled(acts.map((act) => act()));
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? reasonOf(outcome.reason) : [],
  );
  const sessions = await platform.db
    .selectFrom('schedule_sessions')
    .select('user_id')
    .where(
      'user_id',
      'in',
      movers.map((mover) => mover.userId),
    )
    .execute();
  const countOf = (caller: Caller) => sessions.filter(({ user_id }) => user_id === caller.userId).length;
  return {
    winners: outcomes.filter(({ status }) => status === 'fulfilled').length,
    refusals: [...new Set(refusals)],
    without: movers.filter((mover) => countOf(mover) !== 1).map((mover) => mover.userId),
  };
}
