import { reminderLeadsMs } from '@parlance/contract/schedule';
import type { Words } from '@parlance/words/words';
import { nameInMail } from '#platform/mail-template';
import type { Platform } from '#platform/platform';
import type { PushComposer, PushComposers, PushReader, WaitingPush } from '#platform/push-queue';
import { findBooked } from './move-mails.ts';
import { wording } from './notice-wording.ts';
import type { NoticeKind } from './notices.ts';
import { isEnd, type Notice, readSessionNews, toNotice } from './session-news.ts';
import { sessionTime, zoneOf } from './session-times.ts';
import { openProposal } from './slot-row.ts';

/** Sent also during quiet hours when the session starts within this time. */
const urgentWithinMs = 3_600_000;

type Current = (platform: Platform, push: WaitingPush) => Promise<Notice | null>;

const composerOf = (current: Current): PushComposer => ({
  preference: 'push-sessions',
  async compose(platform, push, reader) {
    const notice = await current(platform, push);
    if (!notice) return null;
    const isReminder = notice.kind === 'reminder-day' || notice.kind === 'reminder-soon';
    const { title, body } = await textOf(platform, notice, push.other_user_id, reader, isReminder);
    const aheadMs = notice.startsAt.getTime() - platform.clock.now().getTime();
    return {
      title,
      body,
      // One notification per series, however many of its sessions are booked at first.
      tag:
        notice.kind === 'weekly' ? `parlance-weekly-${push.other_user_id}` : `parlance-session-${notice.uid}`,
      path: '/appointments',
      urgency: isReminder || isEnd(notice) ? 'high' : 'normal',
      isUrgent: aheadMs <= urgentWithinMs,
    };
  },
});

/** What became of the session since; null when the news is outdated. */
const news: Current = async (platform, push) => (await readSessionNews(platform, [push]))[0] ?? null;

const proposal: Current = async (platform, push) => {
  const notice = toNotice(push);
  const slot = await findBooked(platform, notice);
  const proposed = slot && openProposal(slot, platform.clock.now());
  return proposed?.getTime() === notice.startsAt.getTime() ? notice : null;
};

const standing: Current = async (platform, push) => {
  const notice = toNotice(push);
  const slot = await findBooked(platform, notice);
  const leadMs = notice.kind === 'reminder-day' ? reminderLeadsMs.soon : 0;
  return slot && slot.starts_at.getTime() - platform.clock.now().getTime() > leadMs ? notice : null;
};

export const sessionPushes: PushComposers & Record<Exclude<NoticeKind, 'booked-own'>, PushComposer> = {
  booked: composerOf(news),
  weekly: composerOf(news),
  moved: composerOf(news),
  cancelled: composerOf(news),
  withdrawn: composerOf(news),
  'move-proposed': composerOf(proposal),
  'move-declined': composerOf(standing),
  'reminder-day': composerOf(standing),
  'reminder-soon': composerOf(standing),
};

async function textOf(
  { db }: Platform,
  notice: Notice,
  otherUserId: string | null,
  reader: PushReader,
  isReminder: boolean,
): Promise<{ title: string; body: string }> {
  const { words } = reader;
  const time = sessionTime(words, notice.startsAt, notice.endsAt, zoneOf(reader));
  if (!reader.showsNames) return { title: namelessTitle(words, notice, isReminder), body: time };
  const other =
    otherUserId &&
    (await db.selectFrom('users').select('name').where('user_id', '=', otherUserId).executeTakeFirst());
  const name = other ? nameInMail(words, other.name) : null;
  return { title: wording(words, notice.kind, name).subject, body: time };
}

function namelessTitle({ t }: Words, notice: Notice, isReminder: boolean): string {
  if (isEnd(notice)) return t('Your session is cancelled');
  return isReminder ? t('Your session is coming up') : t('News about your session');
}
