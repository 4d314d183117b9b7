import { until } from '#scenarios/scenario';
import { ask } from './ask.ts';
import type { Member } from './members.ts';
import { joinAs, one, writeTo } from './probe-parts.ts';
import type { World } from './world.ts';

/** Why a first message is silent; `notified` is the comparison. */
export const silentKinds = ['setting', 'protection', 'text'] as const;
type Kind = 'notified' | (typeof silentKinds)[number];

/** Milliseconds until the answer of the call, and until the sender's socket is told of the delivery. */
export interface Times {
  answer: number[];
  delivery: number[];
}

export type Timing = Record<Kind, Times>;

const hourMs = 3_600_000;
// About a thousand messages of each kind: with 250 the medians of equal kinds were up to 6 % apart by chance.
const senders = 520;
const warmUpSenders = 15;
const deliveredWithinMs = 10_000;
// Each kind follows each kind about equally often: work that goes on after an answer slows the next call.
const order: Kind[] = [
  ...(['notified', 'setting', 'protection', 'text'] as const),
  ...(['notified', 'text', 'setting', 'protection'] as const),
];
const plainText = 'Hello, shall we practise on Tuesday or in the evening?';
const textWithContact = 'Hello, see https://example.com/me or in the evening?';

/**
 * Sends first messages of all kinds in turn, each from a newcomer to a connected member of the other node, and measures what the sender can
 * measure. All of them are within the quota, so that `getStanding` says the same.
 */
export async function measureTiming(world: World): Promise<Timing> {
  const recipients = await joinRecipients(world);
  const timing: Timing = {
    notified: { answer: [], delivery: [] },
    setting: { answer: [], delivery: [] },
    protection: { answer: [], delivery: [] },
    text: { answer: [], delivery: [] },
  };
  for (let nth = 0; nth < senders; nth++) {
    const sender = await one(world);
    await world.ears.connect([sender]);
    const left = new Map(Object.entries(recipients).map(([kind, members]) => [kind, [...members]]));
    // A different kind begins each time: the first call of a sender opens a connection.
    for (let step = 0; step < order.length; step++) {
      const kind = order[(step + nth) % order.length] ?? 'notified';
      const recipient = left.get(kind)?.pop();
      if (!recipient) continue;
      const { answer, delivery } = await sendOne(world, sender, recipient, kind);
      if (nth < warmUpSenders) continue;
      timing[kind].answer.push(answer);
      timing[kind].delivery.push(delivery);
    }
    world.ears.disconnect(sender);
  }
  return timing;
}

/** Two connected members of each kind. They have the age of ordinary ones; the senders come an hour later. */
async function joinRecipients(world: World): Promise<Record<Kind, Member[]>> {
  const recipients = {
    notified: await joinAs(world, 2),
    setting: await joinAs(world, 2, { writesToMe: 'asking' }),
    protection: await joinAs(world, 2),
    text: await joinAs(world, 2),
  };
  for (const member of recipients.protection) {
    const stranger = await one(world);
    await writeTo(stranger, member, textWithContact);
    await member.calls.refuseRequest({ userId: stranger.userId, reason: 'harassment', protect: true });
  }
  await world.ears.connect(Object.values(recipients).flat());
  await world.moveTo(world.now() + hourMs);
  return recipients;
}

async function sendOne(
  { ears }: World,
  sender: Member,
  { userId }: Member,
  kind: Kind,
): Promise<{ answer: number; delivery: number }> {
  const content = kind === 'text' ? textWithContact : plainText;
  const began = performance.now();
  const response = await ask(sender, `/chat/dm/${userId}`, { content });
  const { chatMessageId } = (await response.json()) as { chatMessageId: string };
  const answer = performance.now() - began;
  await until(() => ears.deliveryOf(chatMessageId) !== undefined, {
    withinMs: deliveredWithinMs,
    everyMs: 5,
  });
  return { answer, delivery: (ears.deliveryOf(chatMessageId) ?? Number.POSITIVE_INFINITY) - began };
}
