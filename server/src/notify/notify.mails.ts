import type { Words } from '@parlance/words/words';
import { sql } from 'kysely';
import { unsubscribeUrl, wantsNotice } from '#account/account';
import { languageNameIn } from '#languages/languages';
import { localDay } from '#platform/local-time';
import type { Composers, Letter } from '#platform/mail-queue';
import { type MailBlock, nameInMail } from '#platform/mail-template';
import type { Platform } from '#platform/platform';
import { wordsFor } from '#platform/reader-words';
import { sessionTime, type Zone, zoneOf } from '#schedule/schedule';
import type { DigestFacts } from './digest.ts';
import { type News, readNews } from './digest-news.ts';

/** Composes mails about messages and the digest at the time of sending. */
export const notifyMails: Composers = {
  unread: async (platform, [{ user_id, other_user_id }]) =>
    user_id === null ? null : composeUnread(platform, user_id, other_user_id),
  digest: async (platform, [{ user_id, about }]) =>
    user_id === null ? null : composeDigest(platform, user_id, about as DigestFacts),
};

interface UnreadNow {
  email: string;
  locale: string | null;
  name: string;
  unread_count: number;
}

/** Contains sender and count, never the text: other people can see a mail on a screen. */
async function composeUnread(
  platform: Platform,
  userId: string,
  partnerUserId: string | null,
): Promise<Letter | null> {
  const preference = 'new-chat-message-notification';
  const { rows } = await sql<UnreadNow>`
    SELECT reader.email, reader.locale, partner.name, seat.unread_count FROM conversation_members AS seat
    JOIN users AS reader ON reader.user_id = seat.user_id
    JOIN users AS partner ON partner.user_id = seat.partner_user_id
    WHERE seat.user_id = ${userId} AND seat.partner_user_id = ${partnerUserId}
      AND seat.unread_count > 0 AND NOT seat.is_hidden AND NOT seat.is_request AND reader.email IS NOT NULL
      AND reader.banned_at IS NULL AND partner.banned_at IS NULL
      AND NOT EXISTS (SELECT FROM blocks_between(seat.user_id, seat.partner_user_id))`.execute(platform.db);
  const [now] = rows;
  if (!now || !(await wantsNotice(platform, userId, preference))) return null;
  const url = `${platform.config.publicUrl}/chat/${partnerUserId}`;
  const words = wordsFor(platform, now.locale);
  return {
    to: now.email,
    ...unreadWording(words, { name: nameInMail(words, now.name), count: now.unread_count, url }),
    unsubscribeUrl: unsubscribeUrl(platform, userId, preference),
  };
}

/** The text of the mail about new messages, in the reader's language. */
export function unreadWording(
  words: Words,
  { name, count, url }: { name: string; count: number; url: string },
): Pick<Letter, 'subject' | 'preview' | 'blocks' | 'words'> {
  const { t, counted } = words;
  const subject = counted(count, 'New message from {name}', '{count} new messages from {name}', { name });
  const sentence = counted(
    count,
    '{name} wrote to you on Parlance.',
    '{name} wrote to you several times on Parlance.',
    { name },
  );
  return {
    words,
    subject,
    preview: sentence,
    blocks: [
      { kind: 'heading', text: subject },
      { kind: 'paragraph', text: sentence },
      { kind: 'button', label: counted(count, 'Read the message', 'Read the messages'), url },
      {
        kind: 'smallPrint',
        text: t('We will not email you about {name} again until you have read this.', { name }),
      },
    ],
  };
}

/** Composed at the time of sending, so a delayed mail is still correct. */
async function composeDigest(platform: Platform, userId: string, facts: DigestFacts): Promise<Letter | null> {
  const preference = 'daily-digest-notification';
  const now = platform.clock.now();
  const reader = await platform.db
    .selectFrom('users')
    .select(['email', 'name', 'time_zone', 'local_tz_offset', 'locale'])
    .where('user_id', '=', userId)
    .where('banned_at', 'is', null)
    .executeTakeFirst();
  if (!reader || reader.email === null || !(await wantsNotice(platform, userId, preference))) return null;
  const zone = zoneOf(reader);
  // A digest of an earlier day is dropped; today's covers its news.
  if (localDay(now, zone.id) !== facts.day) return null;
  const news = await readNews(platform, { userId, newSince: new Date(facts.newSince) }, now);
  const wording = digestWording(wordsFor(platform, reader.locale), {
    name: reader.name,
    news,
    zone,
    publicUrl: platform.config.publicUrl,
  });
  return (
    wording && {
      to: reader.email,
      ...wording,
      unsubscribeUrl: unsubscribeUrl(platform, userId, preference),
    }
  );
}

interface Digest {
  name: string;
  news: News;
  zone: Zone;
  publicUrl: string;
}

/** The text of the digest, in the reader's language; null without content. */
function digestWording(
  words: Words,
  { name, news, zone, publicUrl }: Digest,
): Pick<Letter, 'subject' | 'preview' | 'blocks' | 'words'> | null {
  const { t, counted, list } = words;
  const parts = summaryOf(words, news);
  if (parts.length === 0) return null;
  const toItem = (session: News['sessions'][number]) => ({
    text: `${nameInMail(words, session.name)}\n${sessionTime(words, session.startsAt, session.endsAt, zone)}`,
  });
  const unread = news.unread.map((unreadOf) => ({
    text: counted(unreadOf.count, '{name}: 1 message', '{name}: {count} messages', {
      name: nameInMail(words, unreadOf.name),
    }),
  }));
  const named = (codes: string[]) => list(codes.map((code) => languageNameIn(words, code)));
  const partners = news.partners.map((partner) => ({
    text: t('{name} speaks {spoken} and learns {learned}', {
      name: nameInMail(words, partner.name),
      spoken: named(partner.speaks),
      learned: named(partner.learns),
    }),
    url: `${publicUrl}/profile/${partner.userId}`,
  }));
  const summary = list(parts);
  return {
    words,
    // words: such as "Your day: 2 sessions and 1 unread message"
    subject: t('Your day: {summary}', { summary }),
    // words: such as "2 sessions and 1 unread message."
    preview: t('{summary}.', { summary }),
    blocks: [
      {
        kind: 'heading',
        text:
          name.trim() === ''
            ? t('Good morning')
            : t('Good morning, {name}', { name: nameInMail(words, name) }),
      },
      ...section(t('Your next sessions'), news.sessions.map(toItem)),
      // words: above a list of sessions that are over
      ...section(t('Did it take place?'), news.questions.map(toItem)),
      ...section(t('Unread messages'), unread),
      ...section(t('New people who fit you'), partners),
      actionOf(words, news, publicUrl),
    ],
  };
}

const section = (title: string, items: { text: string; url?: string }[]): MailBlock[] =>
  items.length === 0
    ? []
    : [
        { kind: 'subheading', text: title },
        { kind: 'list', items },
      ];

function summaryOf(
  { counted }: Words,
  { sessionCount, questionCount, unreadCount, partners }: News,
): string[] {
  return [
    ...(sessionCount > 0 ? [counted(sessionCount, '1 session', '{count} sessions')] : []),
    ...(questionCount > 0
      ? [counted(questionCount, '1 question about a session', '{count} questions about sessions')]
      : []),
    ...(unreadCount > 0 ? [counted(unreadCount, '1 unread message', '{count} unread messages')] : []),
    ...(partners.length > 0 ? [counted(partners.length, '1 new partner', '{count} new partners')] : []),
  ];
}

/** The main action of the mail: what a partner waits for comes first. */
function actionOf(
  { t }: Words,
  { sessionCount, questionCount, unreadCount }: News,
  publicUrl: string,
): MailBlock {
  if (unreadCount > 0) return { kind: 'button', label: t('Read your messages'), url: `${publicUrl}/chats` };
  if (sessionCount + questionCount > 0)
    return { kind: 'button', label: t('View your sessions'), url: `${publicUrl}/appointments` };
  return { kind: 'button', label: t('Find Language Partners'), url: `${publicUrl}/dashboard` };
}
