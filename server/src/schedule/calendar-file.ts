import type { Words } from '@parlance/words/words';
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';

/** One session as calendars see it. */
export interface CalendarEntry {
  scheduleSlotId: string;
  startsAt: Date;
  endsAt: Date;
  sequence: number;
  /** When it was booked or cancelled. */
  changedAt: Date;
  isCancelled: boolean;
  /** One of a weekly series. */
  isWeekly: boolean;
  /** Null when the account is gone. */
  other: { userId: string; name: string } | null;
}

interface CalendarFile {
  /** Of whose calendar it is. */
  words: Words;
  /** PUBLISH is a file somebody fetches; REQUEST and CANCEL travel by mail to one reader. */
  method: 'PUBLISH' | 'REQUEST' | 'CANCEL';
  publicUrl: string;
  mailFrom: string;
  reader: { name: string; email: string } | null;
  entries: CalendarEntry[];
  /** Set for a feed: how often calendar programs should look again. */
  refreshSeconds?: number;
}

/**
 * An iCalendar file (RFC 5545, 5546). The id of a session never changes and its SEQUENCE only rises, so that programs
 * update what they have. The organizer is the product, never the partner: an address is not shown to another person.
 */
export function calendarFile(file: CalendarFile): string {
  const calendar = ical({
    prodId: { company: 'Parlance', product: 'Sessions', language: 'EN' },
    method: ICalCalendarMethod[file.method],
    ...(file.refreshSeconds === undefined ? {} : { name: 'Parlance', ttl: file.refreshSeconds }),
  });
  const organizer = { name: 'Parlance', email: addressOf(file.mailFrom) };
  for (const entry of file.entries) {
    const event = calendar.createEvent({
      id: `${entry.scheduleSlotId}@parlance`,
      sequence: entry.sequence,
      start: entry.startsAt,
      end: entry.endsAt,
      stamp: entry.changedAt,
      lastModified: entry.changedAt,
      summary: summaryOf(file.words, entry),
      status: entry.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      organizer,
      ...(entry.isWeekly ? { description: file.words.t('Every week at the same time.') } : {}),
    });
    if (entry.other) event.url(`${file.publicUrl}/chat/${entry.other.userId}`);
    if (file.reader) {
      event.createAttendee({
        name: oneLine(file.reader.name),
        email: file.reader.email,
        role: ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.ACCEPTED,
        rsvp: false,
      });
    }
  }
  // The generator leaves the last line open; the format closes every one.
  return `${calendar.toString()}\r\n`;
}

function summaryOf({ t }: Words, { isCancelled, other }: CalendarEntry): string {
  if (other === null) return isCancelled ? t('Cancelled: Language exchange') : t('Language exchange');
  const name = oneLine(other.name || t('Anonymous'));
  return isCancelled
    ? t('Cancelled: Language exchange with {name}', { name })
    : t('Language exchange with {name}', { name });
}

/** `Name <address>` or the bare address. */
function addressOf(mailFrom: string): string {
  return /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim();
}

/** Control characters are not allowed in the format at all. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}
