import { inCamelCase } from '#platform/database';
import type { Platform } from '#platform/platform';

/** Exports standing, holds, protection, warnings and declined people; not the members who gave penalties. */
export async function exportContact({ db }: Platform, userId: string): Promise<Record<string, unknown>> {
  const rows = inCamelCase(db);
  // Without points, credits and the existence of the row, which would disclose a decline or a partner's answer about a session.
  const standing = await rows
    .selectFrom('contact_standing')
    .select(['held_at', 'restricted_until', 'limited_until', 'trusted_since'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const nothing = { heldAt: null, restrictedUntil: null, limitedUntil: null, trustedSince: null };
  const contactStanding = standing ?? nothing;
  const contactCases = await rows
    .selectFrom('contact_cases')
    .select(['opened_at', 'appeal_text', 'appealed_at', 'closed_at', 'outcome'])
    .where('user_id', '=', userId)
    .orderBy('opened_at')
    .execute();
  const contactProtection = await rows
    .selectFrom('contact_protections')
    .select(['since', 'until'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const contactWarnings = await rows
    .selectFrom('contact_warnings')
    .select(['banned_user_id as userId', 'reason', 'created_at', 'seen_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const declinedUsers = await rows
    .selectFrom('conversation_members')
    .select(['partner_user_id as userId', 'declined_at'])
    .where('user_id', '=', userId)
    .where('declined_at', 'is not', null)
    .orderBy('declined_at')
    .execute();
  return { contactStanding, contactCases, contactProtection, contactWarnings, declinedUsers };
}
