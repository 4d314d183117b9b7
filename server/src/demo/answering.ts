import { sql } from 'kysely';
import { listMessages, markRead, sendText, sendVoice } from '#chat/chat';
import type { Platform } from '#platform/platform';
import { listTopics } from '#topics/topics';
import { answerLanguage } from './answer-language.ts';
import { type CastMember, cast } from './cast.ts';
import { hum } from './hum.ts';
import { phraseIn } from './phrases.ts';
import { replyTo } from './replies.ts';
import { fraction, stableId } from './seeded.ts';
import { attemptOf, correctionOf } from './slips.ts';
import { as, tookPlace } from './story.ts';

/** A conversation whose last message is not the partner's. */
interface Waiting {
  key: string;
  partnerUserId: string;
  userId: string;
  chatMessageId: string;
  type: string;
  /** The text or caption, empty for a picture without one; null for a recording. */
  content: string | null;
  sequence: number;
  isReply: boolean;
  /** Corrects a message of the partner. */
  isCorrection: boolean;
  /** Whether the member accepts corrections unasked. */
  wantsCorrections: boolean;
  /** The interface language of the member. */
  locale: string | null;
  deliveredAt: Date | null;
  readAt: Date | null;
  /** Time of the first unanswered message. */
  since: Date;
}

const afterMs = { delivered: 1000, read: 2500, answered: 4500 };
const thinksUpToMs = 3500;
const atOnce = 20;
const members = new Map(cast.map((member) => [member.key, member]));

/** Answers pending messages. Stateless: a restart loses none, and idempotency keys derive from the message, so none is repeated. */
export async function answerMessages(platform: Platform): Promise<void> {
  for (const waiting of await findWaiting(platform)) {
    const member = members.get(waiting.key);
    if (member) await tookPlace(attend(platform, member, waiting));
  }
}

async function attend(platform: Platform, member: CastMember, waiting: Waiting): Promise<void> {
  const { partnerUserId, userId, chatMessageId, since } = waiting;
  const waitedMs = platform.clock.now().getTime() - since.getTime();
  const partner = as(partnerUserId);
  if (waitedMs >= afterMs.delivered && waiting.deliveredAt === null) {
    await listMessages(platform, partner, { userId, limit: 1 });
  }
  if (waitedMs >= afterMs.read && waiting.readAt === null) await markRead(platform, partner, userId);
  if (waitedMs >= afterMs.answered + fraction(chatMessageId) * thinksUpToMs)
    await answer(platform, member, waiting);
}

async function answer(platform: Platform, member: CastMember, waiting: Waiting): Promise<void> {
  const { partnerUserId, userId, chatMessageId, content, sequence, isCorrection, locale } = waiting;
  const isIntroduced = await hasIntroduced(platform, member, waiting);
  const partner = as(partnerUserId);
  // Topics are chosen for the learner: in the partner's language, at the learner's level.
  const [topic] = (await listTopics(platform, as(userId), partnerUserId)).topics;
  const { text, hums, takesUpTopic } = replyTo(member, {
    content,
    sequence,
    isCorrection,
    isIntroduced,
    language: await answerLanguage(platform, member, userId),
    locale,
    topic: topic?.text,
  });
  await correctGently(platform, member, waiting);
  if (hums) {
    const address = { userId, clientMessageId: stableId(chatMessageId, 'hum') };
    await sendVoice(platform, partner, address, {
      bytes: hum(member.key, sequence),
      contentType: 'audio/wav',
    });
  }
  const clientMessageId = stableId(chatMessageId, 'answer');
  const topicId = takesUpTopic ? topic?.topicId : undefined;
  // Shows what the answer is about, as people do.
  const repliesTo = waiting.type === 'picture' || waiting.isReply ? chatMessageId : undefined;
  await sendText(platform, partner, { userId, content: text, clientMessageId, topicId, repliesTo });
  const attempt = isIntroduced && !isCorrection ? attemptOf(member, sequence) : null;
  if (attempt === null) return;
  const again = { userId, clientMessageId: stableId(chatMessageId, 'attempt') };
  await sendText(platform, partner, { ...again, content: attempt });
}

async function correctGently(platform: Platform, member: CastMember, waiting: Waiting): Promise<void> {
  const { partnerUserId, userId, chatMessageId, type, content, isCorrection, wantsCorrections } = waiting;
  // Captions cannot be corrected.
  if (type !== 'text' || content === null || isCorrection || !wantsCorrections) return;
  const correction = correctionOf(member.speaks, content);
  if (!correction) return;
  const { text, kind, note } = correction;
  await sendText(platform, as(partnerUserId), {
    userId,
    content: text,
    corrects: { chatMessageId, kind, note },
    clientMessageId: stableId(chatMessageId, 'correction'),
  });
}

async function findWaiting({ db }: Platform): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    SELECT demo.key, demo.user_id AS "partnerUserId", seat.partner_user_id AS "userId",
      last.chat_message_id AS "chatMessageId", last.type,
      CASE last.type WHEN 'picture' THEN coalesce(last.content, '') ELSE last.content END AS content,
      last.sequence, person.locale, last.replies_to_message_id IS NOT NULL AS "isReply",
      last.corrects_message_id IS NOT NULL AS "isCorrection", person.correct_me = 'always' AS "wantsCorrections",
      last.delivered_at AS "deliveredAt", last.read_at AS "readAt", unanswered.since
    FROM demo_people AS demo
    JOIN conversation_members AS seat ON seat.user_id = demo.user_id
    JOIN chat_messages AS last ON last.chat_message_id = seat.last_message_id AND last.to_user_id = demo.user_id
      AND last.deleted_at IS NULL
    JOIN users AS partner ON partner.user_id = demo.user_id AND partner.banned_at IS NULL
    JOIN users AS person ON person.user_id = seat.partner_user_id AND person.banned_at IS NULL
    CROSS JOIN LATERAL (
      SELECT min(created_at) AS since FROM chat_messages
      WHERE conversation_id = seat.conversation_id AND sequence > coalesce((
        SELECT sequence FROM chat_messages AS own
        WHERE own.conversation_id = seat.conversation_id AND own.from_user_id = demo.user_id
        ORDER BY sequence DESC LIMIT 1
      ), 0)
    ) AS unanswered
    WHERE demo.key = ANY (${[...members.keys()]}::text[])
      AND NOT EXISTS (SELECT FROM blocks_between(demo.user_id, person.user_id))
    ORDER BY unanswered.since LIMIT ${atOnce}`.execute(db);
  return rows;
}

/** Whether a partner owes an answer. An unrelated message before it would look like the answer. */
export async function owesAnswer(
  { db }: Platform,
  { partnerUserId, userId }: { partnerUserId: string; userId: string },
): Promise<boolean> {
  const { rows } = await sql<{ isOwed: boolean }>`
    SELECT EXISTS (
      SELECT FROM conversation_members AS seat JOIN chat_messages AS last
        ON last.chat_message_id = seat.last_message_id AND last.to_user_id = seat.user_id
      WHERE seat.user_id = ${partnerUserId} AND seat.partner_user_id = ${userId} AND last.deleted_at IS NULL
    ) AS "isOwed"`.execute(db);
  return rows[0]?.isOwed ?? false;
}

async function hasIntroduced({ db }: Platform, member: CastMember, waiting: Waiting): Promise<boolean> {
  // In any of them: the languages that the member learns can change.
  const hellos = member.speaks.map((language) => phraseIn(language, 'hello')[0]);
  const { rows } = await sql<{ isIntroduced: boolean }>`
    SELECT EXISTS (
      SELECT FROM chat_messages JOIN conversation_members USING (conversation_id)
      WHERE user_id = ${waiting.partnerUserId} AND partner_user_id = ${waiting.userId}
        AND from_user_id = ${waiting.partnerUserId}
        AND EXISTS (SELECT FROM unnest(${hellos}::text[]) AS hello WHERE starts_with(content, hello))
    ) AS "isIntroduced"`.execute(db);
  return rows[0]?.isIntroduced ?? false;
}
