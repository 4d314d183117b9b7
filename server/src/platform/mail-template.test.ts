import { createWords } from '@parlance/words/create-words';
import { describe, expect, test } from 'vitest';
import { type MailBlock, nameInMail, renderMail } from './mail-template.ts';

const everyBlock: MailBlock[] = [
  { kind: 'heading', text: 'Your session tomorrow' },
  { kind: 'subheading', text: 'Who' },
  { kind: 'paragraph', text: 'With Aiko.\nBring a question.' },
  { kind: 'code', code: '480912' },
  { kind: 'button', label: 'Open the chat', url: 'https://parlance.test/chat/1?a=1&b=2' },
  { kind: 'list', items: [{ text: 'First' }, { text: 'Second', url: 'https://parlance.test/second' }] },
  { kind: 'smallPrint', text: 'You asked for this mail.' },
];

describe('mail template', () => {
  test('has the same content in both bodies', () => {
    const { text, html } = renderMail({
      productName: 'Parlance',
      blocks: everyBlock,
      unsubscribeUrl: 'https://parlance.test/unsubscribe/x',
    });
    for (const words of [
      'Your session tomorrow',
      'Who',
      'With Aiko.',
      'Bring a question.',
      '480912',
      'Open the chat',
      'First',
      'Second',
      'https://parlance.test/second',
      'You asked for this mail.',
      'Parlance',
      'https://parlance.test/unsubscribe/x',
    ]) {
      expect(text).toContain(words);
      expect(html).toContain(words);
    }
    expect(text).toBe(`Your session tomorrow

Who

With Aiko.
Bring a question.

    480912

Open the chat:
https://parlance.test/chat/1?a=1&b=2

- First
- Second
  https://parlance.test/second

You asked for this mail.

-- 
Parlance
Unsubscribe: https://parlance.test/unsubscribe/x
`);
  });

  test('escapes user text', () => {
    const hostile = `"><img src=x onerror=alert(1)> & 'friends'`;
    const { html, text } = renderMail({
      productName: 'Parlance',
      preview: hostile,
      blocks: [
        { kind: 'heading', text: hostile },
        { kind: 'paragraph', text: hostile },
        { kind: 'code', code: hostile },
        { kind: 'button', label: hostile, url: 'https://parlance.test/"><script>' },
        { kind: 'list', items: [{ text: hostile }] },
        { kind: 'smallPrint', text: hostile },
      ],
    });
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<script');
    expect(
      html.match(/&quot;&gt;&lt;img src=x onerror=alert\(1\)&gt; &amp; &#39;friends&#39;/g),
    ).toHaveLength(7);
    expect(text).toContain(hostile);
  });

  test.each(['en', 'ar'] as const)(
    'says in %s where a line begins, whatever name it begins with; what somebody wrote says so itself',
    (locale) => {
      const words = createWords(locale);
      const { html } = renderMail({
        productName: 'Parlance',
        words,
        blocks: [
          { kind: 'heading', text: 'Ana' },
          { kind: 'subheading', text: 'Ana' },
          { kind: 'paragraph', text: 'محمد' },
          { kind: 'list', items: [{ text: 'محمد\nAna' }] },
          { kind: 'smallPrint', text: 'Ana' },
          { kind: 'paragraph', text: 'Written', isWritten: true },
        ],
      });
      const body = html.slice(html.indexOf('<h1'));
      expect(body.match(/ dir="\w+"/g)).toEqual([...Array(5).fill(` dir="${words.dir}"`), ' dir="auto"']);
    },
  );

  test('in a language from right to left plain lines begin there too, except links, codes and what somebody wrote', () => {
    const { text } = renderMail({
      productName: 'Parlance',
      words: createWords('ar'),
      blocks: [...everyBlock, { kind: 'paragraph', text: 'Written', isWritten: true }],
    });
    const lines = text.slice(0, text.indexOf('-- ')).split('\n');
    const bare = lines.filter((line) => line !== '' && !line.startsWith('\u200f'));
    expect(bare.map((line) => line.trim())).toEqual([
      '480912',
      'https://parlance.test/chat/1?a=1&b=2',
      'https://parlance.test/second',
      'Written',
    ]);
  });

  test('marks of direction become elements, also one inside another', () => {
    const text = 'لك: \u2067\u2068اليوم\u2069 (\u2068UTC\u2069)\u2069 \u2068';
    const { html } = renderMail({ productName: 'Parlance', blocks: [{ kind: 'paragraph', text }] });
    expect(html).toContain('لك: <bdi dir="rtl"><bdi>اليوم</bdi> (<bdi>UTC</bdi>)</bdi> \u2068</p>');
  });

  test.each(['18:00–18:30', '18:00\u2009–\u200918:30', '18:00～18:30', '6:00~6:30'])(
    'the times %s stay in one line',
    (times) => {
      const blocks: MailBlock[] = [{ kind: 'paragraph', text: `On Monday, ${times} (UTC)` }];
      const { html } = renderMail({ productName: 'Parlance', blocks });
      expect(html).toContain(`<span style="white-space:nowrap">${times}</span>`);
    },
  );

  test.each([
    ['ltr', 'left', 'en'],
    ['rtl', 'right', 'ar'],
  ] as const)('a language that is read %s begins at the %s', (dir, side, locale) => {
    const { html } = renderMail({
      productName: 'Parlance',
      blocks: everyBlock,
      words: createWords(locale),
    });
    expect(html).toContain(`<html lang="${locale}" dir="${dir}">`);
    expect(html).toMatch(new RegExp(`<body [^>]*dir="${dir}"`));
    expect(html.match(/align="(left|right)"/g)).toEqual([`align="${side}"`, `align="${side}"`]);
    expect(html).toContain(`padding-${side}:24px`);
    expect(html).toMatch(/<p class="code" dir="ltr"/);
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', 'not a link'])('refuses %j as a link', (url) => {
    expect(() =>
      renderMail({ productName: 'Parlance', blocks: [{ kind: 'button', label: 'Go', url }] }),
    ).toThrow();
  });

  test('has no unsubscribe line unless there is something to unsubscribe from', () => {
    const { html, text } = renderMail({ productName: 'Parlance', blocks: [] });
    expect(html).not.toContain('Unsubscribe');
    expect(text).not.toContain('Unsubscribe');
  });

  test('loads no remote resources and has inline styles', () => {
    const { html } = renderMail({ productName: 'Parlance', blocks: everyBlock });
    expect(html).not.toMatch(/<link|<img|@import|url\(/);
    expect(html).toContain('prefers-color-scheme:dark');
    for (const tag of html.match(/<(h1|p|ul|li|a)\b[^>]*>/g) ?? []) expect(tag).toContain('style="');
  });
});

test('a name in a sentence is one line, keeps its direction to itself and is never empty', () => {
  const english = createWords('en');
  expect(nameInMail(english, ' Ana \n Lucía ')).toBe('Ana Lucía');
  expect(nameInMail(english, 'محمد')).toBe('\u2068محمد\u2069');
  expect(nameInMail(english, '  ')).toBe('Anonymous');
  const blocks: MailBlock[] = [{ kind: 'paragraph', text: `${nameInMail(english, 'محمد')} wrote` }];
  expect(renderMail({ productName: 'Parlance', blocks }).html).toContain('<bdi>محمد</bdi> wrote');
});
