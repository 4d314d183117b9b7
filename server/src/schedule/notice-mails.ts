import { reminderLeadsMs } from '@parlance/contract/schedule';
import type { Composers, Letter, MailBatch } from '#platform/mail-queue';
import type { Platform } from '#platform/platform';
import { calendarFile } from './calendar-file.ts';
import { composeDecline, composeProposal } from './move-mails.ts';
import { findParties, letterOf, type Parties } from './notice-letter.ts';
import { combinedWording, wording } from './notice-wording.ts';
import type { NoticeKind } from './notices.ts';
import { isEnd, type Notice, readSessionNews, toNotice } from './session-news.ts';

/** A burst of three mails per pair, then one every ten minutes. */
const pace = { burst: 3, everySeconds: 600 };

export const scheduleMails: Composers & Record<NoticeKind, Composers[string]> = {
  booked: composeNews,
  'booked-own': composeNews,
  weekly: composeNews,
  moved: composeNews,
  'move-proposed': composeProposal,
  'move-declined': composeDecline,
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

/** Attaches one session as an invitation or cancellation, which mail programs handle, and several as a plain file. */
function calendarOf(platform: Platform, { words, reader, other }: Parties, news: Notice[]): Partial<Letter> {
  const { publicUrl, mailFrom } = platform.config;
  const entries = news.map((notice) => ({
    uid: notice.uid,
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
