import type { ContactWarning } from '@parlance/contract/contact';
import type { Words } from '@parlance/words/words';
import type { Composers, Letter, MailBatch } from '#platform/mail-queue';
import { nameInMail } from '#platform/mail-template';
import type { Platform } from '#platform/platform';
import { wordsFor } from '#platform/reader-words';
import { reasonWords } from './reason-words.ts';
import { warningMailKind } from './warnings.ts';

export const contactMails: Composers = { [warningMailKind]: composeWarning };

/** Warns a member who had written with an account that was closed since. Withdrawn warnings have no row and send nothing. */
async function composeWarning(platform: Platform, [{ subject_id }]: MailBatch): Promise<Letter | null> {
  const warning = await platform.db
    .selectFrom('contact_warnings as warning')
    .innerJoin('users as reader', 'reader.user_id', 'warning.user_id')
    .innerJoin('users as closed', 'closed.user_id', 'warning.banned_user_id')
    .select(['reader.email', 'reader.locale', 'closed.name', 'reason'])
    .where('warning_id', '=', subject_id)
    .where('reader.banned_at', 'is', null)
    .executeTakeFirst();
  if (!warning?.email) return null;
  const words = wordsFor(platform, warning.locale);
  const { t } = words;
  const name = nameInMail(words, warning.name);
  const closed = closedText(words, name, warning.reason as ContactWarning['reason']);
  const subject = t('An account that wrote to you was closed');
  return {
    words,
    to: warning.email,
    subject,
    preview: closed,
    blocks: [
      { kind: 'heading', text: subject },
      { kind: 'paragraph', text: closed },
      { kind: 'paragraph', text: t('If you went on elsewhere, send no money and block them there.') },
      { kind: 'smallPrint', text: t('You get this because the two of you have written to each other.') },
    ],
    unsubscribeUrl: null,
  };
}

function closedText({ t }: Words, name: string, reason: ContactWarning['reason']): string {
  return reason === 'other'
    ? t('An account that wrote to you, {name}, was closed.', { name })
    : // words: {reason} is "spam or advertising", "harassment or threats", "a scam or a request for money"
      t('An account that wrote to you, {name}, was closed for {reason}.', {
        name,
        reason: t(reasonWords[reason]),
      });
}
