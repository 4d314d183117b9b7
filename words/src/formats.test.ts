import { describe, expect, test } from 'vitest';
import { createFormats, type DateStyleName } from './formats.ts';
import { type Locale, locales } from './locales.ts';

const moment = new Date('2024-03-05T06:05:00Z');
const say = (locale: Locale, style: DateStyleName) =>
  createFormats(locales[locale]).date(moment, style, 'UTC');

describe('English', () => {
  test.each<[DateStyleName, string]>([
    ['fullDay', 'Tuesday, March 5, 2024'],
    ['longDay', 'March 5, 2024'],
    ['shortDay', 'Mar 5'],
    ['digitDay', '03/05/24'],
    ['spokenDay', 'Tuesday 5 March'],
    ['weekday', 'Tuesday'],
    ['shortWeekday', 'Tue'],
    ['month', 'March 2024'],
  ])('says a %s as the specification does: %s', (style, text) => {
    expect(say('en', style)).toBe(text);
  });

  const evening = new Date('2024-03-05T18:05:00Z');
  const inBrowser = (browserTag: string, style: DateStyleName) =>
    createFormats(locales.en, browserTag).date(evening, style, 'UTC').replaceAll(/\s/gu, ' ');

  // The browser determines 12 or 24 hours, but never the language.
  test.each([
    ['en-US', '6:05 PM', 'Mar 5, 2024', 'Mar 5, 2024, 6:05 PM'],
    ['en-GB', '18:05', '5 Mar 2024', '5 Mar 2024, 18:05'],
    ['en-US-u-hc-h23', '18:05', 'Mar 5, 2024', 'Mar 5, 2024, 18:05'],
    ['de', '18:05', 'Mar 5, 2024', 'Mar 5, 2024, 18:05'],
    ['ru-RU', '18:05', 'Mar 5, 2024', 'Mar 5, 2024, 18:05'],
    ['ja', '18:05', 'Mar 5, 2024', 'Mar 5, 2024, 18:05'],
    ['ko', '6:05 PM', 'Mar 5, 2024', 'Mar 5, 2024, 6:05 PM'],
    ['ar-EG', '6:05 PM', 'Mar 5, 2024', 'Mar 5, 2024, 6:05 PM'],
  ])('in a browser set to %s has English words: %s, %s', (browserTag, clock, day, whole) => {
    expect(inBrowser(browserTag, 'clock')).toBe(clock);
    expect(inBrowser(browserTag, 'mediumDay')).toBe(day);
    expect(inBrowser(browserTag, 'moment')).toBe(whole);
    expect(inBrowser(browserTag, 'fullDay')).toBe('Tuesday, March 5, 2024');
  });

  test('knows the browser by itself', () => {
    const { locale, hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions();
    expect(say('en', 'moment')).toBe(
      createFormats(locales.en, `${locale}-u-hc-${hourCycle}`).date(moment, 'moment', 'UTC'),
    );
  });

  test('has lists, times ago, ranges and names', () => {
    const formats = createFormats(locales.en);
    expect(formats.list(['a', 'b', 'c'])).toBe('a, b, and c');
    expect([formats.relative(-1, 'day'), formats.relative(-2, 'hour')]).toEqual(['yesterday', '2 hours ago']);
    // Seven days ahead may be in this calendar week or in the next but one.
    expect([formats.relative(1, 'week'), formats.relative(1, 'month')]).toEqual(['in 1 week', 'in 1 month']);
    expect([formats.relative(0, 'hour'), formats.relative(0, 'day')]).toEqual(['in 0 hours', 'today']);
    expect(formats.dateRange(moment, new Date('2024-03-11T00:00:00Z'), 'longDay', 'UTC')).toBe(
      'March 5\u2009–\u200911, 2024',
    );
    expect(formats.zoneName('Asia/Tokyo', moment)).toBe('Japan Standard Time');
    const names = ['2024-03-30T12:00:00Z', '2024-04-01T12:00:00Z'].map((at) =>
      formats.zoneName('Europe/Berlin', new Date(at)),
    );
    expect(names).toEqual(['Central European Standard Time', 'Central European Summer Time']);
    expect(formats.languageName('pt')).toBe('Portuguese');
  });
});

describe('a range of time', () => {
  const range = (locale: Locale, from: string, to: string, browserTag?: string) =>
    createFormats(locales[locale], browserTag)
      .timeRange(new Date(`2024-03-05T${from}Z`), new Date(`2024-03-0${to}Z`), 'UTC')
      .replaceAll(/\s/gu, ' ');

  test('says both times in full in English, on the clock of the browser', () => {
    expect(range('en', '18:00', '5T18:30', 'de')).toBe('18:00–18:30');
    expect(range('en', '18:00', '5T18:30', 'en-US')).toBe('6:00 PM–6:30 PM');
  });

  test('is written as the language writes it', () => {
    expect(range('fr', '18:00', '5T18:30')).toBe('18:00 – 18:30');
    expect(range('ko', '18:00', '5T18:30')).toBe('오후 6:00~6:30');
    expect(range('ar', '18:00', '5T18:30')).toBe('6:00–6:30 م');
    expect(range('ja', '18:00', '5T18:30')).toBe('18:00～18:30');
  });

  test('has no dates when it goes over midnight', () => {
    expect(range('de', '23:45', '6T00:15')).toBe('23:45–00:15');
    expect(range('de', '23:30', '5T23:59')).toBe('23:30–23:59 Uhr');
  });
});

test('a range of hours goes over the midnight of the given zone, wherever the machine is', () => {
  const { timeRange } = createFormats(locales.de);
  const [from, to] = [new Date('2024-03-05T14:30:00Z'), new Date('2024-03-05T15:30:00Z')];
  expect(timeRange(from, to, 'Asia/Tokyo')).toBe('23:30–00:30');
  const [later, end] = [new Date('2024-03-05T23:30:00Z'), new Date('2024-03-06T00:30:00Z')];
  expect(timeRange(later, end, 'UTC')).toBe('23:30–00:30');
  expect(timeRange(later, end, 'America/Bogota').replaceAll(/\s/gu, ' ')).toBe('18:30–19:30 Uhr');
});

test('a range of days is that of the given zone, wherever the machine is', () => {
  const formats = createFormats(locales.en);
  const [from, to] = [new Date('2024-03-05T18:20:00Z'), new Date('2024-03-11T18:20:00Z')];
  const ranges = ['Pacific/Kiritimati', 'Asia/Kathmandu', 'Pacific/Pago_Pago'].map((zone) =>
    formats.dateRange(from, to, 'longDay', zone).replaceAll('\u2009', ' '),
  );
  expect(ranges).toEqual(['March 6 – 12, 2024', 'March 6 – 12, 2024', 'March 5 – 11, 2024']);
});

test('one set of formats keeps numbers with and without decimals apart', () => {
  const { number } = createFormats(locales.de);
  const written = () => [number(1234.5), number(1, 1), number(2.345, 2), number(3, 0)];
  expect(written()).toEqual(['1.234,5', '1,0', '2,35', '3']);
  expect(written()).toEqual(['1.234,5', '1,0', '2,35', '3']);
});

describe('other languages', () => {
  test('have their own clock, twelve hours or twenty-four', () => {
    const evening = new Date('2024-03-05T18:05:00Z');
    const clock = (locale: Locale) => createFormats(locales[locale]).date(evening, 'clock', 'UTC');
    expect(['de', 'ru', 'ja', 'fr', 'pt-BR'].map((locale) => clock(locale as Locale))).toEqual(
      Array(5).fill('18:05'),
    );
    expect([clock('ko'), clock('ar')]).toEqual(['오후 6:05', '6:05 م']);
  });

  test('have their own days, lists, numbers and names', () => {
    expect(say('ar', 'fullDay')).toBe('الثلاثاء، 5 مارس 2024');
    expect(say('de', 'digitDay')).toBe('05.03.24');
    expect(createFormats(locales.es).list(['a', 'b', 'c'])).toBe('a, b y c');
    expect(createFormats(locales.de).number(1234.5)).toBe('1.234,5');
    expect(createFormats(locales.de).number(1, 1)).toBe('1,0');
    expect([createFormats(locales.en).number(1, 1), createFormats(locales.en).number(1)]).toEqual([
      '1.0',
      '1',
    ]);
    expect(createFormats(locales.ru).relative(-2, 'hour')).toBe('2 часа назад');
    expect(createFormats(locales.ja).languageName('pt')).toBe('ポルトガル語');
    expect(createFormats(locales.de).zoneName('Asia/Tokyo', moment)).toBe('Japanische Normalzeit');
  });

  test('begin the week where they do; English as the calendar always had it', () => {
    const starts = (Object.keys(locales) as Locale[]).map(
      (locale) => createFormats(locales[locale]).weekStart,
    );
    expect(starts).toEqual([1, 1, 7, 1, 1, 7, 7, 1, 6, 1]);
  });

  test('agree with what Intl knows of their week', () => {
    for (const [locale, { tag, weekStart }] of Object.entries(locales)) {
      const known = new Intl.Locale(tag) as Intl.Locale & { getWeekInfo(): { firstDay: number } };
      if (locale !== 'en') expect([locale, known.getWeekInfo().firstDay]).toEqual([locale, weekStart]);
    }
  });
});

test('a formatter is made once for each way and zone', () => {
  const made = { count: 0 };
  const Original = Intl.DateTimeFormat;
  Intl.DateTimeFormat = class extends Original {
    constructor(...args: ConstructorParameters<typeof Original>) {
      super(...args);
      made.count += 1;
    }
  } as typeof Original;
  try {
    const { date } = createFormats(locales.de);
    for (let again = 0; again < 100; again++)
      for (const zone of ['UTC', 'Asia/Tokyo']) date(moment, 'clock', zone);
    expect(made.count).toBe(2);
  } finally {
    Intl.DateTimeFormat = Original;
  }
});
