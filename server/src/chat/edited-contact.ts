import { contactRefusals } from '@parlance/contract/contact';
import { ApiError } from '@parlance/contract/errors';
import { sql } from 'kysely';
import { contactRules } from '#platform/contact-rules';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { holdsContact } from './first-contacts.ts';
import type { MessageRow } from './message.ts';

interface Unanswered {
  conversation_id: string;
  state: 'new' | 'trusted' | 'restricted' | 'held';
  have_met: boolean;
  is_asked: boolean;
}

/**
 * Applies the rules of first contact to an edit before the first answer: contact details, the recipient's settings and a restriction make
 * the conversation a request, a hold refuses the edit. The caller holds the row lock of the conversation, which an answer takes too.
 */
export async function placeEdit(
  platform: Platform,
  tx: Tx,
  { from_user_id: from, to_user_id: to, content }: MessageRow,
): Promise<void> {
  const rules = contactRules(platform);
  const now = platform.clock.now();
  const { rows } = await sql<Unanswered>`
    SELECT conversation.conversation_id, standing.state, have_session(${from}, ${to}, ${now}) AS have_met,
      is_contact_asked(${from}, ${to}, standing.state, ${now}) AS is_asked
    FROM conversations AS conversation
    CROSS JOIN LATERAL contact_state(${from}, ${now}, ${rules}::jsonb) AS standing
    WHERE low_user_id = least(${from}::uuid, ${to}::uuid) AND high_user_id = greatest(${from}::uuid, ${to}::uuid)
      AND started_by_user_id = ${from} AND answered_at IS NULL AND NOT is_contact_admin(${to}, ${rules}::jsonb)`.execute(
    tx,
  );
  const [unanswered] = rows;
  if (!unanswered) return;
  const { conversation_id, state, have_met, is_asked } = unanswered;
  if (state === 'held' && !have_met) throw new ApiError('NotAllowed', { message: contactRefusals.held });
  const hasContact = holdsContact({ content });
  if (hasContact)
    await sql`UPDATE conversations SET has_contact = true WHERE conversation_id = ${conversation_id}`.execute(
      tx,
    );
  let why: 'contact' | 'asked' | 'restricted' | null = null;
  if (!have_met && state === 'restricted') why = 'restricted';
  if (!have_met && is_asked) why = 'asked';
  if (hasContact && state !== 'trusted') why = 'contact';
  if (why === null) return;
  await sql`
    UPDATE conversation_members SET is_request = true, request_why = least(request_why, ${why})
    WHERE user_id = ${to} AND partner_user_id = ${from}`.execute(tx);
}
