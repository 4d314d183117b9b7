import { wallClock } from '#platform/local-time';
import { windowsZones } from './windows-zones.ts';

const dayMs = 86_400_000;
/** Entries of each cache, which is emptied then: a file can name any number of zones and must not slow down the next one. */
const cachedMax = 20_000;
const nameMaxLength = 100;

const names = new Map<string, string | null>();

/** The IANA zone that a calendar program means by a name; null if it is not known. */
export function zoneNamed(id: string): string | null {
  if (id.length > nameMaxLength) return null;
  const known = names.get(id);
  if (known !== undefined) return known;
  // Old Mozilla programs write /mozilla.org/20050126_1/Europe/Berlin.
  const parts = id.split('/');
  const candidates = [id, windowsZones[id], parts.slice(-3).join('/'), parts.slice(-2).join('/')];
  const found = candidates.find((candidate) => candidate !== undefined && isZone(candidate)) ?? null;
  remember(names, id, found);
  return found;
}

function remember<Value>(cache: Map<string, Value>, key: string, value: Value): void {
  if (cache.size >= cachedMax) cache.clear();
  cache.set(key, value);
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const steady = new Map<string, number | null>();

/** How far a zone's clock is ahead of UTC. Formatting is slow, so days without a clock change are cached. */
function aheadMs(zone: string, at: number): number {
  const measure = (moment: number) => wallClock(new Date(moment), zone).getTime() - moment;
  const day = Math.floor(at / dayMs);
  const key = `${zone}/${day}`;
  let ahead = steady.get(key);
  if (ahead === undefined) {
    const atStart = measure(day * dayMs);
    ahead = atStart === measure((day + 1) * dayMs) ? atStart : null;
    remember(steady, key, ahead);
  }
  return ahead ?? measure(Math.floor(at / 1000) * 1000);
}

/**
 * The moment at which a zone's clock shows a time, given as if it were UTC. Of a time that is shown twice it is the first; one that is
 * skipped counts as if the clock had not changed yet (RFC 5545, 3.3.5).
 */
export function momentInZone(zone: string, wall: number): number {
  const before = aheadMs(zone, wall - dayMs);
  if (aheadMs(zone, wall - before) === before) return wall - before;
  const after = aheadMs(zone, wall + dayMs);
  return aheadMs(zone, wall - after) === after ? wall - after : wall - before;
}
