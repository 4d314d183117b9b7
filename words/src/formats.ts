import type { LocaleFacts } from './locales.ts';

interface DateStyle extends Intl.DateTimeFormatOptions {
  /** The variant of English; null is that of the reader's browser, with its 12 or 24 hours. */
  english?: string | null;
}

/** Date formats, each with an English example. */
const dateStyles = {
  /** 6:00 PM or 18:00, by the hours of the reader's browser; 18:00 in mails */
  clock: { timeStyle: 'short', english: null },
  /** Tuesday, March 5, 2024 */
  fullDay: { dateStyle: 'full' },
  /** March 5, 2024 */
  longDay: { day: 'numeric', month: 'long', year: 'numeric' },
  /** Mar 5, 2024, or 5 Mar 2024 in a British browser */
  mediumDay: { dateStyle: 'medium', english: null },
  /** Mar 5 */
  shortDay: { day: 'numeric', month: 'short' },
  /** 03/05/24 */
  digitDay: { month: '2-digit', day: '2-digit', year: '2-digit' },
  /** Tuesday 5 March */
  spokenDay: { weekday: 'long', day: 'numeric', month: 'long', english: 'en-GB' },
  /** Tuesday */
  weekday: { weekday: 'long' },
  /** Tue */
  shortWeekday: { weekday: 'short' },
  /** March 2024 */
  month: { month: 'long', year: 'numeric' },
  /** Mar 5, 2024, 6:00 PM, by the hours of the reader's browser */
  moment: { dateStyle: 'medium', timeStyle: 'short', english: null },
  /** Behind the date, Japan Standard Time */
  zone: { timeZoneName: 'long' },
} as const satisfies Record<string, DateStyle>;

export type DateStyleName = keyof typeof dateStyles;

/** Numbers, dates, lists and names in one language. */
export interface Formats {
  /** 1 is Monday, 7 Sunday. */
  weekStart: number;
  /** Plain, or with a fixed number of decimals. */
  number(value: number, decimals?: number): string;
  /** `a, b, and c` */
  list(items: readonly string[]): string;
  /** A moment in a time zone, the reader's by default. */
  date(moment: Date, style: DateStyleName, zone?: string): string;
  /** `March 5 – 11, 2024` */
  dateRange(from: Date, to: Date, style: DateStyleName, zone?: string): string;
  /** `18:00–18:30` */
  timeRange(from: Date, to: Date, zone?: string): string;
  /** `yesterday`, `2 hours ago`. Days are calendar days; a week or a month is a duration: `in 1 week`, never `next week`. */
  relative(count: number, unit: Intl.RelativeTimeFormatUnit): string;
  /** `Japan Standard Time` */
  zoneName(zone: string, at: Date): string;
  languageName(code: string): string;
  compare(a: string, b: string): number;
}

/**
 * Caches formatters: creating one takes longer than many uses, and a calendar week prints 448 times. `browserTag` is the browser's
 * language, Intl's default when omitted.
 */
export function createFormats(
  { tag, weekStart }: Pick<LocaleFacts, 'tag' | 'weekStart'>,
  browserTag?: string,
): Formats {
  const isEnglish = tag === 'en-US';
  const kept = new Map<string, unknown>();
  const keep = <Formatter>(key: string, make: () => Formatter): Formatter => {
    const formatter = (kept.get(key) ?? make()) as Formatter;
    kept.set(key, formatter);
    return formatter;
  };
  const dateFormat = (style: DateStyleName, timeZone?: string) =>
    keep(`${style} ${timeZone}`, () => {
      const { english = tag, ...options }: DateStyle = dateStyles[style];
      if (!isEnglish) return new Intl.DateTimeFormat(tag, { ...options, timeZone });
      if (english !== null) return new Intl.DateTimeFormat(english, { ...options, timeZone });
      const browser = new Intl.DateTimeFormat(browserTag, { hour: 'numeric' }).resolvedOptions();
      // A browser in another language only determines 12 or 24 hours: its words would appear inside English text.
      const variant = browser.locale.startsWith('en') ? browser.locale : tag;
      const hourCycle = 'timeStyle' in options ? browser.hourCycle : undefined;
      return new Intl.DateTimeFormat(variant, { ...options, hourCycle, timeZone });
    });

  return {
    weekStart,
    // The specified English has plain digits.
    number: (value, decimals) => {
      if (isEnglish) return decimals === undefined ? String(value) : value.toFixed(decimals);
      const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
      return keep(`number ${decimals}`, () => new Intl.NumberFormat(tag, options)).format(value);
    },
    list: (items) => keep('list', () => new Intl.ListFormat(tag)).format(items),
    date: (moment, style, zone) => dateFormat(style, zone).format(moment),
    dateRange: (from, to, style, zone) => dateFormat(style, zone).formatRange(from, to),
    timeRange: (from, to, zone) => {
      const [clock, day] = [dateFormat('clock', zone), dateFormat('digitDay', zone)];
      // Across midnight Intl would print two dates; the specified English prints both times in full.
      const isWhole = isEnglish || day.format(from) !== day.format(to);
      // Intl would print the unusual 18時00分～18時30分.
      const sign = tag === 'ja' ? '～' : '–';
      return isWhole || tag === 'ja'
        ? clock.format(from) + sign + clock.format(to)
        : clock.formatRange(from, to);
    },
    relative: (count, unit) => {
      const numeric = unit === 'day' ? 'auto' : 'always';
      return keep(`relative ${numeric}`, () => new Intl.RelativeTimeFormat(tag, { numeric })).format(
        count,
        unit,
      );
    },
    zoneName: (zone, at) =>
      dateFormat('zone', zone)
        .formatToParts(at)
        .find(({ type }) => type === 'timeZoneName')?.value ?? zone,
    languageName: (code) =>
      keep('language', () => new Intl.DisplayNames(tag, { type: 'language' })).of(code) ?? code,
    compare: (a, b) => keep('order', () => new Intl.Collator(tag)).compare(a, b),
  };
}
