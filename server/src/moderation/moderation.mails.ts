import { sql } from 'kysely';
import { isAdmin } from '#access/access';
import { listCases, reasonWords } from '#contact/contact';
import type { Tx } from '#platform/effects';
import {
  type Composers,
  type Letter,
  type MailBatch,
  queueMails,
  type WaitingMail,
} from '#platform/mail-queue';
import { type MailBlock, nameInMail } from '#platform/mail-template';
import type { Platform } from '#platform/platform';
import { wordsFor } from '#platform/reader-words';
import { decisionMails } from './decision-mails.ts';
import { kindOf, reportWordings, subjectOf } from './report-wording.ts';
import { composeWarning } from './warning-mails.ts';

/** An admin is notified of a first report at once, and of later ones every ten minutes. */
const pace = { burst: 1, everySeconds: 600 };
/** Reports listed in one mail. */
const namedMax = 20;

/** Composes mails about reports and warnings at the time of sending. */
export const moderationMails: Composers = {
  report: composeReports,
  hold: composeHolds,
  warning: composeWarning,
  ...decisionMails,
};

/** Queues one mail per admin in the transaction of the report, so that a failing address does not block the others. */
export async function queueReportMails({ config, clock }: Platform, tx: Tx, reportId: string): Promise<void> {
  await queueToAdmins({ config, clock }, tx, { kind: 'report', subjectId: reportId, gatheredAs: 'reports' });
}

/** Queues a mail about a new hold; several share one mail. */
export async function queueHoldMails(platform: Platform, tx: Tx, userId: string): Promise<void> {
  await queueToAdmins(platform, tx, { kind: 'hold', subjectId: userId, gatheredAs: 'holds' });
}

async function queueToAdmins(
  { config, clock }: Pick<Platform, 'config' | 'clock'>,
  tx: Tx,
  mail: { kind: string; subjectId: string; gatheredAs: string },
): Promise<void> {
  const { adminEmails } = config;
  const admins = await tx
    .selectFrom('users')
    .select(['user_id', 'email'])
    .where(
      sql<boolean>`email IS NOT NULL AND (admin_since IS NOT NULL OR email = ANY(${adminEmails}::text[]))`,
    )
    .execute();
  const withoutAccount = adminEmails.filter((address) => !admins.some(({ email }) => email === address));
  await queueMails(tx, clock, [
    ...admins.map(({ user_id }) => ({ ...mail, userId: user_id })),
    ...withoutAccount.map((address) => ({ ...mail, address })),
  ]);
}

/** Notifies an admin of the accounts that wait for a review, as long as there are any. */
async function composeHolds(platform: Platform, mails: MailBatch): Promise<Letter | null> {
  const admin = await adminOf(platform, mails[0]);
  const { count } = await listCases(platform, { limit: 1 });
  if (!admin || count === 0) return null;
  const { t, counted } = admin.words;
  const text = counted(
    count,
    '1 account is held and waits for you.',
    '{count} accounts are held and wait for you.',
  );
  return {
    words: admin.words,
    to: admin.to,
    subject: t('Accounts wait for a review'),
    preview: text,
    blocks: [
      { kind: 'heading', text: t('Accounts wait for a review') },
      { kind: 'paragraph', text },
      {
        kind: 'button',
        label: t('Look at the holds'),
        url: `${platform.config.publicUrl}/admin/cases`,
      },
      { kind: 'smallPrint', text: t('You get this because you are an admin of Parlance.') },
    ],
    unsubscribeUrl: null,
    pace,
  };
}

/** Notifies an admin of open reports. The messages are shown after sign-in only. */
async function composeReports(platform: Platform, mails: MailBatch): Promise<Letter | null> {
  const reports = await platform.db
    .selectFrom('chat_reports as report')
    .innerJoin('users as reported', 'reported.user_id', 'report.reported_user_id')
    .leftJoin('users as reporter', 'reporter.user_id', 'report.reporter_user_id')
    .select([
      'report_id',
      'thanks_id',
      'schedule_slot_id',
      'profile_user_id',
      'report.reason',
      'reported.name as reportedName',
      'reporter.name as reporterName',
    ])
    .where(
      'report_id',
      'in',
      mails.map(({ subject_id }) => subject_id ?? ''),
    )
    .where('status', '=', 'open')
    .orderBy('report.created_at')
    .orderBy('report_id')
    .execute();
  const admin = await adminOf(platform, mails[0]);
  if (!admin) return null;
  const { to, words } = admin;
  const { t, counted } = words;
  const { publicUrl } = platform.config;
  const items = reports.map(({ report_id, reason, reportedName, reporterName, ...about }) => {
    const text = reportWordings[kindOf(about)](words, {
      why: reasonWords[reason as keyof typeof reasonWords],
      reported: nameInMail(words, reportedName),
      reporter: reporterName === null ? null : nameInMail(words, reporterName),
    });
    return { text, url: `${publicUrl}/admin/report/${report_id}` };
  });
  const [first, ...more] = items;
  if (!first) return null;
  const rest = items.length - namedMax;
  const told: MailBlock[] =
    more.length === 0
      ? [
          { kind: 'paragraph', text: first.text },
          { kind: 'button', label: t('Look at the report'), url: first.url },
        ]
      : [
          { kind: 'list', items: items.slice(0, namedMax) },
          ...(rest > 0
            ? [
                {
                  kind: 'paragraph',
                  text: counted(rest, 'and 1 more report.', 'and {count} more reports.'),
                } as const,
              ]
            : []),
          { kind: 'button', label: t('Look at the reports'), url: `${publicUrl}/admin` },
        ];
  const kinds = new Set(reports.map(kindOf));
  const [only] = kinds;
  const subject =
    kinds.size > 1 || only === undefined
      ? counted(items.length, '1 report is new', '{count} reports are new')
      : subjectOf(words, only, items.length);
  return {
    words,
    to,
    subject,
    preview: first.text,
    blocks: [
      { kind: 'heading', text: subject },
      ...told,
      { kind: 'smallPrint', text: t('You get this because you are an admin of Parlance.') },
    ],
    unsubscribeUrl: null,
    pace,
  };
}

/** An admin's address and language; null for a former admin. */
async function adminOf(platform: Platform, { user_id, address }: WaitingMail) {
  if (user_id === null) {
    const to = platform.config.adminEmails.find((email) => email === address);
    return to === undefined ? null : { to, words: wordsFor(platform, null) };
  }
  const user = await platform.db
    .selectFrom('users')
    .select(['email', 'admin_since', 'locale'])
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  if (!user?.email || !isAdmin(platform, user)) return null;
  return { to: user.email, words: wordsFor(platform, user.locale) };
}
