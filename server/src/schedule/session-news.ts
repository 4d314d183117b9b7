import type { MailBatch, WaitingMail } from '#platform/mail-queue';
import type { Platform } from '#platform/platform';
import type { NoticeKind, SessionFacts } from './notices.ts';

/** A session as described in a mail. */
export interface Notice {
  kind: NoticeKind;
  scheduleSlotId: string;
  startsAt: Date;
  endsAt: Date;
  /** SEQUENCE of the calendar file. */
  sequence: number;
}

/** Mails about sessions older than this are dropped. */
const uselessAfterMs = 7 * 24 * 3_600_000;

export function toNotice({ kind, subject_id, about }: WaitingMail): Notice {
  const { startsAt, endsAt, sequence } = about as SessionFacts;
  return {
    kind: kind as NoticeKind,
    scheduleSlotId: subject_id ?? '',
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    sequence,
  };
}

/** Whether the session was cancelled. */
export const isEnd = ({ kind }: Notice): boolean => kind === 'cancelled' || kind === 'withdrawn';

/** Whether the session was booked, singly or as part of a series. */
export const isBooking = ({ kind }: Notice): boolean => kind === 'booked' || kind === 'weekly';

/** Unsent changes, soonest first: the current state per session. A booking cancelled before its mail was sent produces none. */
export async function readSessionNews({ db, clock }: Platform, mails: MailBatch): Promise<Notice[]> {
  const [{ user_id, other_user_id }] = mails;
  const bySlot = Map.groupBy(mails, ({ subject_id }) => subject_id ?? '');
  const slots = await db
    .selectFrom('schedule_slots')
    .select(['schedule_slot_id', 'user_id', 'booked_by_user_id'])
    .where('schedule_slot_id', 'in', [...bySlot.keys()])
    .execute();
  const parties = [user_id, other_user_id];
  const areTheirs = ({ user_id: owner, booked_by_user_id: booker }: (typeof slots)[number]) =>
    booker !== null && parties.includes(owner) && parties.includes(booker);
  const standing = new Set(slots.filter(areTheirs).map((slot) => slot.schedule_slot_id));
  const news = [...bySlot].flatMap(([slotId, ofSlot]): Notice[] => {
    const notices = ofSlot.map(toNotice).toSorted((a, b) => a.sequence - b.sequence);
    const knewOfBooking = !(notices[0] && isBooking(notices[0]));
    const isBooked = standing.has(slotId);
    // An earlier attempt may have arrived although the connection failed.
    const mayKnow = ofSlot.some(({ attempts }) => attempts > 1);
    if (!mayKnow && knewOfBooking === isBooked) return [];
    const last = notices.findLast((notice) => isEnd(notice) !== isBooked);
    return last ? [last] : [];
  });
  return news
    .filter(({ startsAt }) => startsAt.getTime() > clock.now().getTime() - uselessAfterMs)
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}
