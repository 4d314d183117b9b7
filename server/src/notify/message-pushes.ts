import { sql } from 'kysely';
import { nameInMail } from '#platform/mail-template';
import type { PushComposers } from '#platform/push-queue';

interface UnreadNow {
  partner_user_id: string;
  name: string;
  unread_count: number;
}

/** Notifications about unread messages: sender and count, never the text, which others could read on a lock screen. */
export const messagePushes: PushComposers = {
  message: {
    preference: 'push-messages',
    async compose({ db }, { user_id, subject_id }, { words, showsNames }) {
      // The ban of the sender needs no condition: it hides the conversation in its transaction, and an unblock keeps it hidden.
      const { rows } = await sql<UnreadNow>`
        SELECT seat.partner_user_id, partner.name, seat.unread_count FROM conversation_members AS seat
        JOIN users AS partner ON partner.user_id = seat.partner_user_id
        WHERE seat.user_id = ${user_id} AND seat.conversation_id = ${subject_id}
          AND seat.unread_count > 0 AND NOT seat.is_hidden AND NOT seat.is_request
          AND NOT EXISTS (SELECT FROM blocks_between(seat.user_id, seat.partner_user_id))`.execute(db);
      const [now] = rows;
      if (!now) return null;
      const { partner_user_id: partnerId, name, unread_count: count } = now;
      return {
        title: showsNames ? nameInMail(words, name) : 'Parlance',
        body: words.counted(count, '1 new message', '{count} new messages'),
        // The tag of the notification that an open page shows, so that one replaces the other.
        tag: `parlance-chat-${partnerId}`,
        path: `/chat/${partnerId}`,
        urgency: 'high',
        isUrgent: false,
      };
    },
  },
};
