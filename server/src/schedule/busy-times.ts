import ICAL from 'ical.js';
import { type BusyEvent, createEventReader, type Moment, timeOf, wallOf } from './busy-events.ts';
import type { CalendarLines } from './busy-lines.ts';

const dayMs = 86_400_000;
/** No zone is a day ahead of or behind UTC; the second day is for an end that a clock change moves. */
const marginMs = 2 * dayMs;
const occurrencesMax = 50_000;
const rangesMax = 2000;
/** UIDs of our own calendar files: a session must not clash with its own entry in the member's calendar. */
const ownUid = '@parlance';

/** Start and end in milliseconds. */
export type BusyRange = [start: number, end: number];

export interface BusyWindow {
  start: number;
  end: number;
  /** The zone of the member. */
  zone: string;
}

/** When the owner of a calendar is busy within a window: merged, soonest first, at most 2,000. Events that cannot be read are left out. */
export function busyTimes(lines: CalendarLines, window: BusyWindow): BusyRange[] {
  const read = createEventReader(lines, window.zone);
  const events = lines.events.flatMap((text) => {
    try {
      return [read(text)];
    } catch {
      return [];
    }
  });
  const ranges: BusyRange[] = [];
  let left = occurrencesMax;
  const spend = () => {
    left -= 1;
    if (left < 0) throw new TooManyOccurrences();
  };
  for (const series of seriesOf(events)) {
    try {
      for (const range of expand(series, window, spend)) ranges.push(range);
    } catch (error) {
      if (error instanceof TooManyOccurrences) throw error;
    }
  }
  return merge(ranges).slice(0, rangesMax);
}

class TooManyOccurrences extends Error {}

interface Series {
  /** Null where only replaced occurrences are known, as in an invitation to one of them. */
  event: BusyEvent | null;
  replacements: BusyEvent[];
}

/** Joins the occurrences that were changed to their series by UID. */
function seriesOf(events: BusyEvent[]): Series[] {
  const series: Series[] = [];
  const byUid = new Map<string, Series>();
  const seriesWith = (uid: string | null): Series => {
    const known = uid === null ? undefined : byUid.get(uid);
    if (known) return known;
    const made: Series = { event: null, replacements: [] };
    series.push(made);
    if (uid !== null) byUid.set(uid, made);
    return made;
  };
  for (const event of events) {
    if (event.uid?.endsWith(ownUid)) continue;
    const found = seriesWith(event.uid);
    if (event.replaces) found.replacements.push(event);
    else if (found.event === null) found.event = event;
    // Two events with one UID: both count.
    else series.push({ event, replacements: [] });
  }
  return series;
}

function* expand(
  { event, replacements }: Series,
  window: BusyWindow,
  spend: () => void,
): Generator<BusyRange> {
  for (const replacement of replacements) if (!replacement.isFree) yield* placed(replacement, window);
  if (!event) return;
  const isNear = ({ wall }: Moment) =>
    wall < window.end + marginMs && wall > window.start - marginMs - Math.max(0, event.length.ms);
  const changes = replacements.flatMap((replacement) => {
    if (!replacement.replaces) return [];
    const { at, isFuture } = replacement.replaces;
    return [{ at: at.toUtc(at.wall), isFuture, replacement }];
  });
  const replaced = new Set(changes.map(({ at }) => at));
  const later = changes.filter(({ isFuture }) => isFuture).toSorted((a, b) => b.at - a.at);
  const near = event.exceptions.filter(isNear);
  const excepted = new Set(near.filter(({ isDate }) => !isDate || event.start.isDate).map(utcOf));
  // Some programs except a whole day from a series of times.
  const exceptedDays = new Set(
    near.filter(({ isDate }) => isDate && !event.start.isDate).map(({ wall }) => wall),
  );

  for (const { start, length } of occurrences(event, window, spend)) {
    if (!isNear(start)) continue;
    const at = utcOf(start);
    if (excepted.has(at) || replaced.has(at)) continue;
    if (exceptedDays.has(Math.floor(start.wall / dayMs) * dayMs)) continue;
    const change = later.find((candidate) => candidate.at < at);
    if (!change) {
      if (!event.isFree) yield* placed({ start, length }, window);
    } else if (!change.replacement.isFree) {
      const { start: moved, length: changed } = change.replacement;
      const shifted = at + utcOf(moved) - change.at;
      yield* within(shifted, shifted + changed.ms, window);
    }
  }
}

type Placed = Pick<BusyEvent, 'start' | 'length'>;

/** Starts of an event: by its rules, or once, and additional ones. */
function* occurrences(event: BusyEvent, window: BusyWindow, spend: () => void): Generator<Placed> {
  const { start, length, rules } = event;
  if (rules.length === 0) yield event;
  for (const rule of rules) {
    for (const wall of wallsOf(rule, start, window.start - marginMs - Math.max(0, length.ms))) {
      spend();
      if (wall > window.end + marginMs || isAfter(rule.until, wall, start)) break;
      yield { start: { ...start, wall }, length };
    }
  }
  for (const addition of event.additions) {
    spend();
    yield { start: addition.start, length: addition.length ?? length };
  }
}

/** Wall clock times of a rule, from shortly before `from` on. */
function* wallsOf(rule: ICAL.Recur, start: Moment, from: number): Generator<number> {
  const endless = rule.clone();
  // Compared by `isAfter`: an end in UTC must not be compared with a local time.
  endless.until = null;
  const iterator = endless.iterator(timeOf(skipAhead(rule, start.wall, from), start.isDate));
  for (let next = iterator.next(); next; next = iterator.next()) {
    const wall = wallOf(next);
    if (wall >= start.wall) yield wall;
  }
}

/** A later start from which a rule gives the same times: many series are years old. A rule that counts has to be counted. */
function skipAhead({ freq, interval, count, parts }: ICAL.Recur, start: number, from: number): number {
  const stepMs = (freq === 'DAILY' ? dayMs : freq === 'WEEKLY' ? 7 * dayMs : 0) * interval;
  if (stepMs === 0 || count || 'BYSETPOS' in parts) return start;
  return start + Math.max(0, Math.floor((from - start) / stepMs) - 1) * stepMs;
}

function isAfter(until: ICAL.Time | null | undefined, wall: number, start: Moment): boolean {
  if (!until) return false;
  const last = wallOf(until);
  if (until.isDate) return wall >= last + dayMs;
  return until.zone === ICAL.Timezone.utcTimezone ? start.toUtc(wall) > last : wall > last;
}

const utcOf = ({ wall, toUtc }: Moment): number => toUtc(wall);

function placed({ start, length }: Placed, window: BusyWindow): BusyRange[] {
  // Far times are not converted: their years can be beyond what a clock shows.
  if (start.wall > window.end + marginMs || start.wall + length.ms < window.start - marginMs) return [];
  const from = utcOf(start);
  const endOnWall = Math.min(start.wall + length.ms, window.end + marginMs);
  return within(from, length.isOnWall ? start.toUtc(endOnWall) : from + length.ms, window);
}

/** The part of a range that is in the window. */
function within(from: number, to: number, { start, end }: BusyWindow): BusyRange[] {
  const range: BusyRange = [Math.max(from, start), Math.min(to, end)];
  return range[0] < range[1] ? [range] : [];
}

function merge(ranges: BusyRange[]): BusyRange[] {
  const merged: BusyRange[] = [];
  for (const range of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && range[0] <= last[1]) last[1] = Math.max(last[1], range[1]);
    else merged.push([...range]);
  }
  return merged;
}
