import type { reportReasons } from '@parlance/contract/chat';
import { sql } from 'kysely';
import { isAdmin } from '#access/access';
import type { Tx } from '#platform/effects';
import type { Mail } from '#platform/mail';
import { type MailBlock, renderMail } from '#platform/mail-template';
import type { Platform } from '#platform/platform';

export const reportMailJob = 'moderation-report-mail';
export const warningMailJob = 'moderation-warning-mail';

const productName = 'Parlance';

/** One admin's mail about one report. Accounts go by their id: an address in the job table would outlive the account. */
export type ReportMail = { reportId: string } & ({ configured: string } | { userId: string });

/** The mail of one act of warning. */
export interface WarningMail {
  auditId: string;
}

const reasonWords: Record<(typeof reportReasons)[number], string> = {
  spam: 'spam or advertising',
  harassment: 'harassment or threats',
  sexual: 'unwanted sexual content',
  scam: 'a scam or a request for money',
  other: 'something else',
};

/** One job for each admin, in the transaction of the report: a mail server that fails for one holds up no other. */
export async function queueReportMails(platform: Platform, tx: Tx, reportId: string): Promise<void> {
  const { adminEmails } = platform.config;
  const made = await tx
    .selectFrom('users')
    .select('user_id')
    .where('admin_since', 'is not', null)
    .where(sql<boolean>`email IS NOT NULL AND email <> ALL(${adminEmails}::text[])`)
    .execute();
  const mails: ReportMail[] = [
    ...adminEmails.map((configured) => ({ reportId, configured })),
    ...made.map(({ user_id }) => ({ reportId, userId: user_id })),
  ];
  for (const mail of mails) await platform.jobs.send(reportMailJob, mail, { tx });
}

/** Tells an admin of a report that still waits. The message itself stays behind the sign-in. */
export async function sendReportMail(platform: Platform, { reportId, ...admin }: ReportMail): Promise<void> {
  const report = await platform.db
    .selectFrom('chat_reports as report')
    .innerJoin('users as reported', 'reported.user_id', 'report.reported_user_id')
    .leftJoin('users as reporter', 'reporter.user_id', 'report.reporter_user_id')
    .select(['report.reason', 'reported.name as reportedName', 'reporter.name as reporterName'])
    .where('report_id', '=', reportId)
    .where('status', '=', 'open')
    .executeTakeFirst();
  const to = 'configured' in admin ? admin.configured : await emailOfAdmin(platform, admin.userId);
  if (!report || to === null) return;
  const { publicUrl } = platform.config;
  const why = reasonWords[report.reason as keyof typeof reasonWords];
  const sentence = `${nameOf(report.reporterName)} reported a message of ${nameOf(report.reportedName)}${why ? `: ${why}` : ''}.`;
  await send(platform, {
    to,
    subject: 'A message was reported',
    preview: sentence,
    blocks: [
      { kind: 'heading', text: 'A message was reported' },
      { kind: 'paragraph', text: sentence },
      { kind: 'button', label: 'Look at the report', url: `${publicUrl}/admin/report/${reportId}` },
      { kind: 'smallPrint', text: `You get this because you are an admin of ${productName}.` },
    ],
    messageId: `report-${reportId}`,
  });
}

/** Tells somebody what an admin has to say about what they sent. Who reported it is not told. */
export async function sendWarningMail(platform: Platform, { auditId }: WarningMail): Promise<void> {
  const warning = await platform.db
    .selectFrom('moderation_audit as act')
    .innerJoin('users as person', 'person.user_id', 'act.user_id')
    .select(['act.reason', 'person.email', 'person.name'])
    .where('audit_id', '=', auditId)
    .where('banned_at', 'is', null)
    .executeTakeFirst();
  if (!warning?.email || warning.reason === null) return;
  const subject = `A warning about your messages on ${productName}`;
  await send(platform, {
    to: warning.email,
    subject,
    preview: 'Somebody reported a message of yours, and we looked at it.',
    blocks: [
      { kind: 'heading', text: subject },
      { kind: 'paragraph', text: `Hello ${nameOf(warning.name)},` },
      { kind: 'paragraph', text: 'somebody reported a message of yours, and we looked at it. We ask you:' },
      { kind: 'paragraph', text: warning.reason },
      {
        kind: 'smallPrint',
        text: 'Nothing has changed in your account. If this goes on, it may be banned. If you think we are wrong, write to us through Chat with Admin.',
      },
    ],
    messageId: `warning-${auditId}`,
  });
}

async function emailOfAdmin(platform: Platform, userId: string): Promise<string | null> {
  const user = await platform.db
    .selectFrom('users')
    .select(['email', 'admin_since'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return user && isAdmin(platform, user) ? user.email : null;
}

interface Letter extends Pick<Mail, 'to' | 'subject'> {
  preview: string;
  blocks: MailBlock[];
  messageId: string;
}

async function send(platform: Platform, { to, subject, preview, blocks, messageId }: Letter): Promise<void> {
  await platform.mail.send({
    to,
    subject,
    ...renderMail({ blocks, preview, productName }),
    // The same for every attempt, so that a mailbox which got it twice after a crash can tell.
    headers: { 'Message-ID': `<${messageId}@${new URL(platform.config.publicUrl).hostname}>` },
  });
}

/** A name in a sentence is one line. */
const nameOf = (name: string | null): string => name?.replace(/\s+/g, ' ').trim() || 'Anonymous';
