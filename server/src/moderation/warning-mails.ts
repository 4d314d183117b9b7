import type { Words } from '@parlance/words/words';
import type { Tx } from '#platform/effects';
import { type Letter, type MailBatch, queueMails } from '#platform/mail-queue';
import { nameInMail } from '#platform/mail-template';
import type { Platform } from '#platform/platform';
import { wordsFor } from '#platform/reader-words';
import { kindOf, type ReportKind } from './report-wording.ts';

export async function queueWarningMail(
  { clock }: Platform,
  tx: Tx,
  userId: string,
  auditId: string,
): Promise<void> {
  await queueMails(tx, clock, [{ kind: 'warning', userId, subjectId: auditId }]);
}

/** The warning of an admin about a message, thanks, a session, a profile or first contacts, without the reporter. */
export async function composeWarning(
  platform: Platform,
  [{ subject_id }]: MailBatch,
): Promise<Letter | null> {
  const warning = await platform.db
    .selectFrom('moderation_audit as act')
    .innerJoin('users as person', 'person.user_id', 'act.user_id')
    .leftJoin('chat_reports as report', 'report.report_id', 'act.report_id')
    .select(['act.reason', 'act.report_id', 'person.email', 'person.name', 'person.locale'])
    .select(['thanks_id', 'schedule_slot_id', 'profile_user_id'])
    .where('audit_id', '=', subject_id)
    .where('banned_at', 'is', null)
    .executeTakeFirst();
  if (!warning?.email || warning.reason === null) return null;
  const words = wordsFor(platform, warning.locale);
  const { t } = words;
  // A warning without a report decides a case.
  const kind = warning.report_id === null ? 'contact' : kindOf(warning);
  const about = warningWording(words, kind, nameInMail(words, warning.name));
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
function warningWording({ t }: Words, kind: ReportKind | 'contact', name: string) {
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
  if (kind === 'profile')
    return {
      subject: t('A warning about your profile on Parlance'),
      preview: t('Somebody reported your profile, and we looked at it.'),
      opening: t('Hello {name}, somebody reported your profile, and we looked at it. We ask you:', { name }),
    };
  if (kind === 'contact')
    return {
      subject: t('A warning about your first messages on Parlance'),
      preview: t('Several people declined, blocked or reported you after you wrote first.'),
      opening: t(
        'Hello {name}, several people declined, blocked or reported you after you wrote first. The review is over, and you can write to new people again. We ask you:',
        { name },
      ),
    };
  return {
    subject: t('A warning about your messages on Parlance'),
    preview: t('Somebody reported a message of yours, and we looked at it.'),
    opening: t('Hello {name}, somebody reported a message of yours, and we looked at it. We ask you:', {
      name,
    }),
  };
}
