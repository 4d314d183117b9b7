import type { startApp } from '@parlance/server/app';
import { addPeople } from './many-people.ts';

type Platform = Awaited<ReturnType<typeof startApp>>['platform'];

/** A member, and how much of everything the account gets. */
export interface MuchData {
  userId: string;
  savedPeople: number;
  conversations: number;
  requests: number;
  pastSessions: number;
  phrases: number;
}

const person = `(SELECT array_agg(user_id ORDER BY created_at DESC, name) FROM users WHERE name LIKE 'Learner %')`;

/** Inserts the history of a busy member at once: living it would take longer than the journey. Sessions end every twelve hours. */
export async function fillUp(platform: Platform, data: MuchData): Promise<void> {
  const { pool, clock } = platform;
  const { userId, savedPeople, conversations, requests, pastSessions, phrases } = data;
  await addPeople(platform, { count: savedPeople, learns: 'ga' });
  await pool.query(
    `INSERT INTO saved_people (user_id, saved_user_id, created_at) SELECT $1, unnest(${person}), $2`,
    [userId, clock.now()],
  );
  await pool.query(
    `WITH pairs AS (
       SELECT n, (${person})[n] AS other, gen_random_uuid() AS conversation, gen_random_uuid() AS message, n > $3 AS is_request
       FROM generate_series(1, $3::int + $4::int) AS n
     ), talks AS (
       INSERT INTO conversations (conversation_id, low_user_id, high_user_id, started_by_user_id, created_at, last_sequence, answered_at)
       SELECT conversation, least(other, $1::uuid), greatest(other, $1::uuid), other, $2, 1, CASE WHEN NOT is_request THEN $2::timestamptz END
       FROM pairs
     ), messages AS (
       INSERT INTO chat_messages (chat_message_id, conversation_id, sequence, from_user_id, to_user_id, type, content, payload_hash,
         created_at, updated_at)
       SELECT message, conversation, 1, other, $1::uuid, 'text', 'Hello, message ' || n, '', $2, $2 FROM pairs
     )
     INSERT INTO conversation_members (user_id, partner_user_id, conversation_id, last_message_id, last_message_at, unread_count,
       is_request, request_why)
     SELECT $1::uuid, other, conversation, message, $2::timestamptz - n * interval '1 minute', 1, is_request,
       CASE WHEN is_request THEN 'asked' END FROM pairs
     UNION ALL SELECT other, $1::uuid, conversation, message, $2, 0, false, NULL FROM pairs`,
    [userId, clock.now(), conversations, requests],
  );
  await pool.query(
    `WITH slots AS (
       INSERT INTO schedule_slots (schedule_slot_id, user_id, booked_by_user_id, starts_at, ends_at, duration, created_at, updated_at)
       SELECT gen_random_uuid(), $1::uuid, (${person})[n], at, at + interval '30 minutes', 30, at, at
       FROM generate_series(1, $3::int) AS n, LATERAL (SELECT date_trunc('day', $2::timestamptz) - n * interval '12 hours' AS at) AS moment
       RETURNING schedule_slot_id, user_id, booked_by_user_id, starts_at, ends_at
     )
     INSERT INTO schedule_sessions (schedule_slot_id, user_id, starts_at, ends_at)
     SELECT schedule_slot_id, unnest(ARRAY[user_id, booked_by_user_id]), starts_at, ends_at FROM slots`,
    [userId, clock.now(), pastSessions],
  );
  await pool.query(
    `INSERT INTO phrases (phrase_id, user_id, language_code, text, meaning, context, is_verbatim, is_meaning_verbatim,
       is_context_verbatim, due_at, created_at, updated_at)
     SELECT gen_random_uuid(), $1, 'es', 'frase ' || n, 'phrase ' || n, '', false, false, false, $2, $2, $2
     FROM generate_series(1, $3::int) AS n`,
    [userId, clock.now(), phrases],
  );
}
