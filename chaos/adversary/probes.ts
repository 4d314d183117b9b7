import { ApiError } from '@parlance/contract/errors';
import type { Member } from './members.ts';
import { joinAs, one, requestOf, untilTold, writeTo } from './probe-parts.ts';
import { contactProbe, fastPathProbe, readReceiptProbe, requestEventProbe } from './request-probes.ts';
import { conversationProbe, mobProbe, ringProbe } from './standing-probes.ts';
import type { World } from './world.ts';

/** Checks one rule with members of its own; each violation begins with the name of the rule. */
type Probe = (world: World) => Promise<string[]>;

const hourMs = 3_600_000;
/** More than the number below which the age of an account replaces trust. */
const trustedMembers = 60;

const probes: Probe[] = [
  notifiedProbe,
  ringProbe,
  mobProbe,
  requestEventProbe,
  readReceiptProbe,
  contactProbe,
  bookingProbe,
  protectionProbe,
  fastPathProbe,
  conversationProbe,
];

/** Checks every rule by itself. Runs before the simulation, which would hide a single fault in its numbers. */
export async function playProbes(world: World): Promise<string[]> {
  await joinAs(world, trustedMembers, { isTrusted: true, createdAt: world.now() - 100 * 24 * hourMs });
  const broken: string[] = [];
  for (const probe of probes) {
    try {
      broken.push(...(await probe(world)));
    } catch (error) {
      // With one rule disabled the calls of another probe may be refused.
      if (!(error instanceof ApiError)) throw error;
      broken.push(`${probe.name}: ${error.statusCode}/${error.code} ${error.message}`);
    }
  }
  return broken;
}

async function notifiedProbe(world: World): Promise<string[]> {
  const sender = await one(world);
  const strangers = await joinAs(world, 9);
  await world.ears.connect(strangers);
  for (const stranger of strangers) await writeTo(sender, stranger);
  await untilTold(world, strangers);
  const notified = strangers.filter((stranger) => world.ears.messagesTo(stranger).size > 0).length;
  return notified === 8 ? [] : [`notified: ${notified} of nine first messages of a newcomer, not 8`];
}

async function bookingProbe(world: World): Promise<string[]> {
  const guest = await one(world);
  const [asking, other] = [await one(world, { writesToMe: 'asking' }), await one(world)];
  const broken: string[] = [];
  const isBooked = async (owner: Member): Promise<boolean> => {
    const startsAt = new Date(world.now() + 48 * hourMs);
    const { scheduleSlotId } = await owner.calls.createSlot({ startsAt, duration: 30 });
    return guest.calls.bookSlot({ userId: owner.userId, scheduleSlotId }).then(
      () => true,
      () => false,
    );
  };
  if (await isBooked(asking)) broken.push('booked: a member whom everybody asks first');
  for (const stranger of await joinAs(world, 8)) await writeTo(guest, stranger);
  if (await isBooked(other)) broken.push('booked: a ninth stranger of one day');
  return broken;
}

async function protectionProbe(world: World): Promise<string[]> {
  const victim = await one(world);
  const first = await one(world);
  await writeTo(first, victim, 'See https://example.com/me');
  await victim.calls.refuseRequest({ userId: first.userId, reason: 'harassment', protect: true });
  await world.moveTo(world.now() + hourMs);
  const second = await one(world);
  await writeTo(second, victim);
  const why = await requestOf(world, second, victim);
  return why === 'asked' ? [] : [`protection: a newer account was ${why ?? 'notified'}`];
}
