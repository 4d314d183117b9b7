import { timeZone as timeZoneSchema } from '@parlance/contract/text';
import { isOnWire } from '@parlance/contract/wire';

/** Time zone of the device, sent with sign-in and re-authentication. */
export interface ClientTimeZone {
  localTZOffset: number;
  timeZone?: string;
}

/** Whole hours from UTC: the browser's offset with its sign inverted, rounded, never minus zero. */
export const localTZOffsetOf = (date: Date): number => Math.round(-date.getTimezoneOffset() / 60) + 0;

/** Offset and IANA zone of this device; an unknown zone is omitted. */
export const readTimeZone = (now = new Date()): ClientTimeZone => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return {
    localTZOffset: localTZOffsetOf(now),
    ...(isOnWire(timeZoneSchema, timeZone) ? { timeZone } : {}),
  };
};
