import { expect, test } from 'vitest';
import { wordsOf } from './server.ts';

test('English of the server has twenty-four hours, as the mails always had', () => {
  expect(wordsOf('en').date(new Date('2024-03-05T18:05:00Z'), 'clock', 'UTC')).toBe('18:05');
  expect(wordsOf('en').t('Unsubscribe')).toBe('Unsubscribe');
});

test('the Russian and the Arabic catalogue have the form of each number, and Arabic its own dates', () => {
  const { counted } = wordsOf('ru');
  expect([1, 2, 5, 21].map((count) => counted(count, '1 minute', '{count} minutes'))).toEqual([
    '1 минута',
    '2 минуты',
    '5 минут',
    '21 минута',
  ]);
  const arabic = wordsOf('ar');
  expect([3, 11, 100].map((count) => arabic.counted(count, '1 minute', '{count} minutes'))).toEqual([
    '3 دقائق',
    '11 دقيقة',
    '100 دقيقة',
  ]);
  const moment = new Date('2024-03-05T18:05:00Z');
  expect(arabic.date(moment, 'fullDay', 'UTC')).toBe('الثلاثاء، 5 مارس 2024');
});

test('a language is read once, and the pseudo-locale has every text of the product', () => {
  expect(wordsOf('de')).toBe(wordsOf('de'));
  expect(wordsOf('en-XA').t('Unsubscribe')).toBe('[Ûñšûbšçŕíbé~~~~]');
  const tooLong = {
    message: 'Must have at most 50 characters',
    key: 'Must have at most {max} characters',
    values: { max: 50 },
  };
  expect(wordsOf('en-XA').translate(tooLong)).toMatch(/^\[.*50.*\]$/);
  expect([wordsOf('en-XA').dir, wordsOf('ar-XB').dir]).toEqual(['ltr', 'rtl']);
});
