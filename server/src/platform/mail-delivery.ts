import { sql } from 'kysely';
import type { Mail } from './mail.ts';
import type { Composers, Letter, MailBatch, WaitingMail } from './mail-queue.ts';
import { renderMail } from './mail-template.ts';
import type { Platform } from './platform.ts';

const productName = 'Parlance';
const lookEverySeconds = 2;
/** A run ends after this time and continues in the next, so that a stopping node does not wait for a long queue. */
const lookForMs = 5000;
const batchSize = 20;
/** Longer than the timeout of a whole batch and the clock skew between nodes (ten minutes): then the rows of a stopped node are released. */
const leaseMs = 15 * 60_000;
const retryDelayMs = { first: 15_000, longest: 3_600_000 };
/** About four days of hourly retries; then the address or the mail is at fault. */
const attemptsMax = 100;

/** Registers the delivery job. Call it after the jobs that queue mails. */
export function mailJobs(platform: Platform, composers: Composers): void {
  platform.jobs.every(lookEverySeconds, 'mails', () => deliverDueMails(platform, composers));
}

/**
 * Sends due mails. Nodes can run concurrently: leased rows are skipped, and the lease of a stopped node expires. Only a crash between
 * the mail server's response and the deletion of the row can send a mail twice, with the same Message-ID.
 */
export async function deliverDueMails(platform: Platform, composers: Composers): Promise<void> {
  const endsAt = performance.now() + lookForMs;
  while (performance.now() < endsAt) {
    const mails = await claimMails(platform, Object.keys(composers));
    if (mails.length === 0) return;
    const byReader = Map.groupBy(mails, readerOf);
    await Promise.all([...byReader.values()].map((own) => deliverInOrder(platform, composers, own)));
  }
}

const readerOf = ({ user_id, address }: WaitingMail): string => user_id ?? address ?? '';

/** Sends each recipient's mails in sequence, so that a cancellation never precedes its booking; they also wait together. */
async function deliverInOrder(platform: Platform, composers: Composers, mails: WaitingMail[]): Promise<void> {
  const inOrder = mails.toSorted((a, b) => (a.mail_id < b.mail_id ? -1 : 1));
  const batches = Map.groupBy(inOrder, ({ mail_id, gathered_as, other_user_id }) =>
    gathered_as === null ? mail_id : `${gathered_as} ${other_user_id}`,
  );
  const waiting = [...batches.values()] as unknown as MailBatch[];
  for (const [index, together] of waiting.entries()) {
    const failed = await deliver(platform, composers, together);
    if (failed.length === 0) continue;
    for (const later of [failed, ...waiting.slice(index + 1)].flat()) await postpone(platform, later);
    return;
  }
}

/** Claims due mails with the rest of their group, also while those are paused or waiting for a retry. */
async function claimMails({ db, clock }: Platform, kinds: string[]): Promise<WaitingMail[]> {
  const now = clock.now();
  const { rows } = await sql<WaitingMail>`
    WITH due AS MATERIALIZED (
      SELECT mail_id, user_id, address, other_user_id, gathered_as FROM waiting_mails
      WHERE due_at <= ${now} AND kind = ANY(${kinds}::text[])
      ORDER BY due_at, mail_id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
    ), together AS MATERIALIZED (
      SELECT mail_id FROM waiting_mails AS mail
      WHERE gathered_as IS NOT NULL AND kind = ANY(${kinds}::text[]) AND (claimed_at IS NULL OR due_at <= ${now})
        AND EXISTS (SELECT FROM due WHERE due.gathered_as = mail.gathered_as
          AND due.user_id IS NOT DISTINCT FROM mail.user_id AND due.address IS NOT DISTINCT FROM mail.address
          AND due.other_user_id IS NOT DISTINCT FROM mail.other_user_id)
      FOR UPDATE SKIP LOCKED
    )
    UPDATE waiting_mails
    SET attempts = attempts + 1, claimed_at = ${now}, due_at = ${new Date(now.getTime() + leaseMs)}
    WHERE mail_id IN (SELECT mail_id FROM due UNION SELECT mail_id FROM together)
    RETURNING *`.execute(db);
  return rows;
}

/** Sends one letter; returns the mails that need a retry. */
async function deliver(platform: Platform, composers: Composers, mails: MailBatch): Promise<WaitingMail[]> {
  const { db, log } = platform;
  const [{ kind, mail_id }] = mails;
  let done: readonly WaitingMail[] = mails;
  try {
    const letter = await composers[kind]?.(platform, mails);
    const pauseSeconds = letter ? await pauseBefore(platform, mails, letter) : 0;
    if (pauseSeconds > 0) {
      await pause(platform, mails, pauseSeconds);
      return [];
    }
    if (letter) await platform.mail.send(toMail(platform, mails, letter));
  } catch (error) {
    const about = { error, mail: mail_id, kind };
    done = mails.filter(({ attempts }) => attempts >= attemptsMax);
    if (done.length > 0) log.error(about, 'a mail is given up');
    else log.warn(about, 'a mail waits for another try');
  }
  const doneIds = done.map((mail) => mail.mail_id);
  if (done.length > 0) await db.deleteFrom('waiting_mails').where('mail_id', 'in', doneIds).execute();
  return mails.filter((mail) => !done.includes(mail));
}

/** Returns the seconds to wait before a letter, 0 for none. A retry is not throttled again. */
async function pauseBefore({ limits }: Platform, mails: MailBatch, { pace }: Letter): Promise<number> {
  if (!pace || mails.some(({ attempts }) => attempts > 1)) return 0;
  const [mail] = mails;
  const key = `mail:${mail.gathered_as}:${readerOf(mail)}:${mail.other_user_id}`;
  const taken = await limits.takeToken({ key, burst: pace.burst, perSecond: 1 / pace.everySeconds });
  return taken.ok ? 0 : taken.retryAfterSeconds;
}

function toMail({ config }: Platform, mails: MailBatch, letter: Letter): Mail {
  const { to, subject, preview, blocks, unsubscribeUrl, words, replyTo, icalEvent, attachments } = letter;
  const newest = mails.at(-1) ?? mails[0];
  return {
    to,
    subject,
    ...renderMail({
      blocks,
      preview,
      productName,
      words,
      ...(unsubscribeUrl !== null && { unsubscribeUrl }),
    }),
    ...(icalEvent && { icalEvent }),
    ...(attachments && { attachments }),
    headers: {
      // The same for every attempt, so that a mailbox can discard a duplicate after a crash; different once the group grows.
      'Message-ID': `<${newest.mail_id}@${new URL(config.publicUrl).hostname}>`,
      ...(replyTo !== undefined && { 'Reply-To': replyTo }),
      // RFC 8058: mail programs POST to this URL when the recipient uses their unsubscribe button.
      ...(unsubscribeUrl !== null && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
      // Suppresses automatic out-of-office replies.
      'Auto-Submitted': 'auto-generated',
    },
  };
}

async function postpone(platform: Platform, mail: WaitingMail): Promise<void> {
  const delayMs = Math.min(retryDelayMs.first * 2 ** (mail.attempts - 1), retryDelayMs.longest);
  await letGo(platform, mail, delayMs, mail.attempts);
}

/** A pause does not count as an attempt. */
async function pause(platform: Platform, mails: MailBatch, seconds: number): Promise<void> {
  for (const mail of mails) await letGo(platform, mail, seconds * 1000, mail.attempts - 1);
}

async function letGo({ db, clock }: Platform, mail: WaitingMail, delayMs: number, attempts: number) {
  await db
    .updateTable('waiting_mails')
    .set({ due_at: new Date(clock.now().getTime() + delayMs), claimed_at: null, attempts })
    .where('mail_id', '=', mail.mail_id)
    .where('attempts', '=', mail.attempts)
    .execute();
}
