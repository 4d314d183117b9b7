import { createHash } from 'node:crypto';

/** What decides when the owner of a calendar file is busy. */
export interface CalendarLines {
  /** X-WR-TIMEZONE: the zone of times without one. */
  zone: string | null;
  /** VTIMEZONE components. */
  zones: string[];
  /** VEVENT components. */
  events: string[];
  /** Changes with anything above; the file's own time stamps do not matter. */
  hash: string;
}

const lineMaxLength = 20_000;
const depthMax = 8;
export const eventsMax = 20_000;

const ofEvents = new Set([
  'UID',
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'RDATE',
  'EXDATE',
  'RECURRENCE-ID',
  'TRANSP',
  'STATUS',
  'X-MICROSOFT-CDO-BUSYSTATUS',
]);
const ofZones = new Set(['TZID', 'DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO', 'RRULE', 'RDATE']);

/** The kept properties of components, by their path. Alarms, tasks and other components are dropped. */
const keptIn: Readonly<Record<string, ReadonlySet<string>>> = {
  'VCALENDAR/VEVENT': ofEvents,
  'VCALENDAR/VTIMEZONE': ofZones,
  'VCALENDAR/VTIMEZONE/STANDARD': ofZones,
  'VCALENDAR/VTIMEZONE/DAYLIGHT': ofZones,
};

/**
 * Reduces a calendar file to the properties that decide about busy times. Titles, places and guests are dropped before the parser sees
 * the text, which also keeps its memory small. Throws if the text is no complete calendar.
 */
export function readCalendarLines(text: string): CalendarLines {
  const found = { zone: null as string | null, zones: [] as string[], events: [] as string[] };
  const path: string[] = [];
  let component: string[] = [];
  let isCalendar = false;
  for (const line of unfolded(text)) {
    const [, name = '', rest = ''] = /^([A-Za-z0-9-]{1,40})([;:].*)$/s.exec(line) ?? [];
    const property = name.toUpperCase();
    const value = rest.slice(1).trim().toUpperCase();
    if (property === 'BEGIN') {
      path.push(value);
      if (path.length > depthMax) throw new Error('too many levels');
      isCalendar ||= value === 'VCALENDAR';
      if (path.length === 2) component = [];
    }
    const within = path.join('/');
    const kept = keptIn[within];
    if (kept && (property === 'BEGIN' || property === 'END' || kept.has(property))) component.push(line);
    if (within === 'VCALENDAR' && property === 'X-WR-TIMEZONE') found.zone = rest.slice(1).trim();
    if (property !== 'END' || path.at(-1) !== value) continue;
    if (within === 'VCALENDAR/VEVENT') found.events.push(component.join('\r\n'));
    if (within === 'VCALENDAR/VTIMEZONE') found.zones.push(component.join('\r\n'));
    if (found.events.length > eventsMax) throw new Error('too many events');
    path.pop();
  }
  // A file that was cut off would free the times of the missing events.
  if (!isCalendar || path.length > 0) throw new Error('no complete calendar');
  return { ...found, hash: createHash('sha256').update(JSON.stringify(found)).digest('base64url') };
}

/** The lines of a file with continuations joined; those above the limit are left out. Linear in the length of the text. */
function* unfolded(text: string): Generator<string> {
  let line = '';
  for (let from = text.startsWith('\uFEFF') ? 1 : 0; from < text.length; ) {
    const found = text.indexOf('\n', from);
    const next = found === -1 ? text.length : found;
    const end = next > from && text[next - 1] === '\r' ? next - 1 : next;
    if (text[from] === ' ' || text[from] === '\t') {
      if (line.length <= lineMaxLength) line += text.slice(from + 1, end);
    } else {
      if (line.length > 0 && line.length <= lineMaxLength) yield line;
      line = text.slice(from, end);
    }
    from = next + 1;
  }
  if (line.length > 0 && line.length <= lineMaxLength) yield line;
}
