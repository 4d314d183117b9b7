import type { Platform } from '#platform/platform';
import { queueDueDigests } from './digest.ts';
import { notePresence, notePresenceEverySeconds } from './presence.ts';
import { queueUnreadMails } from './unread.ts';

const lookEverySeconds = 5;

/** Queues due mails. Presence is recorded first, so that connected members get none. */
export function notifyJobs(platform: Platform): void {
  const { jobs } = platform;
  jobs.every(notePresenceEverySeconds, 'presence', () => notePresence(platform));
  jobs.every(lookEverySeconds, 'unread mails', () => queueUnreadMails(platform));
  jobs.every(lookEverySeconds, 'digests', () => queueDueDigests(platform));
}
