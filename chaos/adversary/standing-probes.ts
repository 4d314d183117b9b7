import type { Member } from './members.ts';
import { joinAs, one, writeTo } from './probe-parts.ts';
import type { World } from './world.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const ringSize = 20;
const matesOfEach = 4;
const mobSize = 20;
const newQuota = 8;

/** Accounts that are old enough for trust, but have only each other's answers, sessions and thanks. */
export async function ringProbe(world: World): Promise<string[]> {
  const ring = await joinAs(world, ringSize, { createdAt: world.now() - 8 * dayMs });
  const pairs = ring.flatMap((member, nth) =>
    Array.from({ length: matesOfEach }, (_, step): [Member, Member] => [
      member,
      ring[(nth + step + 1) % ringSize] ?? member,
    ]),
  );
  for (const [member, mate] of pairs) {
    await writeTo(member, mate);
    await writeTo(mate, member, 'With pleasure');
  }
  await meetAndThank(
    world,
    pairs.filter((_, nth) => nth % matesOfEach === 0),
  );
  await world.runJobs();
  const broken: string[] = [];
  for (const member of ring) {
    const { state, notifiedPerDay } = await member.calls.getStanding();
    if (state !== 'new' || notifiedPerDay !== newQuota)
      broken.push(`ring: a member is ${state} with ${notifiedPerDay} first contacts a day`);
  }
  return broken;
}

async function meetAndThank(world: World, pairs: [Member, Member][]): Promise<void> {
  const startsAt = new Date(Math.ceil(world.now() / hourMs + 1) * hourMs);
  const slots: { scheduleSlotId: string; pair: [Member, Member] }[] = [];
  for (const [nth, pair] of pairs.entries()) {
    const [owner, guest] = pair;
    // Each member is in two pairs.
    const at = new Date(startsAt.getTime() + nth * hourMs);
    const { scheduleSlotId } = await owner.calls.createSlot({ startsAt: at, duration: 15 });
    await guest.calls.bookSlot({ userId: owner.userId, scheduleSlotId });
    slots.push({ scheduleSlotId, pair });
  }
  await world.moveTo(startsAt.getTime() + (pairs.length + 1) * hourMs);
  for (const { scheduleSlotId, pair } of slots) {
    for (const member of pair) {
      await member.calls.answerOutcome({ scheduleSlotId, answer: 'kept' });
      await member.calls.giveThanks({ scheduleSlotId, words: [], text: 'That was great.' });
    }
  }
}

/** A mob that writes first, gets an answer, and reports and blocks the member who answered. */
export async function mobProbe(world: World): Promise<string[]> {
  const victim = await one(world, { createdAt: world.now() - 30 * dayMs });
  for (const member of await joinAs(world, mobSize)) {
    await writeTo(member, victim);
    const { chatMessageId } = await writeTo(victim, member, 'Hello!');
    await member.calls.reportMessage({ chatMessageId, reason: 'harassment' });
    await member.calls.blockUser({ userId: victim.userId });
  }
  const { rows } = await world.pool.query<{ points: number }>(
    'SELECT points::float8 AS points FROM contact_standing WHERE user_id = $1',
    [victim.userId],
  );
  const points = rows[0]?.points ?? 0;
  const { state } = await victim.calls.getStanding();
  return points === 0 && state === 'new'
    ? []
    : [`mob: a member who only answered has ${points} points and is ${state}`];
}

/** A held member cannot write to strangers, but goes on with everybody who answered. */
export async function conversationProbe(world: World): Promise<string[]> {
  const sender = await one(world);
  const [friend, stranger] = [await one(world), await one(world)];
  await writeTo(sender, friend);
  await writeTo(friend, sender, 'Hi');
  const others = await joinAs(world, 3, { isTrusted: true, createdAt: world.now() - 30 * dayMs });
  const written = [];
  // All before the first report: the second one already leads to a hold.
  for (const member of others) written.push({ member, ...(await writeTo(sender, member)) });
  for (const { member, chatMessageId } of written) {
    await member.calls.reportMessage({ chatMessageId, reason: 'spam' });
    await member.calls.blockUser({ userId: sender.userId });
  }
  const { state } = await sender.calls.getStanding();
  const isSent = (to: Member) =>
    writeTo(sender, to, 'See https://example.com/me').then(
      () => true,
      () => false,
    );
  return [
    ...(state === 'held' ? [] : [`hold: three members reported and blocked, and the sender is ${state}`]),
    ...((await isSent(stranger)) ? ['hold: a held member wrote to a stranger'] : []),
    ...((await isSent(friend)) ? [] : ['conversation: a held member could not go on']),
  ];
}
