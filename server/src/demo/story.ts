import type { ChatMessage } from '@parlance/contract/chat';
import type { Corrects } from '@parlance/contract/corrections';
import { ApiError } from '@parlance/contract/errors';
import { touchLastActive } from '#access/access';
import { markRead, sendText, sendVoice } from '#chat/chat';
import { momentAt } from '#platform/local-time';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { bookSlot } from '#schedule/schedule';
import { cast, demoUser } from './cast.ts';
import { hum } from './hum.ts';
import { daysAhead, isAwake } from './local-time.ts';
import { requests, type Scene, scenes } from './scenes.ts';
import { stableId } from './seeded.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const betweenLinesMs = 4 * minuteMs;
const unreadSinceMs = 80 * minuteMs;
/** Sessions among partners, so that not all slots are free. */
const sessionsOfOthers = 24;

/** A caller without a sign-in session. */
export const as = (userId: string): Caller => ({
  userId,
  userSessionId: '00000000-0000-0000-0000-000000000000',
  isAdmin: false,
});

/** Creates the demo account's history by ordinary calls with the clock set back. Every act is idempotent, so a start can be repeated. */
export async function tellStory(platform: Platform, community: Map<string, string>): Promise<void> {
  const me = community.get(demoUser.key);
  if (me === undefined) return;
  for (const [place, scene] of scenes.entries()) {
    const partner = community.get(scene.with);
    if (partner !== undefined) await play(platform, scene, { me, partner, id: stableId(me, place) });
  }
  for (const { from, minutesAgo, text } of requests) {
    const past = platformAt(platform, platform.clock.now().getTime() - minutesAgo * minuteMs);
    const sender = community.get(from);
    const clientMessageId = stableId(me, from, 'request');
    if (sender !== undefined) await utter(past, { from: sender, to: me, text, clientMessageId });
  }
  await bookSessionsAhead(platform, community, me);
}

export async function bookSessionsAhead(
  platform: Platform,
  community: Map<string, string>,
  me: string,
): Promise<void> {
  const now = platform.clock.now().getTime();
  await bookAhead(platform, me, community.get('lucia'), new Date(now + 20 * hourMs));
  await bookAhead(platform, me, community.get('aiko'), new Date(now + 2 * dayMs));
}

/** Books sessions among partners. */
export async function bookAmongOthers(platform: Platform, community: Map<string, string>): Promise<void> {
  for (const [place, { key }] of cast.slice(0, sessionsOfOthers).entries()) {
    const booker = community.get(key);
    const owner = community.get(cast[(place + 7) % cast.length]?.key ?? '');
    const from = new Date(platform.clock.now().getTime() + (12 + place * 7) * hourMs);
    if (booker !== undefined) await bookAhead(platform, booker, owner, from);
  }
}

/** The platform with its clock set to a moment and without rate limits. */
export function platformAt(platform: Platform, ms: number): Platform {
  return {
    ...platform,
    clock: { now: () => new Date(ms) },
    limits: { ...platform.limits, take: async () => ({ ok: true }), takeToken: async () => ({ ok: true }) },
  };
}

/** A moment in the demo user's local time. */
export function momentOf({ clock }: Platform, { daysAgo, at }: { daysAgo: number; at: string }): number {
  const [today = ''] = daysAhead(demoUser.timeZone, clock.now(), 1);
  const day = new Date(Date.parse(today) - daysAgo * dayMs).toISOString().slice(0, 10);
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  return momentAt(day, hours * 60 + minutes, demoUser.timeZone).getTime();
}

interface Pair {
  me: string;
  partner: string;
  id: string;
}

async function play(platform: Platform, scene: Scene, { me, partner, id }: Pair): Promise<void> {
  const beganMs = momentOf(platform, scene);
  let before = '';
  for (const [place, [who, text, correction]] of scene.lines.entries()) {
    const past = platformAt(platform, beganMs + place * betweenLinesMs);
    const [from, to] = who === 'me' ? [me, partner] : [partner, me];
    const corrects = correction && { chatMessageId: before, ...correction };
    const said = { from, to, text, clientMessageId: stableId(id, place), key: scene.with, corrects };
    before = (await utter(past, said)).chatMessageId;
  }
  const read = platformAt(platform, beganMs + scene.lines.length * betweenLinesMs);
  await markRead(read, as(me), partner);
  await markRead(read, as(partner), me);
  for (const [place, text] of (scene.unread ?? []).entries()) {
    const past = platformAt(platform, platform.clock.now().getTime() - unreadSinceMs + place * minuteMs);
    await utter(past, { from: partner, to: me, text, clientMessageId: stableId(id, 'new', place) });
    await touchLastActive(past, partner);
  }
}

interface Utterance {
  from: string;
  to: string;
  text: string | null;
  clientMessageId: string;
  key?: string;
  corrects?: Corrects | undefined;
}

async function utter(
  platform: Platform,
  { from, to, text, clientMessageId, key = '', corrects }: Utterance,
): Promise<ChatMessage> {
  const address = { userId: to, clientMessageId };
  if (text !== null) return await sendText(platform, as(from), { ...address, content: text, corrects });
  return await sendVoice(platform, as(from), address, { bytes: hum(key, 0), contentType: 'audio/wav' });
}

/** Books the owner's first free slot after a moment, in the demo user's waking hours. */
async function bookAhead(
  platform: Platform,
  me: string,
  owner: string | undefined,
  from: Date,
): Promise<void> {
  if (owner === undefined) return;
  const slots = await platform.db
    .selectFrom('schedule_slots')
    .select(['schedule_slot_id', 'starts_at'])
    .where('user_id', '=', owner)
    .where('starts_at', '>=', from)
    .where((eb) => eb.or([eb('booked_by_user_id', 'is', null), eb('booked_by_user_id', '=', me)]))
    .orderBy('starts_at')
    .execute();
  const slot = slots.find(({ starts_at }) => isAwake(demoUser.timeZone, starts_at));
  if (!slot) return;
  // Two demo sessions can overlap; the second is then refused.
  await tookPlace(bookSlot(platform, as(me), { userId: owner, scheduleSlotId: slot.schedule_slot_id }));
}

/** Whether an act succeeded; false if a slot is taken or a member blocked or deleted. */
export async function tookPlace(act: Promise<unknown>): Promise<boolean> {
  return await act.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError) return false;
      throw error;
    },
  );
}
