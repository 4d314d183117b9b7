import type { UserPreferenceName } from '@parlance/contract/account';

export interface NoticeKind {
  name: UserPreferenceName;
  label: string;
  help: string;
  /** In a sentence: 'You get …', 'You no longer get …'. */
  inSentence: string;
}

/** The mails that can be turned off, the most wanted first. */
export const noticeKinds: NoticeKind[] = [
  {
    name: 'session-notification',
    label: 'Sessions',
    help: 'When somebody books or cancels, and reminders 24 hours and 10 minutes before.',
    inSentence: 'emails about your sessions',
  },
  {
    name: 'new-chat-message-notification',
    label: 'New messages',
    help: 'When a message waits for five minutes and you are not here. It says who wrote, never what.',
    inSentence: 'emails about new messages',
  },
  {
    name: 'daily-digest-notification',
    label: 'Daily summary',
    help: 'At 8 in the morning, only when there is something to tell: sessions, unread messages, new partners.',
    inSentence: 'the daily summary',
  },
];
