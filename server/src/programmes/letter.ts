import type { Words } from '@parlance/words/words';
import type { Letter } from '#platform/mail-queue';
import type { MailBlock } from '#platform/mail-template';
import type { Platform } from '#platform/platform';
import { wordsFor } from '#platform/reader-words';
import { findProgramme, type ProgrammeRow } from './roles.ts';

export interface Recipient {
  to: string;
  programme: ProgrammeRow;
  words: Words;
}

export interface Wording {
  subject: string;
  blocks: MailBlock[];
  /** By default the first paragraph, or the subject. */
  preview?: string;
  button?: string;
  attachments?: Letter['attachments'];
}

/** Null without an address, or for a banned member. */
export async function readRecipient(
  platform: Platform,
  userId: string,
  programmeId: string,
): Promise<Recipient | null> {
  const reader = await platform.db
    .selectFrom('users')
    .select(['email', 'locale'])
    .where('user_id', '=', userId)
    .where('banned_at', 'is', null)
    .executeTakeFirst();
  if (!reader?.email) return null;
  const programme = await findProgramme(platform.db, programmeId);
  return { to: reader.email, programme, words: wordsFor(platform, reader.locale) };
}

/** A mail of a programme with a link to its page. Replies of students go to the office. */
export function toLetter(
  { config }: Platform,
  { to, programme, words }: Recipient,
  { subject, blocks, preview, button, attachments }: Wording,
  role: 'student' | 'coordinator' = 'student',
): Letter {
  const { t } = words;
  const isStudent = role === 'student';
  const url = `${config.publicUrl}/programmes/${programme.programme_id}${isStudent ? '' : '/coordinate'}`;
  const [first] = blocks;
  const name = { programme: programme.name };
  const reason = isStudent
    ? t('You get this because you take part in {programme}. Leave it to get no more.', name)
    : t('You get this because you coordinate {programme}.', name);
  return {
    words,
    to,
    subject,
    preview: preview ?? (first?.kind === 'paragraph' ? first.text : subject),
    blocks: [
      { kind: 'heading', text: subject },
      ...blocks,
      { kind: 'button', label: button ?? t('Open the programme'), url },
      { kind: 'smallPrint', text: reason },
    ],
    unsubscribeUrl: null,
    ...(attachments && { attachments }),
    ...(isStudent && programme.reply_to !== null && { replyTo: programme.reply_to }),
  };
}
