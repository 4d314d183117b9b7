import type { Words } from '@parlance/words/words';
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';

export interface CalendarEntry {
  /** Without its domain. */
  uid: string;
  startsAt: Date;
  endsAt: Date;
  sequence: number;
  /** Time of the booking or cancellation. */
  changedAt: Date;
  isCancelled: boolean;
  /** Part of a weekly series. */
  isWeekly: boolean;
  /** Null if the account is deleted. */
  other: { userId: string; name: string } | null;
}

interface CalendarFile {
  /** In the calendar owner's language. */
  words: Words;
  /** PUBLISH for downloads and feeds; REQUEST and CANCEL for mails to one reader. */
  method: 'PUBLISH' | 'REQUEST' | 'CANCEL';
  publicUrl: string;
  mailFrom: string;
  reader: { name: string; email: string } | null;
  entries: CalendarEntry[];
  /** For a feed: the poll interval suggested to calendar programs. */
  refreshSeconds?: number;
}

/** An iCalendar file (RFC 5545, 5546) with stable UID and rising SEQUENCE. The organizer is the product, to hide partners' addresses. */
export function calendarFile(file: CalendarFile): string {
  const calendar = ical({
    prodId: { company: 'Parlance', product: 'Sessions', language: 'EN' },
    method: ICalCalendarMethod[file.method],
    ...(file.refreshSeconds === undefined ? {} : { name: 'Parlance', ttl: file.refreshSeconds }),
  });
  const organizer = { name: 'Parlance', email: addressOf(file.mailFrom) };
  for (const entry of file.entries) {
    const event = calendar.createEvent({
      id: `${entry.uid}@parlance`,
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
  // The generator omits the final line break, which the format requires.
  return `${calendar.toString()}\r\n`;
}

function summaryOf({ t }: Words, { isCancelled, other }: CalendarEntry): string {
  if (other === null) return isCancelled ? t('Cancelled: Language exchange') : t('Language exchange');
  const name = oneLine(other.name || t('Anonymous'));
  return isCancelled
    ? withoutIsolates(t('Cancelled: Language exchange with {name}', { name }))
    : withoutIsolates(t('Language exchange with {name}', { name }));
}

/** Some calendar programs draw the isolation marks of right-to-left sentences as boxes. */
const withoutIsolates = (text: string): string => text.replace(/[\u2066-\u2069]/g, '');

/** Extracts the address from `Name <address>` or a bare address. */
function addressOf(mailFrom: string): string {
  return /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim();
}

/** The format does not allow control characters. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}
