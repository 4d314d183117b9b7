import { answerableMs } from '@parlance/contract/trust';
import { sql } from 'kysely';
import { loadLanguages } from '#languages/languages';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';

/** Sessions that begin within this time are news. */
const sessionsWithinMs = 24 * 3_600_000;
/** Unread messages are news for a week only, so that none is repeated for ever. */
const unreadIsNewsMs = 7 * 24 * 3_600_000;
/** At most this many newcomers are considered, the newest first. */
const newcomersAtMost = 2000;
const namedAtMost = 5;

/** A member whose digest is due. */
export interface Reader {
  userId: string;
  /** Members who joined since are new. */
  newSince: Date;
}

/** The content of a digest. */
export interface News {
  /** The next few, with the total count. */
  sessions: { startsAt: Date; endsAt: Date; name: string }[];
  sessionCount: number;
  /** Past sessions without an answer of the reader. */
  questions: { startsAt: Date; endsAt: Date; name: string }[];
  questionCount: number;
  unread: { name: string; count: number }[];
  unreadCount: number;
  /** With the codes of their languages. */
  partners: { userId: string; name: string; speaks: string[]; learns: string[] }[];
}

const unreadOf = (userId: ReturnType<typeof sql>, now: Date) => sql`
  SELECT seat.partner_user_id, seat.unread_count, seat.last_message_at FROM conversation_members AS seat
  WHERE seat.user_id = ${userId} AND seat.unread_count > 0 AND NOT seat.is_hidden AND NOT seat.is_request
    AND seat.last_message_at > ${new Date(now.getTime() - unreadIsNewsMs)}
    AND NOT EXISTS (SELECT FROM blocks_between(seat.user_id, seat.partner_user_id))`;

const sessionsOf = (userId: ReturnType<typeof sql>, now: Date) => sql`
  SELECT session.schedule_slot_id, session.starts_at, session.ends_at FROM schedule_sessions AS session
  WHERE session.user_id = ${userId}
    AND session.starts_at > ${now} AND session.starts_at <= ${new Date(now.getTime() + sessionsWithinMs)}`;

/** Longer than any session. */
const hourMs = 3_600_000;

/**
 * Asks once after a session's end, and again after the partner's first answer: a miss must not count without a question. A changed answer
 * does not ask anew, since it could be changed every day.
 */
const questionsOf = (userId: ReturnType<typeof sql>, since: ReturnType<typeof sql>, now: Date) => sql`
  SELECT session.starts_at, session.ends_at, theirs.user_id AS partner_user_id
  FROM schedule_sessions AS session
  JOIN schedule_sessions AS theirs
    ON theirs.schedule_slot_id = session.schedule_slot_id AND theirs.user_id <> session.user_id
  LEFT JOIN session_outcomes AS said
    ON said.schedule_slot_id = theirs.schedule_slot_id AND said.user_id = theirs.user_id
  WHERE session.user_id = ${userId} AND session.starts_at > ${new Date(now.getTime() - answerableMs - hourMs)}
    AND session.ends_at > ${new Date(now.getTime() - answerableMs)} AND session.ends_at <= ${now}
    AND (session.ends_at > ${since} OR said.answered_at > ${since})
    AND NOT EXISTS (SELECT FROM session_outcomes AS own
      WHERE own.schedule_slot_id = session.schedule_slot_id AND own.user_id = session.user_id)
    AND NOT EXISTS (SELECT FROM blocks_between(session.user_id, theirs.user_id))`;

/** The newest listed people; the fit is a test of two bit masks each. */
const newcomers = (since: Date) => sql`
  SELECT u.user_id, u.created_at, person.speaks, person.learns
  FROM users AS u JOIN listed_people AS person ON person.user_id = u.user_id
  WHERE u.created_at > ${since} ORDER BY u.created_at DESC LIMIT ${newcomersAtMost}`;

const fits = sql<boolean>`newcomer.user_id <> me.user_id
  AND newcomer.speaks & me.learns <> 0 AND newcomer.learns & me.speaks <> 0
  AND NOT EXISTS (SELECT FROM blocks_between(me.user_id, newcomer.user_id))`;

/** Which of the readers have news, in one statement for all. */
export async function hasNews(tx: Tx, readers: Reader[], now: Date): Promise<Set<string>> {
  if (readers.length === 0) return new Set();
  const oldest = new Date(Math.min(...readers.map(({ newSince }) => newSince.getTime())));
  const [ids, since] = [readers.map(({ userId }) => userId), readers.map(({ newSince }) => newSince)];
  const { rows } = await sql<{ user_id: string }>`
    WITH newcomers AS MATERIALIZED (${newcomers(oldest)})
    SELECT reader.user_id FROM unnest(${ids}::uuid[], ${since}::timestamptz[]) AS reader(user_id, new_since)
    WHERE EXISTS (${unreadOf(sql`reader.user_id`, now)})
      OR EXISTS (${sessionsOf(sql`reader.user_id`, now)})
      OR EXISTS (${questionsOf(sql`reader.user_id`, sql`reader.new_since`, now)})
      OR EXISTS (SELECT FROM listed_people AS me, newcomers AS newcomer
        WHERE me.user_id = reader.user_id AND newcomer.created_at > reader.new_since AND ${fits})`.execute(
    tx,
  );
  return new Set(rows.map(({ user_id }) => user_id));
}

/** The news of one reader. Names are shown unchanged. */
export async function readNews({ db }: Platform, reader: Reader, now: Date): Promise<News> {
  const me = sql`${reader.userId}::uuid`;
  const sessions = await sql<{ starts_at: Date; ends_at: Date; name: string; total: number }>`
    SELECT coming.starts_at, coming.ends_at, other.name, count(*) OVER () AS total FROM (${sessionsOf(me, now)}) AS coming
    JOIN schedule_slots AS slot ON slot.schedule_slot_id = coming.schedule_slot_id
    JOIN users AS other
      ON other.user_id = CASE WHEN slot.user_id = ${me} THEN slot.booked_by_user_id ELSE slot.user_id END
    ORDER BY coming.starts_at LIMIT ${namedAtMost}`.execute(db);
  const questions = await sql<{ starts_at: Date; ends_at: Date; name: string; total: number }>`
    SELECT asked.starts_at, asked.ends_at, partner.name, count(*) OVER () AS total
    FROM (${questionsOf(me, sql`${reader.newSince}::timestamptz`, now)}) AS asked
    JOIN users AS partner ON partner.user_id = asked.partner_user_id
    ORDER BY asked.ends_at LIMIT ${namedAtMost}`.execute(db);
  const unread = await sql<{ name: string; count: number; total: number }>`
    SELECT partner.name, seat.unread_count AS count, sum(seat.unread_count) OVER () AS total FROM (${unreadOf(me, now)}) AS seat
    JOIN users AS partner ON partner.user_id = seat.partner_user_id
    ORDER BY seat.last_message_at DESC LIMIT ${namedAtMost}`.execute(db);
  const partners = await sql<{ user_id: string; name: string }>`
    WITH newcomers AS MATERIALIZED (${newcomers(reader.newSince)})
    SELECT newcomer.user_id, u.name FROM listed_people AS me, newcomers AS newcomer
    JOIN users AS u ON u.user_id = newcomer.user_id
    WHERE me.user_id = ${me} AND ${fits}
    ORDER BY newcomer.created_at DESC LIMIT ${namedAtMost}`.execute(db);
  const spoken = await loadLanguages(
    db,
    partners.rows.map(({ user_id }) => user_id),
  );
  const toSession = (row: { starts_at: Date; ends_at: Date; name: string }) => ({
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    name: row.name,
  });
  return {
    sessions: sessions.rows.map(toSession),
    sessionCount: sessions.rows[0]?.total ?? 0,
    questions: questions.rows.map(toSession),
    questionCount: questions.rows[0]?.total ?? 0,
    unread: unread.rows,
    unreadCount: Number(unread.rows[0]?.total ?? 0),
    partners: partners.rows.map(({ user_id, name }) => {
      const own = spoken.get(user_id) ?? [];
      const named = (learning: boolean) =>
        own.filter((language) => language.learning === learning).map((language) => language.languageCode);
      return { userId: user_id, name, speaks: named(false), learns: named(true) };
    }),
  };
}
