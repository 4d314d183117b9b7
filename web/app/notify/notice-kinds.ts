import type { UserPreferenceName } from '@parlance/contract/account';
import { word } from '@parlance/words/word';

export interface NoticeKind {
  name: UserPreferenceName;
  label: string;
  help: string;
  /** Descriptions for the states on and off. */
  on: string;
  off: string;
}

/** Mails that can be turned off, most important first. */
export const noticeKinds: NoticeKind[] = [
  {
    name: 'session-notification',
    label: word('Sessions'),
    help: word('When a session is booked, moved or cancelled, and reminders 24 hours and 10 minutes before.'),
    on: word('You get emails about your sessions.'),
    off: word('You no longer get emails about your sessions.'),
  },
  {
    name: 'new-chat-message-notification',
    label: word('New messages'),
    help: word(
      'When a message has been unread for five minutes and you are away. It says who wrote, but not what.',
    ),
    on: word('You get emails about new messages.'),
    off: word('You no longer get emails about new messages.'),
  },
  {
    name: 'daily-digest-notification',
    label: word('Daily summary'),
    help: word(
      'At 8 in the morning, only when there is something to tell: sessions, unread messages, new partners.',
    ),
    on: word('You get the daily summary.'),
    off: word('You no longer get the daily summary.'),
  },
];
