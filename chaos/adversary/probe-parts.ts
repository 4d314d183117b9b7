import { until } from '#scenarios/scenario';
import type { Member, NewMember } from './members.ts';
import type { World } from './world.ts';

const arrivesWithinMs = 10_000;

/** Makes members for a probe: newcomers, unless stated otherwise. */
export const joinAs = (world: World, count: number, as: Partial<NewMember> = {}): Promise<Member[]> =>
  world.join(Array.from({ length: count }, () => ({ kind: 'honest', createdAt: world.now(), ...as })));

export const one = async (world: World, as: Partial<NewMember> = {}): Promise<Member> => {
  const [member] = await joinAs(world, 1, as);
  if (!member) throw new Error('nobody joined');
  return member;
};

export const writeTo = (from: Member, { userId }: Member, content = 'Hello, shall we practise?') =>
  from.calls.sendTextMessage({ userId, content });

/** Why the conversation is a request of the recipient; null if it is none. */
export async function requestOf({ pool }: World, from: Member, to: Member): Promise<string | null> {
  const { rows } = await pool.query<{ why: string }>(
    `SELECT request_why AS why FROM conversation_members
     WHERE user_id = $1 AND partner_user_id = $2 AND is_request`,
    [to.userId, from.userId],
  );
  return rows[0]?.why ?? null;
}

/** Waits for an event of either kind for each of the members. */
export const untilTold = ({ ears }: World, members: Member[]): Promise<boolean> =>
  until(() => members.every((member) => ears.messagesTo(member).size + ears.requestsTo(member) > 0), {
    withinMs: arrivesWithinMs,
  });
