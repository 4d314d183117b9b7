import type { reportReasons } from '@parlance/contract/chat';
import { word } from '@parlance/words/word';
import type { Words } from '@parlance/words/words';
import { sql } from 'kysely';
import { isAdmin } from '#access/access';
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

/** An admin is notified of a first report at once, and of later ones every ten minutes. */
const pace = { burst: 1, everySeconds: 600 };
/** Reports listed in one mail. */
const namedMax = 20;

const reasonWords: Record<(typeof reportReasons)[number], string> = {
  spam: word('spam or advertising'),
  harassment: word('harassment or threats'),
  sexual: word('unwanted sexual content'),
  scam: word('a scam or a request for money'),
  other: word('something else'),
};

/** Composes mails about reports and warnings at the time of sending. */
export const moderationMails: Composers = { report: composeReports, warning: composeWarning };

/** Queues one mail per admin in the transaction of the report, so that a failing address does not block the others. */
export async function queueReportMails({ config, clock }: Platform, tx: Tx, reportId: string): Promise<void> {
  const { adminEmails } = config;
  const admins = await tx
    .selectFrom('users')
    .select(['user_id', 'email'])
    .where(
      sql<boolean>`email IS NOT NULL AND (admin_since IS NOT NULL OR email = ANY(${adminEmails}::text[]))`,
    )
    .execute();
  const withoutAccount = adminEmails.filter((address) => !admins.some(({ email }) => email === address));
  const mail = { kind: 'report', subjectId: reportId, gatheredAs: 'reports' };
  await queueMails(tx, clock, [
    ...admins.map(({ user_id }) => ({ ...mail, userId: user_id })),
    ...withoutAccount.map((address) => ({ ...mail, address })),
  ]);
}

export async function queueWarningMail(
  { clock }: Platform,
  tx: Tx,
  userId: string,
  auditId: string,
): Promise<void> {
  await queueMails(tx, clock, [{ kind: 'warning', userId, subjectId: auditId }]);
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
    const text = wordings[kindOf(about)](words, {
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

type ReportKind = 'message' | 'thanks' | 'session';

const kindOf = (row: { thanks_id: string | null; schedule_slot_id: string | null }): ReportKind =>
  row.thanks_id !== null ? 'thanks' : row.schedule_slot_id !== null ? 'session' : 'message';

function subjectOf({ counted }: Words, kind: ReportKind, count: number): string {
  if (kind === 'message') return counted(count, 'A message was reported', '{count} messages were reported');
  if (kind === 'session') return counted(count, 'A session was reported', '{count} sessions were reported');
  return counted(count, 'Thanks were reported', '{count} thanks were reported');
}

interface Told {
  why: string | undefined;
  reported: string;
  /** Null once that account is deleted. */
  reporter: string | null;
}

/** The reporter, the reported member and the reason, if given. */
function reportWording({ t }: Words, { why, reported, reporter }: Told): string {
  if (reporter === null)
    return why
      ? t('A message of {reported} was reported: {reason}.', { reported, reason: t(why) })
      : t('A message of {reported} was reported.', { reported });
  return why
    ? t('{reporter} reported a message of {reported}: {reason}.', { reporter, reported, reason: t(why) })
    : t('{reporter} reported a message of {reported}.', { reporter, reported });
}

/** The same for thanks. */
function thanksWording({ t }: Words, { why, reported, reporter }: Told): string {
  if (reporter === null)
    return why
      ? t('Thanks written by {reported} were reported: {reason}.', { reported, reason: t(why) })
      : t('Thanks written by {reported} were reported.', { reported });
  return why
    ? t('{reporter} reported thanks written by {reported}: {reason}.', { reporter, reported, reason: t(why) })
    : t('{reporter} reported thanks written by {reported}.', { reporter, reported });
}

/** The same for a session. */
function sessionWording({ t }: Words, { why, reported, reporter }: Told): string {
  if (reporter === null)
    return why
      ? t('{reported} was reported for a session: {reason}.', { reported, reason: t(why) })
      : t('{reported} was reported for a session.', { reported });
  return why
    ? t('{reporter} reported {reported} for a session: {reason}.', { reporter, reported, reason: t(why) })
    : t('{reporter} reported {reported} for a session.', { reporter, reported });
}

const wordings = { message: reportWording, thanks: thanksWording, session: sessionWording };

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

/** The warning of an admin about a message, thanks or a session, without the reporter. */
async function composeWarning(platform: Platform, [{ subject_id }]: MailBatch): Promise<Letter | null> {
  const warning = await platform.db
    .selectFrom('moderation_audit as act')
    .innerJoin('users as person', 'person.user_id', 'act.user_id')
    .leftJoin('chat_reports as report', 'report.report_id', 'act.report_id')
    .select(['act.reason', 'person.email', 'person.name', 'person.locale', 'thanks_id', 'schedule_slot_id'])
    .where('audit_id', '=', subject_id)
    .where('banned_at', 'is', null)
    .executeTakeFirst();
  if (!warning?.email || warning.reason === null) return null;
  const words = wordsFor(platform, warning.locale);
  const { t } = words;
  const about = warningWording(words, kindOf(warning), nameInMail(words, warning.name));
  return {
    words,
    to: warning.email,
    subject: about.subject,
    preview: about.preview,
    blocks: [
      { kind: 'heading', text: about.subject },
      { kind: 'paragraph', text: about.opening },
      { kind: 'paragraph', text: warning.reason, isWritten: true },
      {
        kind: 'smallPrint',
        text: t(
          'Nothing has changed in your account. If this goes on, it may be banned. If you think we are wrong, write to us through Chat with Admin.',
        ),
      },
    ],
    unsubscribeUrl: null,
  };
}

/** The subject of a warning, without the reporter. */
function warningWording({ t }: Words, kind: ReportKind, name: string) {
  if (kind === 'thanks')
    return {
      subject: t('A warning about thanks you wrote on Parlance'),
      preview: t('Somebody reported thanks that you wrote, and we looked at them.'),
      opening: t(
        'Hello {name}, somebody reported thanks that you wrote, and we looked at them. We ask you:',
        { name },
      ),
    };
  if (kind === 'session')
    return {
      subject: t('A warning about your sessions on Parlance'),
      preview: t('Somebody reported a session with you, and we looked into it.'),
      opening: t('Hello {name}, somebody reported a session with you, and we looked into it. We ask you:', {
        name,
      }),
    };
  return {
    subject: t('A warning about your messages on Parlance'),
    preview: t('Somebody reported a message of yours, and we looked at it.'),
    opening: t('Hello {name}, somebody reported a message of yours, and we looked at it. We ask you:', {
      name,
    }),
  };
}
