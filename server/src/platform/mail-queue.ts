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
 * A mail that waits for its time: what it is about, not yet its words. `user_id` reads it, or `address` where there is no
 * account; `other_user_id` is whom it tells of, null once that account is deleted or when it tells of nobody.
 */
export type WaitingMail = Omit<Selectable<WaitingMails>, 'about'> & { about: unknown };

/** Mails that are told in one, oldest first: those of one name, for one reader, about one person; else one alone. */
export type Gathered = readonly [WaitingMail, ...WaitingMail[]];

type Reader = { userId: string; address?: never } | { address: string; userId?: never };

/** What a slice puts into the queue. */
export type NewMail = Reader & {
  kind: string;
  otherUserId?: string | null;
  /** What `withdrawMails` finds it by. */
  subjectId?: string;
  /** Waits and leaves together with the others of this name, whatever their kind. */
  gatheredAs?: string;
  about?: object;
  /** At once without it. */
  dueAt?: Date;
};

/** A mail in words. */
export interface Letter {
  to: string;
  subject: string;
  /** The line inboxes show after the subject. */
  preview: string;
  blocks: MailBlock[];
  /** How the reader stops mails of this kind. Null only where they must know: warnings, and reports to admins. */
  unsubscribeUrl: string | null;
  /** The reader's language, in which the rest was written; English when left out. */
  words?: Words;
  icalEvent?: Mail['icalEvent'];
  attachments?: Mail['attachments'];
  /**
   * Of gathered mails: so many letters at once, then one each time. What comes in between waits and is told in the next,
   * so nobody fills a mailbox by what they do, and the last state always arrives.
   */
  pace?: { burst: number; everySeconds: number };
}

/** Finds the words of each kind of mail; null when there is nobody to tell or nothing to say any more. */
export type Composers = Record<string, (platform: Platform, mails: Gathered) => Promise<Letter | null>>;

/** Mails that go out if and only if the transaction commits. */
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

/** Takes back what has not gone out yet. */
export async function withdrawMails(tx: Tx, subjectIds: string[], kinds: readonly string[]): Promise<void> {
  if (subjectIds.length === 0) return;
  await tx
    .deleteFrom('waiting_mails')
    .where('subject_id', 'in', subjectIds)
    .where('kind', 'in', kinds)
    .execute();
}
