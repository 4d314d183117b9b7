import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { gzipAlike } from './alike-gzip.ts';

const styles = Array.from({ length: 3000 }, (_, nth) => `.s${nth * 7919}{top:${nth}px}`).join('');
const page = (name: string, shown: string) =>
  `<!DOCTYPE html><html><head><style>${styles}</style><title>${name}</title></head><body>` +
  `<div>${shown}</div><script>start(${JSON.stringify(styles.slice(-4000))})</script></body></html>`;
const plain = page('Parlance', '');

function roundTrip(gzip: ReturnType<typeof gzipAlike>, html: string): Buffer {
  const compressed = gzip(html, Buffer.from(html));
  expect(gunzipSync(compressed).toString()).toBe(html);
  return compressed;
}

test('a page that is put together is the page, byte for byte', () => {
  const gzip = gzipAlike(plain);
  const names = ['Ana', 'Parlance fan', '', '<', '日本語の名前 👨‍👩‍👧', 'العربية', 'a'.repeat(70_000)];
  for (const name of names) {
    roundTrip(gzip, page(name, `<p>${name}</p>${styles.slice(0, 900)}`));
    roundTrip(gzip, page(name, ''));
  }
});

test('the first page may be anything: the frame is never longer than what others have in common', () => {
  for (const first of [page('Parlance fan', '<p>1</p>'), plain, '', 'Parlance', '<p></p>', `${plain}<p>`]) {
    const gzip = gzipAlike(plain);
    roundTrip(gzip, first);
    roundTrip(gzip, page('Ben', '<p>2</p>'));
  }
  const gzip = gzipAlike('');
  roundTrip(gzip, page('Ana', ''));
  roundTrip(gzip, '');
});

test('it is about as small as compressing all of it', () => {
  const html = page('Ana', `<p>Likes long walks.</p>${styles.slice(20_000, 26_000)}`);
  const whole = gzipSync(html, { level: 6 }).length;
  expect(roundTrip(gzipAlike(plain), html).length).toBeLessThan(whole * 1.15);
});
