import { sql } from 'kysely';
import type { Platform } from '#platform/platform';
import { bookSlot } from '#schedule/schedule';
import { demoUser } from './cast.ts';
import { stableId } from './seeded.ts';
import { as, momentOf, platformAt, tookPlace } from './story.ts';

type Note = [who: 'me' | 'partner', text: string, better?: string];

/** Sessions that the demo account has had, in local days and times, with the notes of both. */
const pastSessions: { with: string; daysAgo: number; at: string; notes: Note[] }[] = [
  {
    with: 'mateo',
    daysAgo: 3,
    at: '19:00',
    notes: [
      ['partner', 'la sobremesa'],
      ['partner', 'Yo soy de acuerdo', 'Estoy de acuerdo'],
      ['me', 'He explained me the rule', 'He explained the rule to me'],
    ],
  },
  {
    with: 'lucia',
    daysAgo: 33,
    at: '18:00',
    notes: [
      ['partner', 'el puente'],
      ['partner', 'Estoy mirando adelante a verte', 'Tengo ganas de verte'],
      ['me', 'to look forward to'],
    ],
  },
];

interface PastSession {
  startsAt: Date;
  me: string;
  partner: string;
  notes: Note[];
}

const dayMs = 24 * 3_600_000;
const minutes = 45;
const talkedMs = 40 * 60_000;

/** Gives the demo account its past sessions. */
export async function keepPastSessions(platform: Platform, community: Map<string, string>): Promise<void> {
  const me = community.get(demoUser.key);
  for (const past of pastSessions) {
    const partner = community.get(past.with);
    const startsAt = new Date(momentOf(platform, past));
    if (me !== undefined && partner !== undefined)
      await keepPastSession(platform, { startsAt, me, partner, notes: past.notes });
  }
}

/** Books a session two days before it, then adds what took place in it. Idempotent. */
async function keepPastSession(platform: Platform, session: PastSession): Promise<void> {
  const { me, partner, startsAt, notes } = session;
  const { db } = platform;
  const publishedAt = new Date(startsAt.getTime() - 4 * dayMs);
  const scheduleSlotId = stableId(me, 'past session', partner);
  const endsAt = new Date(startsAt.getTime() + minutes * 60_000);
  await sql`
    INSERT INTO schedule_slots (schedule_slot_id, user_id, starts_at, ends_at, duration, created_at, updated_at)
    VALUES (${scheduleSlotId}, ${partner}, ${startsAt}, ${endsAt}, ${minutes}, ${publishedAt}, ${publishedAt})
    ON CONFLICT DO NOTHING`.execute(db);
  const past = platformAt(platform, startsAt.getTime() - 2 * dayMs);
  if (!(await tookPlace(bookSlot(past, as(me), { userId: partner, scheduleSlotId })))) return;
  const swapAt = new Date(startsAt.getTime() + (minutes / 2) * 60_000);
  await sql`
    INSERT INTO calls (schedule_slot_id, user_id, booked_by_user_id, first_language, second_language, started_at,
      swap_at, ends_at, ended_at, end_reason, together_ms)
    VALUES (${scheduleSlotId}, ${partner}, ${me}, 'es', 'en', ${startsAt}, ${swapAt}, ${endsAt}, ${endsAt}, 'time',
      ${talkedMs})
    ON CONFLICT DO NOTHING`.execute(db);
  for (const [userId, first, second] of [
    [me, 0.2, 0.3],
    [partner, 0.25, 0.2],
  ] as const) {
    await sql`
      INSERT INTO call_talk (schedule_slot_id, user_id, peer_id, first_ms, second_ms)
      VALUES (${scheduleSlotId}, ${userId}, ${stableId(scheduleSlotId, userId)}, ${first * talkedMs},
        ${second * talkedMs})
      ON CONFLICT DO NOTHING`.execute(db);
  }
  for (const [place, [who, text, better = null]] of notes.entries()) {
    await sql`
      INSERT INTO call_notes (schedule_slot_id, user_id, note_id, kind, text, better, created_at)
      VALUES (${scheduleSlotId}, ${who === 'me' ? me : partner}, ${stableId(scheduleSlotId, 'note', place)},
        ${better === null ? 'word' : 'correction'}, ${text}, ${better},
        ${new Date(startsAt.getTime() + (place + 1) * 600_000)})
      ON CONFLICT DO NOTHING`.execute(db);
  }
}
