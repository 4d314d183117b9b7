import ICAL from 'ical.js';
import type { CalendarLines } from './busy-lines.ts';
import { momentInZone, zoneNamed } from './busy-zones.ts';

const dayMs = 86_400_000;

/** A time as a file states it: on the wall clock of a zone, as if that were UTC. */
export interface Moment {
  wall: number;
  isDate: boolean;
  toUtc: ToUtc;
}

/** Converts wall clock times of one zone to moments. */
type ToUtc = (wall: number) => number;

/** From start to end: on the wall clock, or exact where both ends are in different zones. */
interface Length {
  ms: number;
  isOnWall: boolean;
}

export interface BusyEvent {
  uid: string | null;
  start: Moment;
  length: Length;
  /** Marked as free, or cancelled. */
  isFree: boolean;
  rules: ICAL.Recur[];
  /** Additional starts, and periods with their own end. */
  additions: { start: Moment; length: Length | null }[];
  exceptions: Moment[];
  /** The occurrence of a series that this event replaces, alone or with all later ones. */
  replaces: { at: Moment; isFuture: boolean } | null;
}

/** Returns a reader of the events of one file. All-day events, and times without a zone, are in the zone of the member. */
export function createEventReader({ zone, zones }: CalendarLines, memberZone: string) {
  const inZone =
    (name: string): ToUtc =>
    (wall) =>
      momentInZone(name, wall);
  const ofMember = inZone(memberZone);
  const ofFile = zone === null ? ofMember : inZone(zoneNamed(zone) ?? memberZone);
  const utc: ToUtc = (wall) => wall;
  const own = new Map(zones.flatMap(readZone));
  const ofZone = new Map<string, ToUtc>();

  function converterOf(id: string): ToUtc {
    const known = ofZone.get(id);
    if (known) return known;
    const name = zoneNamed(id);
    const made = name === null ? (own.get(id) ?? ofFile) : inZone(name);
    ofZone.set(id, made);
    return made;
  }

  function momentOf(time: unknown, property: ICAL.Property): Moment {
    if (!(time instanceof ICAL.Time)) throw new Error('not a time');
    const wall = wallOf(time);
    const id = property.getFirstParameter('tzid');
    const isUtc = time.zone === ICAL.Timezone.utcTimezone;
    return {
      wall,
      isDate: time.isDate,
      toUtc: time.isDate ? ofMember : isUtc ? utc : id ? converterOf(id) : ofFile,
    };
  }

  function lengthOf(event: ICAL.Component, start: Moment): Length {
    const end = event.getFirstProperty('dtend');
    if (end) {
      const { wall, toUtc } = momentOf(end.getFirstValue(), end);
      if (toUtc === start.toUtc) return { ms: wall - start.wall, isOnWall: true };
      return { ms: toUtc(wall) - start.toUtc(start.wall), isOnWall: false };
    }
    const duration = event.getFirstPropertyValue('duration');
    if (duration instanceof ICAL.Duration) return { ms: duration.toSeconds() * 1000, isOnWall: start.isDate };
    return { ms: start.isDate ? dayMs : 0, isOnWall: true };
  }

  function additionsOf(property: ICAL.Property): BusyEvent['additions'] {
    return property.getValues().map((value) => {
      if (!(value instanceof ICAL.Period)) return { start: momentOf(value, property), length: null };
      const start = momentOf(value.start, property);
      return { start, length: { ms: momentOf(value.getEnd(), property).wall - start.wall, isOnWall: true } };
    });
  }

  /** Throws for an event that cannot be read. */
  return function readEvent(text: string): BusyEvent {
    const event = new ICAL.Component(ICAL.parse(text));
    const is = (name: string, value: string) =>
      String(event.getFirstPropertyValue(name)).toUpperCase() === value;
    const first = event.getFirstProperty('dtstart');
    if (!first) throw new Error('no start');
    const start = momentOf(first.getFirstValue(), first);
    const replaced = event.getFirstProperty('recurrence-id');
    const uid = event.getFirstPropertyValue('uid');
    return {
      uid: typeof uid === 'string' ? uid : null,
      start,
      length: lengthOf(event, start),
      isFree:
        is('transp', 'TRANSPARENT') || is('status', 'CANCELLED') || is('x-microsoft-cdo-busystatus', 'FREE'),
      rules: event.getAllProperties('rrule').map((property) => {
        const rule = property.getFirstValue();
        if (!(rule instanceof ICAL.Recur)) throw new Error('not a rule');
        return rule;
      }),
      additions: event.getAllProperties('rdate').flatMap(additionsOf),
      exceptions: event
        .getAllProperties('exdate')
        .flatMap((property) => property.getValues().map((value) => momentOf(value, property))),
      replaces: replaced && {
        at: momentOf(replaced.getFirstValue(), replaced),
        isFuture: replaced.getFirstParameter('range')?.toUpperCase() === 'THISANDFUTURE',
      },
    };
  };
}

/** A zone that the file defines; none if the definition cannot be read. */
function readZone(text: string): [string, ToUtc][] {
  try {
    const component = new ICAL.Component(ICAL.parse(text));
    const zone = new ICAL.Timezone(component);
    return [[zone.tzid, (wall) => wall - zone.utcOffset(timeOf(wall, false)) * 1000]];
  } catch {
    return [];
  }
}

/** The fields of a time as if they were UTC; throws if they are none. */
export function wallOf({ year, month, day, isDate, hour, minute, second }: ICAL.Time): number {
  const wall = isDate ? Date.UTC(year, month - 1, day) : Date.UTC(year, month - 1, day, hour, minute, second);
  if (!Number.isFinite(wall)) throw new Error('not a time');
  return wall;
}

/** The opposite of `wallOf`, without a zone. */
export function timeOf(wall: number, isDate: boolean): ICAL.Time {
  const date = new Date(wall);
  const fields = {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    isDate,
  };
  return new ICAL.Time(fields, ICAL.Timezone.localTimezone);
}
