import * as z from 'zod/mini';
import { says } from './message.ts';

/** Length in code points, not UTF-16 units. */
export const codePoints = (value: string): number => [...value].length;

/** NUL and lone surrogates make Postgres throw, so every text schema rejects them. */
const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes('\0');

export const tooLongText = (max: number): string => says('Must have at most {max} characters', { max });

interface TextRule {
  min?: number;
  max: number;
  required?: string;
  tooLong?: string;
}

/** Trimmed text with a length in code points. */
export const text = ({ min = 0, max, required, tooLong }: TextRule) =>
  z.string().check(
    z.trim(),
    z.refine(isStorable, 'Contains characters that cannot be stored'),
    z.refine(
      (value) => codePoints(value) >= min,
      required ?? says('Must have at least {min} characters', { min }),
    ),
    z.refine((value) => codePoints(value) <= max, tooLong ?? tooLongText(max)),
  );

const canonicalUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A canonical lower-case uuid: braces and capitals would be aliases of the same id. */
export const uuid = z.string().check(z.regex(canonicalUuid, 'Must be a uuid'));

/** An instant: ISO text with an offset or Z on the wire, a Date in the program. Years have four digits. */
export const instant = z.codec(
  z
    .string()
    .check(
      z.regex(
        /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/,
        'Must be a date with a time and an offset',
      ),
      z.refine(existsInCalendar, 'Must be a date that exists'),
    ),
  z.date(),
  { decode: (value) => new Date(value), encode: (date) => date.toISOString() },
);

// Date.parse turns 30 February into 2 March, and an offset can move the instant out of the four-digit years.
function existsInCalendar(value: string): boolean {
  const year = new Date(value).getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) return false;
  const day = value.slice(0, 10);
  // Stryker disable next-line all: every month has these days, so that they only save the second look
  return Number(day.slice(8)) <= 28 || isDay(day);
}

function isDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

const wholeNumber = /^-?\d{1,9}$/;
const decimalNumber = /^-?\d{1,6}(\.\d{1,9})?$/;

/** A number check with both bounds. */
export const between = (min: number, max: number) =>
  [
    z.minimum(min, says('Must be at least {min}', { min })),
    z.maximum(max, says('Must be at most {max}', { max })),
  ] as const;

export const queryInteger = (min: number, max: number) =>
  z.codec(
    z.string().check(z.regex(wholeNumber, 'Must be a whole number')),
    z.number().check(...between(min, max)),
    { decode: Number, encode: String },
  );

export const queryFraction = z.codec(
  z.string().check(z.regex(decimalNumber, 'Must be a number')),
  z.number().check(...between(0, 1)),
  { decode: Number, encode: String },
);

export const queryBoolean = z.codec(z.enum(['true', 'false'], 'Must be true or false'), z.boolean(), {
  decode: (value) => value === 'true',
  encode: (value) => (value ? 'true' : 'false'),
});

export const listLimitDefault = 10;
/** Largest offset of any list: deeper pages are refused, because their scan would be unbounded. */
export const listOffsetMax = 100_000;

/** limit and offset of a list; every list is bounded. */
export const page = (limitMax = 100) => ({
  limit: z.optional(queryInteger(1, limitMax)),
  offset: z.optional(queryInteger(0, listOffsetMax)),
});

/** The response of calls without a result. */
export const empty = z.object({});

/** An IANA time zone name that this runtime supports. */
export const timeZone = z.string().check(z.maxLength(64), z.refine(isTimeZone, 'Unknown time zone'));

function isTimeZone(value: string): boolean {
  // Intl accepts an offset, but an offset is not a zone name.
  if (/^[+-]/.test(value)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

/** Hours from UTC, rounded as browsers report it; a fallback for `timeZone`. Stored in quarters, the granularity of time zones. */
export const localTZOffset = z.number().check(
  z.minimum(-24),
  z.maximum(24),
  // Without rounding, a value such as 5e-323 passes the bounds but is rejected by the database.
  z.overwrite((hours) => Math.round(hours * 4) / 4),
);
