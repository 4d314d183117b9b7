import { factsOf, type Locale, type PseudoLocale } from './locales.ts';

interface DateStyle extends Intl.DateTimeFormatOptions {
  /** English is told as the specification has it; null is the way of the reader's browser. */
  english?: string | null;
}

/** Every form in which a moment is shown, each with an example in English. */
const dateStyles = {
  /** 6:00 PM or 18:00, as the reader's browser has it */
  clock: { timeStyle: 'short', english: null },
  /** 18:00 */
  mailClock: { timeStyle: 'short', english: 'en-US-u-hc-h23' },
  /** Tuesday, March 5, 2024 */
  fullDay: { dateStyle: 'full' },
  /** March 5, 2024 */
  longDay: { day: 'numeric', month: 'long', year: 'numeric' },
  /** Mar 5, 2024, as the reader's browser has it */
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
  /** Mar 5, 2024, 6:00 PM, as the reader's browser has it */
  moment: { dateStyle: 'medium', timeStyle: 'short', english: null },
} as const satisfies Record<string, DateStyle>;

export type DateStyleName = keyof typeof dateStyles;

/** Numbers, dates, lists and names as one language writes them. */
export interface Formats {
  /** 1 is Monday, 7 Sunday. */
  weekStart: number;
  number(value: number): string;
  /** `a, b, and c` */
  list(items: readonly string[]): string;
  /** A moment on the clock of a zone; without one, on the reader's own. */
  date(moment: Date, style: DateStyleName, zone?: string): string;
  /** `March 5 – 11, 2024` */
  dateRange(from: Date, to: Date, style: DateStyleName, zone?: string): string;
  /** `yesterday`, `2 hours ago` */
  relative(count: number, unit: Intl.RelativeTimeFormatUnit): string;
  /** `Japan Standard Time` */
  zoneName(zone: string, at: Date): string;
  languageName(code: string): string;
  regionName(code: string): string;
}

/** The one home of formatters: making one takes longer than many uses of it. */
export function createFormats(locale: Locale | PseudoLocale): Formats {
  const { tag, weekStart } = factsOf(locale);
  const isEnglish = tag === 'en-US';
  const kept = new Map<string, unknown>();
  const keep = <Formatter>(key: string, make: () => Formatter): Formatter => {
    if (!kept.has(key)) kept.set(key, make());
    return kept.get(key) as Formatter;
  };
  const dateFormat = (style: DateStyleName, timeZone?: string) =>
    keep(`${style} ${timeZone}`, () => {
      const { english = tag, ...options }: DateStyle = dateStyles[style];
      return new Intl.DateTimeFormat((isEnglish ? english : tag) ?? undefined, { ...options, timeZone });
    });
  const nameOf = (type: Intl.DisplayNamesType, code: string) =>
    keep(type, () => new Intl.DisplayNames(tag, { type })).of(code) ?? code;

  return {
    weekStart,
    // The specification's English has plain digits.
    number: (value) =>
      isEnglish ? String(value) : keep('number', () => new Intl.NumberFormat(tag)).format(value),
    list: (items) => keep('list', () => new Intl.ListFormat(tag)).format(items),
    date: (moment, style, zone) => dateFormat(style, zone).format(moment),
    dateRange: (from, to, style, zone) => dateFormat(style, zone).formatRange(from, to),
    relative: (count, unit) =>
      keep('relative', () => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })).format(count, unit),
    zoneName(timeZone, at) {
      const format = keep(
        `zone ${timeZone}`,
        () => new Intl.DateTimeFormat(tag, { timeZone, timeZoneName: 'long' }),
      );
      return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
    },
    languageName: (code) => nameOf('language', code),
    regionName: (code) => nameOf('region', code),
  };
}
