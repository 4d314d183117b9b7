import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Tx } from './effects.ts';
import { newId } from './ids.ts';
import type { Mail } from './mail.ts';
import { type MailBlock, renderMail } from './mail-template.ts';
import type { Platform } from './platform.ts';

/** A mail that waits for its time: what it is about, not yet its words. */
export interface WaitingMail {
  mail_id: string;
  kind: string;
  user_id: string;
  /** Whom it tells of; null once that account is deleted, or when it tells of nobody. */
  other_user_id: string | null;
  subject_id: string | null;
  about: unknown;
  due_at: Date;
  attempts: number;
}

/** What a slice puts into the queue. */
export interface NewMail {
  kind: string;
  userId: string;
  otherUserId?: string | null;
  /** What `withdrawMails` finds it by. */
  subjectId?: string;
  about?: object;
  /** At once without it. */
  dueAt?: Date;
}

/** A mail in words. Nobody gets one of these without a way to stop them. */
export interface Letter {
  to: string;
  subject: string;
  /** The line inboxes show after the subject. */
  preview: string;
  blocks: MailBlock[];
  unsubscribeUrl: string;
  icalEvent?: Mail['icalEvent'];
}

/** Finds the words of each kind of mail; null when there is nobody to tell or nothing to say any more. */
export type Composers = Record<string, (platform: Platform, mail: WaitingMail) => Promise<Letter | null>>;

const productName = 'Parlance';
const lookEverySeconds = 2;
/** A look ends after this time and goes on with the next, so that a stopping node does not wait for a whole morning. */
const lookForMs = 5000;
const batchSize = 20;
/**
 * Longer than a mail server is given for a whole batch, and than the clocks of two nodes may differ (ten minutes): after it
 * the rows of a node that died are anybody's again.
 */
const leaseMs = 15 * 60_000;
const retryDelayMs = { first: 15_000, longest: 3_600_000 };
/** About four days of hourly tries; then the address or the mail is at fault. */
const attemptsMax = 100;

/** Mails that go out if and only if the transaction commits. */
export async function queueMails(tx: Tx, clock: Clock, mails: NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map(({ kind, userId, otherUserId = null, subjectId = null, about = {}, dueAt }) => ({
    mail_id: newId(clock),
    kind,
    user_id: userId,
    other_user_id: otherUserId,
    subject_id: subjectId,
    about: JSON.stringify(about),
    due_at: dueAt ?? clock.now(),
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

/** The tick that sends. Register it after whatever puts mails into the queue. */
export function mailJobs(platform: Platform, composers: Composers): void {
  platform.jobs.every(lookEverySeconds, 'mails', () => deliverDueMails(platform, composers));
}

/**
 * Sends what is due. Several nodes may do this at once: a claimed row is skipped by the others, and a claim of a node that
 * died runs out. Only a crash between the mail server's word and ours can send a mail twice, with the same Message-ID.
 */
export async function deliverDueMails(platform: Platform, composers: Composers): Promise<void> {
  const endsAt = performance.now() + lookForMs;
  while (performance.now() < endsAt) {
    const mails = await claimMails(platform, Object.keys(composers));
    if (mails.length === 0) return;
    const byReader = Map.groupBy(mails, (mail) => mail.user_id);
    await Promise.all([...byReader.values()].map((own) => deliverInOrder(platform, composers, own)));
  }
}

/** Nobody reads of a cancellation before the booking: one person's mails go one after the other, and wait together. */
async function deliverInOrder(platform: Platform, composers: Composers, mails: WaitingMail[]): Promise<void> {
  const waiting = mails.toSorted((a, b) => (a.mail_id < b.mail_id ? -1 : 1));
  for (const [index, mail] of waiting.entries()) {
    if (await deliver(platform, composers, mail)) continue;
    for (const later of waiting.slice(index)) await postpone(platform, later);
    return;
  }
}

async function claimMails({ db, clock }: Platform, kinds: string[]): Promise<WaitingMail[]> {
  const now = clock.now();
  const { rows } = await sql<WaitingMail>`
    WITH due AS MATERIALIZED (
      SELECT mail_id FROM waiting_mails WHERE due_at <= ${now} AND kind = ANY(${kinds}::text[])
      ORDER BY due_at, mail_id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
    )
    UPDATE waiting_mails SET attempts = attempts + 1, due_at = ${new Date(now.getTime() + leaseMs)}
    WHERE mail_id IN (SELECT mail_id FROM due)
    RETURNING *`.execute(db);
  return rows;
}

async function deliver(platform: Platform, composers: Composers, mail: WaitingMail): Promise<boolean> {
  const { db, log } = platform;
  try {
    const letter = await composers[mail.kind]?.(platform, mail);
    if (letter) await platform.mail.send(toMail(platform, mail, letter));
  } catch (error) {
    const about = { error, mail: mail.mail_id, kind: mail.kind };
    if (mail.attempts < attemptsMax) {
      log.warn(about, 'a mail waits for another try');
      return false;
    }
    log.error(about, 'a mail is given up');
  }
  await db.deleteFrom('waiting_mails').where('mail_id', '=', mail.mail_id).execute();
  return true;
}

function toMail({ config }: Platform, { mail_id }: WaitingMail, letter: Letter): Mail {
  const { to, subject, preview, blocks, unsubscribeUrl, icalEvent } = letter;
  return {
    to,
    subject,
    ...renderMail({ blocks, preview, productName, unsubscribeUrl }),
    ...(icalEvent && { icalEvent }),
    headers: {
      // The same for every attempt, so that a mailbox which got it twice after a crash can tell.
      'Message-ID': `<${mail_id}@${new URL(config.publicUrl).hostname}>`,
      // RFC 8058: mail programs send a POST there when somebody presses their unsubscribe button.
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      // No holiday notes in answer to a program.
      'Auto-Submitted': 'auto-generated',
    },
  };
}

async function postpone({ db, clock }: Platform, mail: WaitingMail): Promise<void> {
  const delayMs = Math.min(retryDelayMs.first * 2 ** (mail.attempts - 1), retryDelayMs.longest);
  await db
    .updateTable('waiting_mails')
    .set({ due_at: new Date(clock.now().getTime() + delayMs) })
    .where('mail_id', '=', mail.mail_id)
    .where('attempts', '=', mail.attempts)
    .execute();
}
