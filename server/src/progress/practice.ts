import { progressMessages, reviewsCountedMax } from '@parlance/contract/progress';
import { type RawBuilder, sql } from 'kysely';
import type { Span } from './weeks.ts';

// A member's activity within spans of days. Every part is an index range that begins with the user id, with an upper bound where needed, so
// a hundred thousand messages make no difference.

export const spansOf = (spans: readonly Span[]) => sql`
  unnest(${spans.map(({ from }) => from)}::timestamptz[], ${spans.map(({ to }) => to)}::timestamptz[])
    WITH ORDINALITY AS span(from_at, to_at, nth)`;

const within = (column: RawBuilder<unknown>) => sql`${column} >= span.from_at AND ${column} < span.to_at`;

// By session, which has two rows, not by user, who can have any number.
const isOf = (table: 'said' | 'talk') => sql`(${sql.ref(table)}.user_id = session.user_id) IS TRUE`;

/** Sent messages: each has an activity with the same id, indexed by sender and time. */
export const sentBy = (userId: string) => sql`
  SELECT acted.user_activity_id, acted.created_at FROM user_activities AS acted
  WHERE acted.user_id = ${userId} AND ${within(sql`acted.created_at`)} AND acted.type = 'send-chat-message'`;

export const reviewedBy = (userId: string) => sql`
  SELECT review.phrase_id, review.reviewed_at FROM phrase_reviews AS review
  WHERE review.user_id = ${userId} AND ${within(sql`review.reviewed_at`)}`;

/** Sessions that took place: both were present at once, or the member confirmed it. */
const heldBy = (userId: string) => sql`
  SELECT session.schedule_slot_id FROM schedule_sessions AS session
  WHERE session.user_id = ${userId} AND ${within(sql`session.starts_at`)} AND (
    EXISTS (SELECT FROM calls AS call
      WHERE call.schedule_slot_id = session.schedule_slot_id
        AND session.user_id IN (call.user_id, call.booked_by_user_id)
        AND (call.together_ms > 0 OR call.together_since IS NOT NULL))
    OR EXISTS (SELECT FROM session_outcomes AS said
      WHERE said.schedule_slot_id = session.schedule_slot_id AND ${isOf('said')} AND said.answer = 'kept'))`;

/** Whether each of the days has practice. */
export const practisedDays = (userId: string, days: readonly Span[]) => sql<{ isPractised: boolean }>`
  SELECT EXISTS (${sentBy(userId)}) OR EXISTS (${reviewedBy(userId)}) OR EXISTS (${heldBy(userId)}) AS "isPractised"
  FROM ${spansOf(days)} ORDER BY span.nth`;

export interface Counts {
  sessions: number;
  phrasesSaved: number;
  phrasesReviewed: number;
}

export const countsIn = (userId: string, spans: readonly Span[]) => sql<Counts>`
  SELECT (SELECT count(*) FROM (${heldBy(userId)}) AS held) AS sessions,
    (SELECT count(*) FROM phrases WHERE user_id = ${userId} AND ${within(sql`created_at`)}) AS "phrasesSaved",
    (SELECT count(*) FROM (
      SELECT DISTINCT phrase_id FROM (${reviewedBy(userId)} LIMIT ${reviewsCountedMax}) AS counted
    ) AS reviewed) AS "phrasesReviewed"
  FROM ${spansOf(spans)} ORDER BY span.nth`;

/** Phrases kept and known before the spans, then those added in each of them. */
export const bookIn = (userId: string, spans: readonly Span[]) => sql<{ kept: number; known: number }>`
  SELECT (SELECT count(*) FROM phrases WHERE user_id = ${userId} AND ${within(sql`created_at`)}) AS kept,
    (SELECT count(*) FROM phrases WHERE user_id = ${userId} AND ${within(sql`known_at`)}) AS known
  FROM (
    SELECT '-infinity'::timestamptz AS from_at, ${spans[0]?.from}::timestamptz AS to_at, 0 AS nth
    UNION ALL SELECT from_at, to_at, nth FROM ${spansOf(spans)}
  ) AS span ORDER BY span.nth`;

/** Talk time of a member in one language, in the span of this number, starting at 1. */
export interface Talk {
  nth: number;
  languageCode: string;
  ms: number;
}

/** A member's talk time by the language of the halves. */
export const talkIn = (userId: string, spans: readonly Span[]) => sql<Talk>`
  SELECT span.nth, half.language AS "languageCode", sum(half.ms)::float8 AS ms
  FROM ${spansOf(spans)}
  JOIN schedule_sessions AS session ON session.user_id = ${userId} AND ${within(sql`session.starts_at`)}
  JOIN calls AS call ON call.schedule_slot_id = session.schedule_slot_id
  JOIN call_talk AS talk ON talk.schedule_slot_id = session.schedule_slot_id AND ${isOf('talk')}
  CROSS JOIN LATERAL (
    VALUES (call.first_language, talk.first_ms), (call.second_language, talk.second_ms)
  ) AS half(language, ms)
  WHERE half.language IS NOT NULL AND half.ms > 0
  GROUP BY span.nth, half.language ORDER BY span.nth, half.language`;

/** A message in the span of this number. */
export interface Sent {
  nth: number;
  chatMessageId: string;
  content: string;
}

/** The newest messages of each span. Corrections are excluded: most of their words are the partner's. */
export const messagesIn = (userId: string, spans: readonly Span[]) => sql<Sent>`
  SELECT span.nth, message.chat_message_id AS "chatMessageId",
    left(message.content, ${progressMessages.characters}) AS content
  FROM ${spansOf(spans)}
  CROSS JOIN LATERAL (
    ${sentBy(userId)} ORDER BY acted.created_at DESC, acted.user_activity_id DESC LIMIT ${progressMessages.aWeek}
  ) AS newest
  JOIN chat_messages AS message ON message.chat_message_id = newest.user_activity_id
  WHERE message.from_user_id = ${userId} AND message.content IS NOT NULL
    AND message.corrects_message_id IS NULL AND NOT message.was_correction
  ORDER BY span.nth, message.created_at DESC, message.chat_message_id DESC`;
