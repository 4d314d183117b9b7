import type { Words } from '@parlance/words/words';
import type { Letter, MailBatch, WaitingMail } from '#platform/mail-queue';
import type { Platform } from '#platform/platform';
import type { DigestNews } from './digest.ts';
import { type Recipient, readRecipient, toLetter, type Wording } from './letter.ts';
import { isCoordinator } from './roles.ts';
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
  return toCoordinator(platform, reader, {
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
  return toCoordinator(platform, reader, {
    subject: words.t('What is new in {programme}', { programme: programme.name }),
    preview: lines.join(' '),
    blocks: [{ kind: 'list', items: lines.map((text) => ({ text })) }],
  });
}

/** Null for those who no longer coordinate the programme. */
async function readCoordinator(
  platform: Platform,
  { user_id, subject_id }: WaitingMail,
): Promise<Recipient | null> {
  if (user_id === null || subject_id === null) return null;
  if (!(await isCoordinator(platform.db, subject_id, user_id))) return null;
  return readRecipient(platform, user_id, subject_id);
}

const toCoordinator = (platform: Platform, reader: Recipient, wording: Wording): Letter =>
  toLetter(platform, reader, wording, 'coordinator');
