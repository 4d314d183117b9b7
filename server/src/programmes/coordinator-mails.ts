import type { Words } from '@parlance/words/words';
import type { Letter, MailBatch, WaitingMail } from '#platform/mail-queue';
import type { MailBlock } from '#platform/mail-template';
import type { Platform } from '#platform/platform';
import { wordsFor } from '#platform/reader-words';
import type { DigestNews } from './digest.ts';
import { findProgramme, isCoordinator, type ProgrammeRow } from './roles.ts';
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

/** To a new coordinator. */
export async function composeAppointment(platform: Platform, [mail]: MailBatch): Promise<Letter | null> {
  const reader = await readCoordinator(platform, mail);
  if (!reader) return null;
  const { programme, words } = reader;
  const { t } = words;
  return toLetter(platform, reader, {
    subject: t('You coordinate {programme} now', { programme: programme.name }),
    blocks: [
      {
        kind: 'paragraph',
        text: t('You can invite students, find partners for them and see who needs help.'),
      },
    ],
  });
}

/** The daily mail to a coordinator. */
export async function composeDigest(platform: Platform, [mail]: MailBatch): Promise<Letter | null> {
  const reader = await readCoordinator(platform, mail);
  if (!reader) return null;
  const { programme, words } = reader;
  const students = await readStudents(platform, programme);
  const isMatched = ['published', 'running'].includes(programme.state);
  const lines = linesOf(words, {
    ...(mail.about as DigestNews),
    // Before the first round everybody waits.
    waiting: isMatched ? students.filter(({ status }) => status !== 'paired').length : 0,
    atRisk: students.filter(({ risks }) => risks.length > 0).length,
  });
  return toLetter(platform, reader, {
    subject: words.t('What is new in {programme}', { programme: programme.name }),
    preview: lines.join(' '),
    blocks: [{ kind: 'list', items: lines.map((text) => ({ text })) }],
  });
}

interface Coordinator {
  to: string;
  programme: ProgrammeRow;
  words: Words;
}

/** The recipient of a mail; null for those who no longer coordinate the programme. */
async function readCoordinator(
  platform: Platform,
  { user_id, subject_id }: WaitingMail,
): Promise<Coordinator | null> {
  const { db } = platform;
  if (user_id === null || subject_id === null) return null;
  const reader = await db
    .selectFrom('users')
    .select(['email', 'locale'])
    .where('user_id', '=', user_id)
    .where('banned_at', 'is', null)
    .executeTakeFirst();
  if (!reader?.email || !(await isCoordinator(db, subject_id, user_id))) return null;
  const programme = await findProgramme(db, subject_id);
  return { to: reader.email, programme, words: wordsFor(platform, reader.locale) };
}

function toLetter(
  { config }: Platform,
  { to, programme, words }: Coordinator,
  { subject, blocks, preview }: { subject: string; blocks: MailBlock[]; preview?: string },
): Letter {
  const { t } = words;
  const [first] = blocks;
  return {
    words,
    to,
    subject,
    preview: preview ?? (first?.kind === 'paragraph' ? first.text : subject),
    blocks: [
      { kind: 'heading', text: subject },
      ...blocks,
      {
        kind: 'button',
        label: t('Open the programme'),
        url: `${config.publicUrl}/programmes/${programme.programme_id}/coordinate`,
      },
      {
        kind: 'smallPrint',
        text: t('You get this because you coordinate {programme}.', { programme: programme.name }),
      },
    ],
    unsubscribeUrl: null,
  };
}
