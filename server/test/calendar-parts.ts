import ICAL from 'ical.js';

/** One event of a calendar file, as read by an independent parser. */
export interface ParsedEvent {
  uid: string;
  sequence: number;
  summary: string;
  status: string;
  startsAt: Date;
  endsAt: Date;
  /** Null without one. */
  url: string | null;
}

/** Parses a calendar file with an independent parser; throws on errors. */
export function parseCalendar(text: string): { method: string; events: ParsedEvent[] } {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      sequence: Number(event.sequence),
      summary: event.summary,
      status: String(component.getFirstPropertyValue('status')),
      startsAt: event.startDate.toJSDate(),
      endsAt: event.endDate.toJSDate(),
      url: component.getFirstPropertyValue('url') as string | null,
    };
  });
  return { method: String(calendar.getFirstPropertyValue('method')), events };
}
