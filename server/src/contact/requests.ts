import {
  type ContactRequest,
  type listRequests as listRequestsCall,
  type refuseRequest as refuseRequestCall,
  requestsPageSize,
  requestTextMaxLength,
} from '@parlance/contract/contact';
import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { sql } from 'kysely';
import { reportLatest, takeReport } from '#chat/chat';
import { loadLanguages } from '#languages/languages';
import { blockInTransaction, loadBaseProfiles, lockPair, refuseUnblockable } from '#people/people';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { retriedTransaction } from '#platform/retried-transaction';
import type { Caller } from '#platform/serve';
import { readSnapshot } from '#platform/snapshot-read';

const dayMs = 24 * 3_600_000;

interface Row {
  partner_user_id: string;
  why: ContactRequest['why'];
  messages: number;
  text: string | null;
  duration_ms: number | null;
  created_at: Date;
}

/** Requests that wait for the caller, newest first. Opening the list marks nothing as delivered or read. */
export async function listRequests(
  platform: Platform,
  caller: Caller,
  { limit = requestsPageSize, offset = 0 }: PayloadOf<typeof listRequestsCall>,
): Promise<ResultOf<typeof listRequestsCall>> {
  const waiting = sql`conversation_members AS seat
    WHERE seat.user_id = ${caller.userId} AND seat.is_request AND seat.declined_at IS NULL AND NOT seat.is_hidden`;
  const { count, rows } = await readSnapshot(platform, [], async (snapshot) => {
    const [total] = await snapshot.read(sql<{ count: number }>`SELECT count(*) AS count FROM ${waiting}`);
    const page = await snapshot.read(sql<Row>`
      SELECT seat.partner_user_id, conversation.last_sequence AS messages, conversation.created_at,
        CASE WHEN seat.request_why IN ('contact', 'asked') THEN seat.request_why ELSE 'silent' END AS why,
        left(first.content, ${requestTextMaxLength}) AS text, first.audio_duration_ms AS duration_ms
      FROM (
        SELECT * FROM ${waiting}
        ORDER BY seat.last_message_at DESC, seat.last_message_id DESC LIMIT ${limit} OFFSET ${offset}
      ) AS seat
      JOIN conversations AS conversation USING (conversation_id)
      LEFT JOIN LATERAL (
        SELECT message.content, message.audio_duration_ms FROM chat_messages AS message
        WHERE message.conversation_id = seat.conversation_id AND message.deleted_at IS NULL
        ORDER BY message.sequence LIMIT 1
      ) AS first ON true
      ORDER BY seat.last_message_at DESC, seat.last_message_id DESC`);
    return { count: total?.count ?? 0, rows: page };
  });
  const partners = rows.map(({ partner_user_id }) => partner_user_id);
  const profiles = await loadBaseProfiles(platform.db, partners);
  const languages = await loadLanguages(platform.db, partners);
  return {
    count,
    requests: rows.flatMap((row) => {
      const profile = profiles.get(row.partner_user_id);
      // The sender was deleted between the two reads.
      if (!profile) return [];
      return [
        {
          // A picture of a stranger is not shown before the answer.
          profile: { ...profile, profileImageUrl: null },
          languages: languages.get(row.partner_user_id) ?? [],
          text: row.text,
          durationMs: row.duration_ms,
          messageCount: row.messages,
          why: row.why,
          createdAt: row.created_at,
        },
      ];
    }),
  };
}

/** Takes a request off the list. The sender is not told; their later messages stay in it, unseen. */
export async function declineRequest(
  platform: Platform,
  { userId }: Caller,
  partnerUserId: string,
): Promise<void> {
  // Other members who decline or answer the sender at the same moment lock the standing and the seats in another order.
  const after = await retriedTransaction(platform, async (tx) => {
    // Alone: a message of the sender locks the same rows in another order.
    await lockPair(tx, userId, partnerUserId, 'alone');
    await lockRequest(tx, userId, partnerUserId);
    const { numUpdatedRows } = await tx
      .updateTable('conversation_members')
      .set({ declined_at: platform.clock.now() })
      .where('user_id', '=', userId)
      .where('partner_user_id', '=', partnerUserId)
      .where('declined_at', 'is', null)
      .executeTakeFirstOrThrow();
    // A repeat would renew a penalty that was purged since.
    if (numUpdatedRows === 0n) return null;
    return platform.effects.run(platform, tx, 'contactDeclined', { userId, partnerUserId });
  });
  await after?.();
}

/** Blocks the sender of a request and reports the newest message, both or neither. */
export async function refuseRequest(
  platform: Platform,
  { userId }: Caller,
  { userId: partnerUserId, protect, ...words }: { userId: string } & PayloadOf<typeof refuseRequestCall>,
): Promise<void> {
  await findUnanswered(platform.db, userId, partnerUserId);
  await refuseUnblockable(platform, userId, partnerUserId);
  await takeReport(platform, userId);
  // Blocking locks the seat before the report locks the conversation, a deletion of the message the other way round.
  const after = await retriedTransaction(platform, async (tx) => {
    const blocked = await blockInTransaction(platform, tx, userId, partnerUserId);
    // Answered or deleted meanwhile.
    await findUnanswered(tx, userId, partnerUserId);
    const reported = await reportLatest(platform, tx, { userId, partnerUserId, ...words });
    if (protect) await protectFrom(platform, tx, userId);
    return async () => {
      await blocked();
      await reported?.();
    };
  });
  await after();
}

/** Locks the seat of a request, so that it is not promoted meanwhile. */
async function lockRequest(tx: Tx, userId: string, partnerUserId: string): Promise<void> {
  await tx
    .selectFrom('conversation_members')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('partner_user_id', '=', partnerUserId)
    .where('is_request', '=', true)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new ApiError('ResourceNotFound'));
}

/** A request, or one that was promoted since the member opened the list: it has a reason and no answer. */
async function findUnanswered(
  db: Pick<Tx, 'selectFrom'>,
  userId: string,
  partnerUserId: string,
): Promise<void> {
  await db
    .selectFrom('conversation_members as seat')
    .innerJoin('conversations as conversation', 'conversation.conversation_id', 'seat.conversation_id')
    .select('seat.user_id')
    .where('seat.user_id', '=', userId)
    .where('seat.partner_user_id', '=', partnerUserId)
    .where((eb) =>
      eb.or([
        eb('seat.is_request', '=', true),
        eb.and([eb('seat.request_why', 'is not', null), eb('conversation.answered_at', 'is', null)]),
      ]),
    )
    .executeTakeFirstOrThrow(() => new ApiError('ResourceNotFound'));
}

/** Accounts that are newer than this moment ask first for some days: a blocked person may return with a new one. */
async function protectFrom({ clock, config }: Platform, tx: Tx, userId: string): Promise<void> {
  const now = clock.now();
  const until = new Date(now.getTime() + config.contact.protectionDays * dayMs);
  await tx
    .insertInto('contact_protections')
    .values({ user_id: userId, since: now, until })
    // The moment of a protection that lasts stays: an account that was new then is still new.
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        until,
        since: sql`CASE WHEN contact_protections.until > ${now} THEN contact_protections.since ELSE ${now} END`,
      }),
    )
    .execute();
}
