import type { Words } from '@parlance/words/words';
import type { Letter, MailBatch } from '#platform/mail-queue';
import type { Platform } from '#platform/platform';
import { wordsFor } from '#platform/reader-words';
import type { DigestNews } from './digest.ts';
import { findProgramme, isCoordinator } from './roles.ts';
import { readStudents } from './students.ts';

type Numbers = DigestNews & { waiting: number; atRisk: number };

/** The news since yesterday, then what is open. Without names: they stay on the server, and the erasure reaches no mailbox. */
const linesOf = ({ counted }: Words, { joined, asked, ended, waiting, atRisk }: Numbers): string[] => [
  ...(joined > 0 ? [counted(joined, 'One student has joined.', '{count} students have joined.')] : []),
  ...(asked > 0
    ? [counted(asked, 'One student has asked you something.', '{count} students have asked you something.')]
    : []),
  ...(ended > 0 ? [counted(ended, 'One pair has ended.', '{count} pairs have ended.')] : []),
  ...(waiting > 0
    ? [counted(waiting, 'One student has no partner.', '{count} students have no partner.')]
    : []),
  ...(atRisk > 0 ? [counted(atRisk, 'One student is at risk.', '{count} students are at risk.')] : []),
];

/** The daily mail to a coordinator; null for those who no longer are one. */
export async function composeDigest(
  platform: Platform,
  [{ user_id, subject_id, about }]: MailBatch,
): Promise<Letter | null> {
  const { db, config } = platform;
  if (user_id === null || subject_id === null) return null;
  const reader = await db
    .selectFrom('users')
    .select(['email', 'locale'])
    .where('user_id', '=', user_id)
    .where('banned_at', 'is', null)
    .executeTakeFirst();
  if (!reader?.email || !(await isCoordinator(db, subject_id, user_id))) return null;
  const programme = await findProgramme(db, subject_id);
  const students = await readStudents(platform, programme);
  const words = wordsFor(platform, reader.locale);
  const { t } = words;
  const isMatched = ['published', 'running'].includes(programme.state);
  const lines = linesOf(words, {
    ...(about as DigestNews),
    // Before the first round everybody waits.
    waiting: isMatched ? students.filter(({ status }) => status !== 'paired').length : 0,
    atRisk: students.filter(({ risks }) => risks.length > 0).length,
  });
  const subject = t('What is new in {programme}', { programme: programme.name });
  return {
    words,
    to: reader.email,
    subject,
    preview: lines.join(' '),
    blocks: [
      { kind: 'heading', text: subject },
      { kind: 'list', items: lines.map((text) => ({ text })) },
      {
        kind: 'button',
        label: t('Open the programme'),
        url: `${config.publicUrl}/programmes/${subject_id}/coordinate`,
      },
      {
        kind: 'smallPrint',
        text: t('You get this because you coordinate {programme}.', { programme: programme.name }),
      },
    ],
    unsubscribeUrl: null,
  };
}
