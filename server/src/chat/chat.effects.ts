import { sql } from 'kysely';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';

export function chatEffects(effects: Platform['effects']): void {
  effects.on('userBlocked', async (_platform, tx, { userId, blockedUserId }) => {
    await tx
      .updateTable('conversation_members')
      .set({ is_hidden: true })
      .where('user_id', '=', userId)
      .where('partner_user_id', '=', blockedUserId)
      .execute();
  });
  effects.on('userUnblocked', (_platform, tx, { userId, blockedUserId }) =>
    showAgain(tx, userId, blockedUserId),
  );
  effects.on('userBanned', async (_platform, tx, { userId }) => {
    await tx
      .updateTable('conversation_members')
      .set({ is_hidden: true })
      .where('partner_user_id', '=', userId)
      .where('user_id', 'in', partnersOf(tx, userId))
      .execute();
  });
  effects.on('userUnbanned', (_platform, tx, { userId }) => showAgain(tx, null, userId));
  effects.on('userDeleted', async (platform, tx, { userId }) => {
    const fileKey = sql<string>`coalesce(audio_key, picture_key)`;
    const files = await tx
      .selectFrom('chat_messages')
      .innerJoin('conversations', 'conversations.conversation_id', 'chat_messages.conversation_id')
      .select(fileKey.as('key'))
      .where((eb) => eb.or([eb('low_user_id', '=', userId), eb('high_user_id', '=', userId)]))
      .where(fileKey, 'is not', null)
      // Files in a snapshot that this member reported stay with the report.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('chat_reports')
              .select('report_id')
              .where('reporter_user_id', '=', userId)
              .whereRef('reported_user_id', '=', 'chat_messages.from_user_id')
              .where(
                sql<boolean>`snapshot @> jsonb_build_array(CASE WHEN picture_key IS NULL
                  THEN jsonb_build_object('audio_key', audio_key)
                  ELSE jsonb_build_object('picture_key', picture_key) END)`,
              ),
          ),
        ),
      )
      .execute();
    return async () => {
      for (const { key } of files) await platform.files.remove(key);
    };
  });
}

// Every partner of a member, by the index of the member's own rows.
const partnersOf = (tx: Tx, userId: string) =>
  tx
    .selectFrom('conversation_members as own')
    .select('own.partner_user_id')
    .where('own.user_id', '=', userId);

// Unhides the conversation unless the viewer's own block or the partner's ban still hides it.
async function showAgain(tx: Tx, userId: string | null, partnerUserId: string): Promise<void> {
  const seats = sql`seat.partner_user_id = ${partnerUserId}
    AND seat.user_id IN (${userId === null ? partnersOf(tx, partnerUserId) : userId})`;
  // A ban or a block in progress holds these rows. Only a statement that begins after its commit sees it; the update alone would wait
  // for the row and then unhide it.
  await sql`
    SELECT FROM conversation_members AS seat WHERE ${seats} ORDER BY seat.user_id FOR NO KEY UPDATE`.execute(
    tx,
  );
  await sql`
    UPDATE conversation_members AS seat SET is_hidden = false
    WHERE ${seats}
      AND NOT EXISTS (SELECT FROM user_blocks b
        WHERE b.user_id = seat.user_id AND b.blocked_user_id = seat.partner_user_id)
      AND NOT EXISTS (SELECT FROM users u WHERE u.user_id = seat.partner_user_id AND u.banned_at IS NOT NULL)
  `.execute(tx);
}
