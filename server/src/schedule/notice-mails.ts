import { reminderLeadsMs } from '@parlance/contract/schedule';
import type { Words } from '@parlance/words/words';
import { unsubscribeUrl, wantsNotice } from '#account/account';
import type { Composers, Letter, MailBatch } from '#platform/mail-queue';
import { type MailBlock, nameInMail } from '#platform/mail-template';
import type { Platform } from '#platform/platform';
import { wordsFor } from '#platform/reader-words';
import { calendarFile } from './calendar-file.ts';
import { combinedWording, wording } from './notice-wording.ts';
import type { NoticeKind } from './notices.ts';
import { isEnd, type Notice, readSessionNews, toNotice } from './session-news.ts';
import { areSameClock, sessionTime, zoneOf } from './session-times.ts';

/** One preference for all mails about sessions. */
const preference = 'session-notification';
/** A burst of three mails per pair, then one every ten minutes. */
const pace = { burst: 3, everySeconds: 600 };
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

interface Parties {
  /** In the reader's language. */
  words: Words;
  reader: Person & { email: string };
  /** Null once that account is deleted. */
  other: Person | null;
}

export const scheduleMails: Composers & Record<NoticeKind, Composers[string]> = {
  booked: composeNews,
  weekly: composeNews,
  cancelled: composeNews,
  withdrawn: composeNews,
  'reminder-day': composeReminder,
  'reminder-soon': composeReminder,
};

async function composeNews(platform: Platform, mails: MailBatch): Promise<Letter | null> {
  const news = await readSessionNews(platform, mails);
  const [first, ...more] = news;
  const parties = first && (await findParties(platform, mails));
  if (!first || !parties) return null;
  const knownName = parties.other?.name ?? null;
  const { words } = parties;
  const told =
    more.length === 0 ? wording(words, first.kind, knownName) : combinedWording(words, news, knownName);
  return {
    ...letterOf(platform, parties, told, news),
    ...calendarOf(platform, parties, news),
    pace,
  };
}

/** Only for a current booking; the early reminder is dropped if the late one is due too. */
async function composeReminder(platform: Platform, mails: MailBatch): Promise<Letter | null> {
  const notice = toNotice(mails[0]);
  const aheadMs = notice.startsAt.getTime() - platform.clock.now().getTime();
  if (aheadMs <= (notice.kind === 'reminder-day' ? reminderLeadsMs.soon : 0)) return null;
  const booking = await platform.db
    .selectFrom('schedule_slots')
    .select('schedule_slot_id')
    .where('schedule_slot_id', '=', notice.scheduleSlotId)
    .where('sequence', '=', notice.sequence)
    .where('booked_by_user_id', 'is not', null)
    .executeTakeFirst();
  const parties = booking && (await findParties(platform, mails));
  if (!parties) return null;
  const told = wording(parties.words, notice.kind, parties.other?.name ?? null);
  return letterOf(platform, parties, told, [notice]);
}

/** Loads reader and partner; null if the reader has turned these mails off or has no address. */
async function findParties(platform: Platform, [mail]: MailBatch): Promise<Parties | null> {
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
  if (!reader || reader.email === null || !(await wantsNotice(platform, user_id, preference))) return null;
  return { words, reader: { ...reader, email: reader.email }, other };
}

function letterOf(
  platform: Platform,
  parties: Parties,
  { subject, sentence }: { subject: string; sentence: string },
  notices: Notice[],
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
      ...timesOf(notices, parties),
      notices.every(isEnd)
        ? { kind: 'button', label: t('Find another time'), url: `${publicUrl}/dashboard` }
        : { kind: 'button', label: t('View your sessions'), url: `${publicUrl}/appointments` },
    ],
    unsubscribeUrl: unsubscribeUrl(platform, reader.user_id, preference),
  };
}

function timesOf(notices: Notice[], parties: Parties): MailBlock[] {
  const { t, counted } = parties.words;
  const isMixed = notices.some(isEnd) && !notices.every(isEnd);
  const items = notices.slice(0, namedMax).map((notice) => {
    const time = timeLines(notice, parties).join('\n');
    if (!isMixed) return { text: time };
    return { text: isEnd(notice) ? t('Cancelled: {time}', { time }) : t('Booked: {time}', { time }) };
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
function timeLines({ startsAt, endsAt }: Notice, { words, reader, other }: Parties): string[] {
  const readerZone = zoneOf(reader);
  const lines = [sessionTime(words, startsAt, endsAt, readerZone)];
  if (other === null) return lines;
  const otherZone = zoneOf(other);
  if (areSameClock(startsAt, readerZone, otherZone)) return lines;
  const time = sessionTime(words, startsAt, endsAt, otherZone);
  return [...lines, words.t('For {name}: {time}', { name: other.name, time })];
}

/** Attaches one session as an invitation or cancellation, which mail programs handle, and several as a plain file. */
function calendarOf(platform: Platform, { words, reader, other }: Parties, news: Notice[]): Partial<Letter> {
  const { publicUrl, mailFrom } = platform.config;
  const entries = news.map((notice) => ({
    scheduleSlotId: notice.scheduleSlotId,
    startsAt: notice.startsAt,
    endsAt: notice.endsAt,
    sequence: notice.sequence,
    changedAt: platform.clock.now(),
    isCancelled: isEnd(notice),
    isWeekly: notice.kind === 'weekly',
    other: other && { userId: other.user_id, name: other.name },
  }));
  if (news.length > 1) {
    const content = calendarFile({ words, method: 'PUBLISH', publicUrl, mailFrom, reader: null, entries });
    const contentType = 'text/calendar; charset=utf-8; method=PUBLISH';
    return { attachments: [{ filename: 'sessions.ics', content, contentType }] };
  }
  const method = news.every(isEnd) ? 'CANCEL' : 'REQUEST';
  const content = calendarFile({ words, method, publicUrl, mailFrom, reader, entries });
  return { icalEvent: { method, content } };
}
