import { sql } from 'kysely';
import { contactRules } from '#platform/contact-rules';
import type { Platform } from '#platform/platform';
import { addPenalty, forgiveReport, removePenalties, takeBackPenalty } from './penalties.ts';

/** Penalties and credits follow from what other slices do, in their transactions. */
export function contactEffects(effects: Platform['effects']): void {
  effects.on('userBlocked', (platform, tx, { userId, blockedUserId }) =>
    addPenalty(platform, tx, { senderId: blockedUserId, byId: userId, kind: 'block' }),
  );
  effects.on('userUnblocked', (platform, tx, { userId, blockedUserId }) =>
    takeBackPenalty(platform, tx, { senderId: blockedUserId, byId: userId, kind: 'block' }),
  );
  effects.on('contactDeclined', (platform, tx, { userId, partnerUserId }) =>
    addPenalty(platform, tx, { senderId: partnerUserId, byId: userId, kind: 'decline' }),
  );
  effects.on('messageReported', async (platform, tx, { reportId }) => {
    // Any member can report any profile and thanks, so only messages and sessions count.
    const report = await tx
      .selectFrom('chat_reports')
      .select(['reporter_user_id', 'reported_user_id'])
      .where('report_id', '=', reportId)
      .where((eb) => eb.or([eb('chat_message_id', 'is not', null), eb('schedule_slot_id', 'is not', null)]))
      .executeTakeFirst();
    if (!report?.reporter_user_id) return;
    const { reporter_user_id: byId, reported_user_id: senderId } = report;
    return addPenalty(platform, tx, { senderId, byId, kind: 'report' });
  });
  effects.on('reportDismissed', (platform, tx, { reportId }) => forgiveReport(platform, tx, reportId));
  effects.on('userDeleted', (platform, tx, { userId }) => removePenalties(platform, tx, userId));
  effects.on('outcomeAnswered', async (platform, tx, { userId, partnerUserId }) => {
    for (const member of [userId, partnerUserId].toSorted()) {
      await sql`SELECT recount_contact_credits(
        ${member}, ${platform.clock.now()}, ${contactRules(platform)}::jsonb)`.execute(tx);
    }
  });
}
