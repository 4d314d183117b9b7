import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';

/** The beginning and the end that pages have in common, compressed. */
interface Frame {
  before: string;
  after: string;
  begun: Buffer;
  ended: Buffer;
  /** What the middle may refer back to: deflate looks as far as this. */
  window: Buffer;
}

const windowBytes = 32 * 1024;
const level = 6;
// RFC 1952: deflate, no name, no time, made on some Unix.
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/**
 * Compresses pages that begin and end as `plain` does, where only the middle is compressed anew: the styles and scripts of a page are five
 * times what it shows. A decoder sees one ordinary stream.
 */
export function gzipAlike(plain: string): (html: string, body: Buffer) => Buffer {
  let frame: Frame | null = null;
  return (html, body) => {
    frame ??= frameOf(plain, html);
    const { before, after, begun, ended, window } = frame;
    const isAlike =
      html.length >= before.length + after.length && html.startsWith(before) && html.endsWith(after);
    if (!isAlike) return gzipSync(body, { level });
    const middle = deflateRawSync(html.slice(before.length, html.length - after.length), {
      level,
      dictionary: window.length > 0 ? window : undefined,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    const end = Buffer.alloc(8);
    end.writeUInt32LE(crc32(body), 0);
    end.writeUInt32LE(body.length, 4);
    return Buffer.concat([gzipHead, begun, middle, ended, end]);
  };
}

function frameOf(plain: string, html: string): Frame {
  const shorter = Math.min(plain.length, html.length);
  let start = 0;
  while (start < shorter && plain[start] === html[start]) start++;
  let end = 0;
  while (end < shorter - start && plain.at(-1 - end) === html.at(-1 - end)) end++;
  // Whole elements, so that no name that happens to begin alike makes the frame longer than it is for others.
  const [head, tail] = [plain.slice(0, start), plain.slice(plain.length - end)];
  const before = head.slice(0, Math.max(0, head.lastIndexOf('<')));
  const after = tail.includes('<') ? tail.slice(tail.indexOf('<')) : '';
  return {
    before,
    after,
    begun: deflateRawSync(before, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }),
    ended: deflateRawSync(after, { level: 9 }),
    window: Buffer.from(before).subarray(-windowBytes),
  };
}
