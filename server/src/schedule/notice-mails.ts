import { reminderLeadsMs } from '@parlance/contract/schedule';
import { unsubscribeUrl, wantsNotice } from '#account/account';
import type { Composers, Letter, WaitingMail } from '#platform/mail-queue';
import { type MailBlock, nameInMail } from '#platform/mail-template';
import type { Platform } from '#platform/platform';
import { calendarFile } from './calendar-file.ts';
import type { NoticeKind, SessionFacts } from './notices.ts';
import { areSameClock, sessionTime, zoneOf } from './session-times.ts';

/** One choice governs every mail about sessions. */
const preference = 'session-notification';
/** A mail about a session this long past is of no use to anybody. */
const uselessAfterMs = 7 * 24 * 3_600_000;

interface Person {
  user_id: string;
  name: string;
  email: string | null;
  time_zone: string | null;
  local_tz_offset: number | null;
}

/** A waiting mail of this slice. */
interface Notice {
  kind: NoticeKind;
  user_id: string;
  /** The other party; null once that account is deleted. */
  other_user_id: string | null;
  schedule_slot_id: string;
  starts_at: Date;
  ends_at: Date;
  sequence: number;
}

function toNotice({ kind, user_id, other_user_id, subject_id, about }: WaitingMail): Notice {
  const { startsAt, endsAt, sequence } = about as SessionFacts;
  return {
    kind: kind as NoticeKind,
    user_id,
    other_user_id,
    schedule_slot_id: subject_id ?? '',
    starts_at: new Date(startsAt),
    ends_at: new Date(endsAt),
    sequence,
  };
}

const compose: Composers[string] = (platform, mail) => composeNotice(platform, toNotice(mail));

/** The words of every mail about sessions. */
export const scheduleMails: Composers & Record<NoticeKind, Composers[string]> = {
  booked: compose,
  cancelled: compose,
  withdrawn: compose,
  'reminder-day': compose,
  'reminder-soon': compose,
};

async function composeNotice(platform: Platform, notice: Notice): Promise<Letter | null> {
  const people = await platform.db
    .selectFrom('users')
    .select(['user_id', 'name', 'email', 'time_zone', 'local_tz_offset'])
    .where('user_id', 'in', [notice.user_id, ...(notice.other_user_id ? [notice.other_user_id] : [])])
    .where((eb) => eb.or([eb('banned_at', 'is', null), eb('user_id', '<>', notice.user_id)]))
    .execute();
  const reader = people.find((person) => person.user_id === notice.user_id);
  const other = people.find((person) => person.user_id === notice.other_user_id) ?? null;
  if (!reader || reader.email === null || !(await isStillWorthSending(platform, notice))) return null;
  if (!(await wantsNotice(platform, reader.user_id, preference))) return null;

  const { subject, sentence } = wording(notice, other);
  const { publicUrl, mailFrom } = platform.config;
  const blocks: MailBlock[] = [
    { kind: 'heading', text: subject },
    { kind: 'paragraph', text: sentence },
    { kind: 'paragraph', text: timeLines(notice, reader, other).join('\n') },
    isEnd(notice)
      ? { kind: 'button', label: 'Find another time', url: `${publicUrl}/dashboard` }
      : { kind: 'button', label: 'View your sessions', url: `${publicUrl}/appointments` },
  ];
  const letter: Letter = {
    to: reader.email,
    subject,
    preview: sentence,
    blocks,
    unsubscribeUrl: unsubscribeUrl(platform, reader.user_id, preference),
  };
  if (notice.kind !== 'booked' && !isEnd(notice)) return letter;
  const method = isEnd(notice) ? 'CANCEL' : 'REQUEST';
  const content = calendarFile({
    method,
    publicUrl,
    mailFrom,
    reader: { name: nameOf(reader), email: reader.email },
    entries: [
      {
        scheduleSlotId: notice.schedule_slot_id,
        startsAt: notice.starts_at,
        endsAt: notice.ends_at,
        sequence: notice.sequence,
        changedAt: platform.clock.now(),
        isCancelled: isEnd(notice),
        other: other && { userId: other.user_id, name: nameOf(other) },
      },
    ],
  });
  return { ...letter, icalEvent: { method, content } };
}

const isEnd = ({ kind }: Notice): boolean => kind === 'cancelled' || kind === 'withdrawn';

/** Reminders only of a booking that still stands, and never the early one when the late one is due as well. */
async function isStillWorthSending({ db, clock }: Platform, notice: Notice): Promise<boolean> {
  const aheadMs = notice.starts_at.getTime() - clock.now().getTime();
  if (notice.kind !== 'reminder-day' && notice.kind !== 'reminder-soon') return aheadMs > -uselessAfterMs;
  if (aheadMs <= (notice.kind === 'reminder-day' ? reminderLeadsMs.soon : 0)) return false;
  const booking = await db
    .selectFrom('schedule_slots')
    .select('schedule_slot_id')
    .where('schedule_slot_id', '=', notice.schedule_slot_id)
    .where('sequence', '=', notice.sequence)
    .where('booked_by_user_id', 'is not', null)
    .executeTakeFirst();
  return booking !== undefined;
}

function wording({ kind }: Notice, other: Person | null): { subject: string; sentence: string } {
  const name = nameOf(other);
  switch (kind) {
    case 'booked':
      return {
        subject: `${name} booked a session with you`,
        sentence: `${name} booked one of your times. The invitation for your calendar is attached.`,
      };
    case 'cancelled':
      return {
        subject: `${name} cancelled your session`,
        sentence: `${name} cancelled the session with you. The attached file takes it out of your calendar.`,
      };
    case 'withdrawn':
      return {
        subject: `Your session with ${name} is cancelled`,
        sentence: other
          ? `${name} is no longer available, so the session is cancelled. The attached file takes it out of your calendar.`
          : 'Your partner has closed their account, so the session is cancelled. The attached file takes it out of your calendar.',
      };
    case 'reminder-day':
      return {
        subject: `Your session with ${name} is coming up`,
        sentence: `You are going to talk with ${name}:`,
      };
    case 'reminder-soon':
      return { subject: `Your session with ${name} starts soon`, sentence: `${name} is expecting you:` };
  }
}

/** The reader's clock, and the other one's beside it when they show different times. */
function timeLines(notice: Notice, reader: Person, other: Person | null): string[] {
  const readerZone = zoneOf(reader);
  const lines = [sessionTime(notice.starts_at, notice.ends_at, readerZone)];
  if (other === null) return lines;
  const otherZone = zoneOf(other);
  if (areSameClock(notice.starts_at, readerZone, otherZone)) return lines;
  return [...lines, `For ${nameOf(other)}: ${sessionTime(notice.starts_at, notice.ends_at, otherZone)}`];
}

const nameOf = (person: Person | null): string =>
  person === null ? 'a language partner' : nameInMail(person.name);
