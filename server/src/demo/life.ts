import { sql } from 'kysely';
import { touchLastActive } from '#access/access';
import { sendText } from '#chat/chat';
import type { Platform } from '#platform/platform';
import { bookSlot, cancelBooking } from '#schedule/schedule';
import { answerLanguage } from './answer-language.ts';
import { owesAnswer } from './answering.ts';
import { type CastMember, cast } from './cast.ts';
import { isAwake } from './local-time.ts';
import { type Phrase, phraseIn, say } from './phrases.ts';
import { fraction, stableId } from './seeded.ts';
import { as, tookPlace } from './story.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const present = { withinMs: 2 * minuteMs, most: 5 };

// Rare enough that a visitor sees each kind of event without being flooded.
const bookings = { everyMs: 15 * minuteMs, aheadMs: 3 * hourMs, afterPublishedMs: 30_000, openAtOnce: 3 };
/** Retries with other slots and partners if one is taken. */
const tries = { slots: 5, partners: 3 };
const cancellations = { everyMs: 60 * minuteMs, afterBookedMs: 20 * minuteMs, leavesAtLeast: 1 };

type Community = Map<string, string>;

/** Simulates activity while a member is present. */
export async function live(platform: Platform, community: Community): Promise<void> {
  const people = await findPresent(platform, community);
  if (people.length === 0) return;
  await stir(platform, community);
  for (const userId of people) await tookPlace(meet(platform, community, userId));
}

/** Real members, and the demo account if in use. */
async function findPresent({ db, clock }: Platform, community: Community): Promise<string[]> {
  const partners = cast.flatMap(({ key }) => community.get(key) ?? []);
  const rows = await db
    .selectFrom('users')
    .select('user_id')
    .where('last_active_at', '>', new Date(clock.now().getTime() - present.withinMs))
    .where('user_id', '!=', sql<string>`ALL(${partners}::uuid[])`)
    .where('banned_at', 'is', null)
    .orderBy('last_active_at', 'desc')
    .limit(present.most)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Marks a random awake partner as active. */
async function stir(platform: Platform, community: Community): Promise<void> {
  const now = platform.clock.now();
  const awake = cast.filter(({ timeZone }) => isAwake(timeZone, now));
  const member = awake[Math.floor(fraction('stir', Math.floor(now.getTime() / minuteMs)) * awake.length)];
  const userId = member && community.get(member.key);
  if (userId !== undefined) await touchLastActive(platform, userId);
}

interface Booked {
  key: string;
  partnerUserId: string;
  scheduleSlotId: string;
  bookedAt: Date;
}

/** Books a free slot of the member, or cancels a booking. */
async function meet(platform: Platform, community: Community, userId: string): Promise<void> {
  const now = platform.clock.now().getTime();
  const booked = await findBookings(platform, userId);
  const newest = Math.max(0, ...booked.map(({ bookedAt }) => bookedAt.getTime()));
  const oldest = booked.find(({ bookedAt }) => now - bookedAt.getTime() > cancellations.afterBookedMs);
  if (oldest && booked.length > cancellations.leavesAtLeast && (await mayCancel(platform, userId))) {
    const { partnerUserId, scheduleSlotId, key } = oldest;
    if (await owesAnswer(platform, { partnerUserId, userId })) return;
    await cancelBooking(platform, as(partnerUserId), { userId, scheduleSlotId });
    await tell(platform, { key, partnerUserId, userId, phrase: 'cancelled', about: scheduleSlotId });
  } else if (booked.length < bookings.openAtOnce && now - newest >= bookings.everyMs) {
    await bookOne(platform, community, userId);
  }
}

/** Future bookings of the member's slots by partners. */
async function findBookings({ db, clock }: Platform, userId: string): Promise<Booked[]> {
  const { rows } = await sql<Booked>`
    SELECT key, demo.user_id AS "partnerUserId", schedule_slot_id AS "scheduleSlotId", updated_at AS "bookedAt"
    FROM schedule_slots JOIN demo_people AS demo ON demo.user_id = booked_by_user_id
    WHERE schedule_slots.user_id = ${userId} AND starts_at > ${clock.now()}
    ORDER BY updated_at`.execute(db);
  return rows;
}

async function mayCancel({ db, clock }: Platform, userId: string): Promise<boolean> {
  const since = new Date(clock.now().getTime() - cancellations.everyMs);
  const recent = await db
    .selectFrom('schedule_cancellations')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('cancelled_at', '>', since)
    .executeTakeFirst();
  return recent === undefined;
}

async function bookOne(platform: Platform, community: Community, userId: string): Promise<void> {
  const now = platform.clock.now().getTime();
  const slots = await platform.db
    .selectFrom('schedule_slots')
    .select('schedule_slot_id')
    .where('user_id', '=', userId)
    .where('booked_by_user_id', 'is', null)
    .where('starts_at', '>', new Date(now + bookings.aheadMs))
    // A member who is still publishing slots is not interrupted.
    .where('updated_at', '<', new Date(now - bookings.afterPublishedMs))
    .orderBy('starts_at')
    .limit(tries.slots)
    .execute();
  const matches = await findMatches(platform, userId);
  for (const { schedule_slot_id: scheduleSlotId } of slots) {
    const first = Math.floor(fraction(scheduleSlotId) * matches.length);
    for (const { key } of [...matches.slice(first), ...matches].slice(0, tries.partners)) {
      const partnerUserId = community.get(key);
      if (partnerUserId === undefined || (await owesAnswer(platform, { partnerUserId, userId }))) continue;
      const booking = bookSlot(platform, as(partnerUserId), { userId, scheduleSlotId });
      if (!(await tookPlace(booking))) continue;
      return tell(platform, { key, partnerUserId, userId, phrase: 'booked', about: scheduleSlotId });
    }
  }
}

/** Partners who learn what the member speaks; preferably also speaking what the member learns. */
async function findMatches({ db }: Platform, userId: string): Promise<CastMember[]> {
  const languages = await db
    .selectFrom('user_languages')
    .select(['language_code', 'learning'])
    .where('user_id', '=', userId)
    .execute();
  const codes = (learning: boolean) =>
    languages.filter((language) => language.learning === learning).map((language) => language.language_code);
  const [speaks, learns] = [codes(false), codes(true)];
  const learners = cast.filter((member) => Object.keys(member.learns).some((code) => speaks.includes(code)));
  const mutual = learners.filter((member) => member.speaks.some((code) => learns.includes(code)));
  return mutual.length > 0 ? mutual : learners;
}

interface Told {
  key: string;
  partnerUserId: string;
  userId: string;
  phrase: Phrase;
  about: string;
}

async function tell(platform: Platform, { key, partnerUserId, userId, phrase, about }: Told): Promise<void> {
  const member = cast.find((candidate) => candidate.key === key);
  if (!member) return;
  const { locale } = await platform.db
    .selectFrom('users')
    .select('locale')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const language = await answerLanguage(platform, member, userId);
  await sendText(platform, as(partnerUserId), {
    userId,
    content: say(phraseIn(language, phrase, locale)),
    clientMessageId: stableId(about, phrase, platform.clock.now().getTime()),
  });
}
