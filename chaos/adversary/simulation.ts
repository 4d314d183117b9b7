import { inParallel } from '#parts/people';
import { until } from '#scenarios/scenario';
import { mobLife, type Size } from './behaviour.ts';
import { createDice } from './dice.ts';
import { addEstablished, planNewcomers } from './honest.ts';
import { planHostile } from './hostile.ts';
import { createModerators } from './reviewing.ts';
import { addActors, type Contact, type Run } from './run.ts';
import { placePromoted, placeSent } from './seeing.ts';
import { createTally, type Tally } from './tally.ts';
import type { World } from './world.ts';
import { attempt } from './writing.ts';

export interface SimulationOptions {
  size: Size;
  seed: number;
  reactionFactor?: number;
  say(text: string): void;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const actsAtOnce = 12;
const slotOwnersShare = 35;
const eventsWithinMs = 15_000;

/** Lets members, hostile accounts, a mob and moderators act by the hour, with real calls on both nodes. */
export async function simulate(world: World, options: SimulationOptions): Promise<Tally> {
  const { size, seed, reactionFactor = 1, say } = options;
  const hours = size.days * 24;
  const agenda = Array.from({ length: hours }, (): (() => Promise<void>)[] => []);
  const start = world.now();
  let hour = 0;
  const run: Run = {
    world,
    dice: createDice(seed),
    size,
    tally: createTally(),
    reactionFactor,
    hour: () => hour,
    at: (when, act) => void agenda[when]?.push(act),
    sent: [],
    contacts: [],
    waiting: new Map(),
    people: new Map(),
    established: [],
    popular: [],
    reported: new Set(),
    slots: [],
  };
  const [admin] = await addActors(run, [
    { key: 'admin', kind: 'honest', isAdmin: true, createdAt: start - 400 * dayMs },
  ]);
  if (!admin) throw new Error('a run needs an admin');
  await addEstablished(run);
  const mob = await addActors(
    run,
    Array.from({ length: mobLife.accounts }, (_, nth) => ({
      ...{ key: `m${nth}`, kind: 'mob' as const, createdAt: start },
    })),
  );
  await publishSlots(run);
  planNewcomers(run, mob);
  planHostile(run);
  const moderators = createModerators(run, admin);

  for (hour = 0; hour < hours; hour++) {
    await world.moveTo(start + hour * hourMs);
    await inParallel(agenda[hour] ?? [], actsAtOnce, (act) => act());
    await placeSent(run);
    await world.runJobs();
    await placePromoted(run);
    await moderators.lookAround();
    if (hour % (7 * 24) === 7 * 24 - 1) {
      say(`day ${(hour + 1) / 24}: ${run.contacts.length} messages to strangers, ${run.tally.calls} calls`);
    }
  }
  await count(run);
  return run.tally;
}

/** Some popular members publish a time for each day. */
async function publishSlots(run: Run): Promise<void> {
  const owners = run.popular.filter((_, nth) => nth % slotOwnersShare === 0);
  for (const owner of owners) {
    for (let day = 1; day <= run.size.days; day++) {
      const startsAt = run.world.now() + day * dayMs + 12 * hourMs;
      const slot = await attempt(run, 'createSlot', () =>
        owner.calls.createSlot({ startsAt: new Date(startsAt), duration: 30 }),
      );
      if (slot) run.slots.push({ owner, scheduleSlotId: slot.scheduleSlotId, startsAt });
    }
  }
}

/** Counts what arrived: by event for connected members, by the database for the others. */
async function count(run: Run): Promise<void> {
  const { tally, contacts, world } = run;
  const isConnected = ({ to }: Contact) => world.ears.isConnected(to);
  const isHeard = ({ to, chatMessageId }: Contact) => world.ears.messagesTo(to).has(chatMessageId);
  const isMissing = (contact: Contact) =>
    contact.place === 'notified' && isConnected(contact) && !isHeard(contact);
  await until(() => !contacts.some(isMissing), { withinMs: eventsWithinMs, everyMs: 250 });
  tally.eventsMissing = contacts.filter(isMissing).length;

  const reached = new Set<string>();
  const victims = new Map<string, number>();
  for (const contact of contacts) {
    const isNotified = isConnected(contact) ? isHeard(contact) : contact.place === 'notified';
    if (contact.place === 'request' && isHeard(contact)) tally.requestEvents += 1;
    if (contact.hasContact && contact.isOfNewcomer && contact.isFirst) {
      tally.withContact.sent += 1;
      if (isNotified) tally.withContact.notified += 1;
    }
    if (contact.isHostile) countHostile(tally, contact, isNotified, { reached, victims });
    else if (!contact.from.isHostile && contact.isFirst) countHonest(tally, contact);
  }
  tally.hostile.reached = reached.size;
  tally.hostile.victimMost = Math.max(0, ...victims.values());
  const attackers = [...run.people.values()].filter(({ attackedAt }) => attackedAt !== null);
  tally.hostile.uncaught = attackers.length - tally.hostile.caughtAfter.length;

  const popular = run.popular.filter(({ isBanned }) => !isBanned);
  // Presence is noted once a minute, which a clock that moves by hours does not show: connected members may get mails here.
  const away = popular.filter((member) => !world.ears.isConnected(member));
  const addresses = new Set(away.map(({ email }) => email));
  tally.hostile.mails = world.mails.filter(({ to, names }) => names.length > 0 && addresses.has(to)).length;
  tally.popular.members = popular.length;
  await inParallel(popular, actsAtOnce, async (member) => {
    const stat = await attempt(run, 'getChatStat', () => member.calls.getChatStat());
    tally.popular.unread += stat?.unreadMessages ?? 0;
    tally.popular.requests += stat?.requests ?? 0;
  });
}

function countHostile(
  { hostile }: Tally,
  { from, to }: Contact,
  isNotified: boolean,
  { reached, victims }: { reached: Set<string>; victims: Map<string, number> },
): void {
  const { kind } = from;
  if (!isNotified || kind === 'honest' || kind === 'few' || kind === 'mob') {
    hostile.requests += 1;
    return;
  }
  hostile.notified[kind] += 1;
  reached.add(to.userId);
  if (kind === 'harasser') victims.set(to.userId, (victims.get(to.userId) ?? 0) + 1);
}

function countHonest({ honest }: Tally, contact: Contact): void {
  const { from, place, why, isPromoted, isLost, hasContact } = contact;
  if (place === 'request') honest.silent += 1;
  if (isPromoted) honest.promoted += 1;
  if (isLost) honest.lost += 1;
  // A recipient may ask for requests; every other reason is a limit of the sender.
  const isLimited = why !== null && why !== 'asked';
  if (from.isNewcomer && !from.isEager && !hasContact && isLimited) honest.newcomersSilent += 1;
}
