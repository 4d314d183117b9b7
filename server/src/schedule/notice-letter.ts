import type { Words } from '@parlance/words/words';
import { unsubscribeUrl, wantsNotice } from '#account/account';
import type { Letter, MailBatch } from '#platform/mail-queue';
import { type MailBlock, nameInMail } from '#platform/mail-template';
import type { Platform } from '#platform/platform';
import { wordsFor } from '#platform/reader-words';
import type { Wording } from './notice-wording.ts';
import { isEnd, type Notice } from './session-news.ts';
import { areSameClock, sessionTime, zoneOf } from './session-times.ts';

/** One preference for all mails about sessions. */
export const sessionPreference = 'session-notification';
/** Sessions listed in one mail; the calendar file has all. */
const namedMax = 20;

interface Person {
  user_id: string;
  /** Safe for use in a sentence. */
  name: string;
  email: string | null;
  time_zone: string | null;
  local_tz_offset: number | null;
}

export interface Parties {
  /** In the reader's language. */
  words: Words;
  reader: Person & { email: string };
  /** Null once that account is deleted. */
  other: Person | null;
}

/** Loads reader and partner; null if the reader has turned these mails off or has no address. */
export async function findParties(platform: Platform, [mail]: MailBatch): Promise<Parties | null> {
  const { user_id, other_user_id } = mail;
  if (user_id === null) return null;
  const rows = await platform.db
    .selectFrom('users')
    .select(['user_id', 'name', 'email', 'time_zone', 'local_tz_offset', 'locale'])
    .where('user_id', 'in', [user_id, ...(other_user_id ? [other_user_id] : [])])
    .where((eb) => eb.or([eb('banned_at', 'is', null), eb('user_id', '<>', user_id)]))
    .execute();
  const words = wordsFor(platform, rows.find((row) => row.user_id === user_id)?.locale ?? null);
  const people = rows.map((row) => ({ ...row, name: nameInMail(words, row.name) }));
  const reader = people.find((person) => person.user_id === user_id);
  const other = people.find((person) => person.user_id === other_user_id) ?? null;
  if (!reader || reader.email === null || !(await wantsNotice(platform, user_id, sessionPreference)))
    return null;
  return { words, reader: { ...reader, email: reader.email }, other };
}

export function letterOf(
  platform: Platform,
  parties: Parties,
  { subject, sentence }: Wording,
  notices: Notice[],
  times: MailBlock[] = timesOf(notices, parties),
): Letter {
  const { publicUrl } = platform.config;
  const { words, reader } = parties;
  const { t } = words;
  return {
    words,
    to: reader.email,
    subject,
    preview: sentence,
    blocks: [
      { kind: 'heading', text: subject },
      { kind: 'paragraph', text: sentence },
      ...times,
      notices.every(isEnd)
        ? { kind: 'button', label: t('Find another time'), url: `${publicUrl}/dashboard` }
        : { kind: 'button', label: t('View your sessions'), url: `${publicUrl}/appointments` },
    ],
    unsubscribeUrl: unsubscribeUrl(platform, reader.user_id, sessionPreference),
  };
}

const becameOf = (notice: Notice) =>
  isEnd(notice) ? 'cancelled' : notice.kind === 'moved' ? 'moved' : 'booked';

function timesOf(notices: Notice[], parties: Parties): MailBlock[] {
  const { t, counted } = parties.words;
  const isMixed = new Set(notices.map(becameOf)).size > 1;
  const items = notices.slice(0, namedMax).map((notice) => {
    const time = timeLines(notice, parties).join('\n');
    if (!isMixed) return { text: time };
    const texts = {
      cancelled: () => t('Cancelled: {time}', { time }),
      moved: () => t('New time: {time}', { time }),
      booked: () => t('Booked: {time}', { time }),
    };
    return { text: texts[becameOf(notice)]() };
  });
  if (notices.length === 1) return items.map(({ text }) => ({ kind: 'paragraph', text }));
  const rest = notices.length - items.length;
  return [
    { kind: 'list', items },
    ...(rest > 0
      ? [
          {
            kind: 'paragraph',
            text: counted(rest, 'and 1 more session.', 'and {count} more sessions.'),
          } as const,
        ]
      : []),
  ];
}

/** The reader's local time, and the partner's if it differs. */
export function timeLines(
  { startsAt, endsAt }: Pick<Notice, 'startsAt' | 'endsAt'>,
  { words, reader, other }: Parties,
): string[] {
  const readerZone = zoneOf(reader);
  const lines = [sessionTime(words, startsAt, endsAt, readerZone)];
  if (other === null) return lines;
  const otherZone = zoneOf(other);
  if (areSameClock(startsAt, readerZone, otherZone)) return lines;
  const time = sessionTime(words, startsAt, endsAt, otherZone);
  return [...lines, words.t('For {name}: {time}', { name: other.name, time })];
}
