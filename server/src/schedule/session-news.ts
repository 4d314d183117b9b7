import type { WaitingMail } from '#platform/mail-queue';
import type { Platform } from '#platform/platform';
import type { NoticeKind, SessionFacts } from './notices.ts';
import { calendarUid } from './slot-row.ts';

/** A session as described in a mail. */
export interface Notice {
  kind: NoticeKind;
  scheduleSlotId: string;
  startsAt: Date;
  endsAt: Date;
  /** SEQUENCE of the calendar file. */
  sequence: number;
  /** UID of the calendar entry, without its domain. */
  uid: string;
}

/** The part of a queued mail or push notification that is about a session. */
type Queued = Pick<WaitingMail, 'kind' | 'user_id' | 'other_user_id' | 'subject_id' | 'about' | 'attempts'>;

/** Mails about sessions older than this are dropped. */
const uselessAfterMs = 7 * 24 * 3_600_000;

export function toNotice({ kind, subject_id, about }: Pick<Queued, 'kind' | 'subject_id' | 'about'>): Notice {
  const { startsAt, endsAt, sequence, uid } = about as SessionFacts;
  return {
    kind: kind as NoticeKind,
    scheduleSlotId: subject_id ?? '',
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    sequence,
    uid: uid ?? subject_id ?? '',
  };
}

/** Whether the session was cancelled. */
export const isEnd = ({ kind }: Notice): boolean => kind === 'cancelled' || kind === 'withdrawn';

/** Whether the session was booked, by either party or as part of a series. */
export const isBooking = ({ kind }: Notice): boolean => ['booked', 'booked-own', 'weekly'].includes(kind);

/**
 * Unsent changes, soonest first: the current state per calendar entry, which a moved session keeps. A booking cancelled before its mail was
 * sent produces none; one that was moved before is announced as a booking at its new time.
 */
export async function readSessionNews(
  { db, clock }: Platform,
  mails: readonly [Queued, ...Queued[]],
): Promise<Notice[]> {
  const [{ user_id, other_user_id }] = mails;
  const byEntry = Map.groupBy(mails, (mail) => toNotice(mail).uid);
  const uids = [...byEntry.keys()];
  const slots = await db
    .selectFrom('schedule_slots')
    .select(['schedule_slot_id', 'calendar_uid', 'user_id', 'booked_by_user_id'])
    .where((eb) => eb.or([eb('schedule_slot_id', 'in', uids), eb('calendar_uid', 'in', uids)]))
    .execute();
  const parties = [user_id, other_user_id];
  const areTheirs = ({ user_id: owner, booked_by_user_id: booker }: (typeof slots)[number]) =>
    booker !== null && parties.includes(owner) && parties.includes(booker);
  const standing = new Set(slots.filter(areTheirs).map(calendarUid));
  const news = [...byEntry].flatMap(([uid, ofEntry]): Notice[] => {
    const notices = ofEntry.map(toNotice).toSorted((a, b) => a.sequence - b.sequence);
    const [first] = notices;
    const beginning = first && isBooking(first) ? first : null;
    const isBooked = standing.has(uid);
    const isMoved = isBooked && notices.some(({ kind }) => kind === 'moved');
    // An earlier attempt may have arrived although the connection failed.
    const mayKnow = ofEntry.some(({ attempts }) => attempts > 1);
    // The guest knows of an own booking before its mail.
    const knowsBooking = beginning === null || beginning.kind === 'booked-own';
    const isNews = isBooked ? beginning !== null || isMoved : knowsBooking;
    if (!mayKnow && !isNews) return [];
    const last = notices.findLast((notice) => isEnd(notice) !== isBooked);
    return last ? [beginning && isBooked ? { ...last, kind: beginning.kind } : last] : [];
  });
  return news
    .filter(({ startsAt }) => startsAt.getTime() > clock.now().getTime() - uselessAfterMs)
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}
