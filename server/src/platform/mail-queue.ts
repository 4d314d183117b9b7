import type { Words } from '@parlance/words/words';
import type { Selectable } from 'kysely';
import type { WaitingMails } from '#domain/tables.generated';
import type { Clock } from './clock.ts';
import type { Tx } from './effects.ts';
import { newId } from './ids.ts';
import type { Mail } from './mail.ts';
import type { MailBlock } from './mail-template.ts';
import type { Platform } from './platform.ts';

/**
 * A queued mail before rendering. The recipient is `user_id`, or `address` without an account; `other_user_id` is the member it is
 * about, null if there is none or that account is deleted.
 */
export type WaitingMail = Omit<Selectable<WaitingMails>, 'about'> & { about: unknown };

/** Mails sent as one letter, oldest first: same group name, recipient and subject member; else a single mail. */
export type MailBatch = readonly [WaitingMail, ...WaitingMail[]];

type Reader = { userId: string; address?: never } | { address: string; userId?: never };

export type NewMail = Reader & {
  kind: string;
  otherUserId?: string | null;
  /** The id by which `withdrawMails` finds it. */
  subjectId?: string;
  /** Waits and leaves together with other mails of this group name, whatever their kind. */
  gatheredAs?: string;
  about?: object;
  /** Defaults to now. */
  dueAt?: Date;
};

/** A rendered mail. */
export interface Letter {
  to: string;
  subject: string;
  /** The line inboxes show after the subject. */
  preview: string;
  blocks: MailBlock[];
  /** The unsubscribe link. Null only for mandatory mails: warnings, and reports to admins. */
  unsubscribeUrl: string | null;
  /** The recipient's language; English by default. */
  words?: Words;
  /** Where replies go; one checked address. */
  replyTo?: string;
  icalEvent?: Mail['icalEvent'];
  attachments?: Mail['attachments'];
  /** Throttles grouped mails: `burst` letters, then one per interval. Later mails join the next letter, so the last state arrives. */
  pace?: { burst: number; everySeconds: number };
}

/** Renders each kind of mail; null when the recipient or the content no longer exists. */
export type Composers = Record<string, (platform: Platform, mails: MailBatch) => Promise<Letter | null>>;

/** Queues mails in the transaction: they are sent only if it commits. */
export async function queueMails(tx: Tx, clock: Clock, mails: NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map((mail) => ({
    mail_id: newId(clock),
    kind: mail.kind,
    user_id: mail.userId ?? null,
    address: mail.address ?? null,
    other_user_id: mail.otherUserId ?? null,
    subject_id: mail.subjectId ?? null,
    gathered_as: mail.gatheredAs ?? null,
    about: JSON.stringify(mail.about ?? {}),
    due_at: mail.dueAt ?? clock.now(),
  }));
  await tx.insertInto('waiting_mails').values(rows).execute();
}

export async function withdrawMails(tx: Tx, subjectIds: string[], kinds: readonly string[]): Promise<void> {
  if (subjectIds.length === 0) return;
  await tx
    .deleteFrom('waiting_mails')
    .where('subject_id', 'in', subjectIds)
    .where('kind', 'in', kinds)
    .execute();
}
