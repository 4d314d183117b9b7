import { describe, expect, test } from 'vitest';
import { findContact } from './contact-text.ts';

describe('a text that holds a way to be reached outside', () => {
  test.each([
    '+49 170 1234567',
    'call me 0170/1234567',
    'my number: (555) 010-0200 ok?',
    '06 12 34 56 78',
    '01.23.45.67.89',
    '612 345 678',
    '5 5 5 0 1 0 0 2 0 0',
    '555.010.0200',
    '١٢٣٤٥٦٧٨٩٠ اتصل بي',
    'मेरा नंबर ९८७६५ ४३२१० है',
    '電話は０９０−１２３４−５６７８です',
    '9️⃣8️⃣7️⃣6️⃣5️⃣4️⃣3️⃣2️⃣1️⃣0️⃣',
    '98\u200b76\u200b54\u200b32\u200b10',
    'เบอร์ ๐๘๑ ๒๓๔ ๕๖๗๘',
    'Tel. +1-555-0100',
    'shall we talk at 18:00? 0171 2345678',
    'only 0171 2345678 €',
    '$ 555 010 0200',
    '0, 1, 7, 1, 2, 3, 4, 5, 6',
    '06, 12, 34, 56, 78',
    '0171\u061c234\u115f5678',
    '0171\u2800234\u28005678',
    '0171\u{e0020}234\u{e0020}5678',
  ])('phone: %s', (text) => {
    expect(findContact(text)).toBe('phone');
  });

  test.each([
    'look https://example.com/x',
    'www.example.fr is mine',
    'visit my-shop.com!',
    't.me/anna',
    'wa.me/491701234567',
    'join discord.gg/abc',
    'my page example dot com',
    'example [dot] com',
    'example (.) com',
    'сайт пример.рф',
    'tg://resolve?domain=x',
    'see annaschmidt.de',
    'it is on anna-s.eu, have a look',
    'ｅｘａｍｐｌｅ．ｃｏｍ',
  ])('link: %s', (text) => {
    expect(findContact(text)).toBe('link');
  });

  test.each([
    'I am @anna_smith there',
    'anna.smith@example.org',
    'Telegram: annasmith',
    'my telegram is annasmith',
    'add me on WhatsApp anna_99',
    'insta = foo.bar',
    'LINE ID: anna',
    'my line anna_88',
    '微信：abc123',
    '加我微信 anna88',
    '카톡 아이디 anna77',
    'мой телеграм annasmith',
    'واتساب: anna22',
    'मेरा टेलीग्राम anna_s है',
    'snapchat name annas',
    'signal anna.01',
  ])('handle: %s', (text) => {
    expect(findContact(text)).toBe('handle');
  });

  test.each([
    'Hi! I live in room 1204, floor 12.',
    'Room 4-12-305',
    'see you at 18:00 or 18.30, until 20:15:00',
    '9.00–17.00 works for me',
    'free 10:00-11:30, 14:00-15:00 and 16:45-17:15',
    'born on 05.03.1994',
    'on 2024-03-05 at 18:00',
    '2024-03-05 – 2024-04-01',
    '3/5/2024 and 12/31/24',
    '2024年3月5日 18時30',
    'I was there 1990–2000, then 2019/2020',
    'it costs 1.250.000 € or $12,000,000',
    'the price is 10 000 000 VND',
    'Rs 1 50 000 only',
    'a city of 10 000 000 people',
    'I can count: 1, 2, 3, 4, 5, 6, 7, 8, 9',
    'and back: 9, 8, 7, 6, 5, 4, 3, 2, 1',
    'pages 12, 15, 18, 25, 40',
    '1,234,567 $ and 99,99 €',
    'page 123, exercise 4.5.6',
    '٥ مارس ٢٠٢٤ الساعة ١٨:٣٠',
    'I speak 3 languages, learned for 12 years',
    'I like it.me too',
    'Estudio mucho.de verdad',
    'You and me.It is so.me!',
    'Do you use WhatsApp?',
    'I found this on Instagram and Facebook.',
    'the telegram is an old thing',
    'in line: people waited',
    'the signal is green',
    'meet @ 18:00',
    '你好！我在学习英语，可以一起练习吗？',
    'こんにちは。ラインの絵が好きです',
    '😀 3 + 4 = 7',
    'e.g. this, i.e. that, etc.',
    '',
  ])('nothing: %s', (text) => {
    expect(findContact(text)).toBeNull();
  });
});

test.each([
  ['1234567', null],
  ['12345678', 'phone'],
  ['+123456', null],
  ['+1234567', 'phone'],
  ['1234567+', null],
  ['123456789012345', 'phone'],
  ['1234567890123456', null],
  ['10101010', 'phone'],
  ['0170 1234567 0170 1234567', 'phone'],
  ['0170 1234567 0170 1234568', null],
  ['1234567890123456 1234567890123456', null],
  ['1234 18:00 5678', null],
  ['1234567 €', null],
  ['12345678 €', 'phone'],
  ['012 345 000 €', 'phone'],
  ['1, 3, 5, 7, 9, 2, 4', null],
  ['1, 3, 5, 7, 9, 2, 4, 6', 'phone'],
])('eight to fifteen digits in a row, seven after a plus: %s is %s', (text, kind) => {
  expect(findContact(text)).toBe(kind);
});

// Maximum-length messages that would make a backtracking pattern read each part many times.
test.each([
  ['a messenger and spaces', `telegram${' '.repeat(3980)}`],
  ['names of one letter', 'а.'.repeat(2000)],
  ['names with hyphens', 'a-'.repeat(2000)],
  ['an address that does not end', `x@${'a'.repeat(3990)}`],
  ['digits in every script', '٩'.repeat(4000)],
  ['an amount of money without a currency', '1 '.repeat(2000)],
  ['digits one by one', '1, '.repeat(1300)],
  ['a dot in words', `a${' '.repeat(3990)}dot`],
  ['signs that become eighteen letters each', '\ufdfa'.repeat(4000)],
  ['signs that become six letters each', '㌖'.repeat(4000)],
])('a hostile message is read within a quarter of a second: %s', (_what, text) => {
  const began = process.cpuUsage();
  expect([findContact(text), findContact(`${text}!`)]).toEqual([null, null]);
  const { user } = process.cpuUsage(began);
  expect(user / 1000).toBeLessThan(250);
});

test.each(['\ufdfa', '\ufdfb', '㌖'])(
  'what comes after signs that become many letters is found: %s',
  (sign) => {
    expect(findContact(`${sign.repeat(3900)} https://example.com`)).toBe('link');
  },
);

test('what comes after a long gap or many invisible signs is found', () => {
  expect(findContact(`telegram${' '.repeat(3900)}: annasmith`)).toBe('handle');
  expect(findContact(`${'\u200b'.repeat(3900)}+49 170 1234567`)).toBe('phone');
  expect(findContact(`${'😀'.repeat(3900)} https://example.com`)).toBe('link');
});
