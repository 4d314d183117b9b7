import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fillPage, type PageHead } from '#platform/web-build';
import { framePeople, frameSearches } from './page-frame.ts';

const styles = Array.from({ length: 3000 }, (_, nth) => `.s${nth * 7919}{top:${nth}px}`).join('');
const template = (title: string, shown = '<div data-written="for-all"></div>') =>
  `<!DOCTYPE html><html><head>${title}<style>${styles}</style></head><body>日本語 ${shown}` +
  `<div></div><script>start(${JSON.stringify(styles.slice(-4000))})</script></body></html>`;
const names = [
  'Ana',
  'Parlance',
  '',
  '</div>',
  '$& </head>',
  '日本語の名前 👨‍👩‍👧',
  'العربية',
  'a'.repeat(70_000),
];
const headOf = (name: string): PageHead => ({
  title: name,
  tags: `<meta content="${name.length}">`,
  written: `<p>${name}</p>${styles.slice(0, 900)}`,
});

test.each([
  ['without a title', template('')],
  ['with one', template('<title>Parlance</title>')],
  ['with no place for what it shows', template('', '')],
  ['that is empty', ''],
])('the page of a person in a template %s is the filled template, byte for byte', (_what, text) => {
  const write = framePeople(text);
  for (const head of names.map(headOf)) {
    const { body, gzip } = write(head);
    expect(body.toString()).toBe(fillPage(text, head));
    expect(gunzipSync(gzip).equals(body)).toBe(true);
  }
});

test('the page of a search has the head of its edition and what was found, byte for byte', () => {
  const text = template('<title>Parlance</title>');
  const head = { title: 'Find', tags: '<meta content="find">' };
  const write = frameSearches(text, head);
  for (const { written } of names.map(headOf)) {
    const { body, gzip } = write({ ...head, written });
    expect(body.toString()).toBe(fillPage(text, { ...head, written }));
    expect(gunzipSync(gzip).equals(body)).toBe(true);
  }
});

test('pages have their own tags, and are about as small as when all of it is compressed', () => {
  const write = framePeople(template(''));
  const [ana, ben] = ['Ana', 'Ben'].map((name) => write(headOf(name)));
  expect(ana?.etag).not.toBe(ben?.etag);
  const whole = gzipSync(ana?.body ?? '').length;
  expect(ana?.gzip.length).toBeLessThan(whole * 1.15);
});
