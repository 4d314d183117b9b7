import { timeZone as timeZoneSchema } from '@parlance/contract/text';
import { isOnWire } from '@parlance/contract/wire';

/** Where the caller's clock stands, as sign-in and re-authentication tell it. */
export interface Whereabouts {
  localTZOffset: number;
  timeZone?: string;
}

/** Whole hours from UTC: the browser's offset with its sign inverted, rounded, never minus zero. */
export const localTZOffsetOf = (date: Date): number => Math.round(-date.getTimezoneOffset() / 60) + 0;

/** The offset and the IANA zone of this device; a zone that nobody knows is left out. */
export const whereabouts = (now = new Date()): Whereabouts => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return {
    localTZOffset: localTZOffsetOf(now),
    ...(isOnWire(timeZoneSchema, timeZone) ? { timeZone } : {}),
  };
};
