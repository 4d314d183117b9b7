import { constants, crc32, deflateRawSync } from 'node:zlib';
import { etagOf, fillPage, type PageHead, writtenPlace } from '#platform/web-build';

/** A page with the form in which most ask for it. */
export interface FramedPage {
  etag: string;
  body: Buffer;
  gzip: Buffer;
}

const windowBytes = 32 * 1024;
// RFC 1952: deflate, no name, no time, made on some Unix.
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/**
 * Writes pages that differ between `from` and the place for what they show, and are alike before and behind. Only the middle is filled,
 * encoded and compressed anew: the styles and scripts of a page are five times what it shows. A decoder sees one ordinary stream.
 */
export function framePages(template: string, from: number): (head: PageHead) => FramedPage {
  const place = writtenPlace.exec(template);
  const to =
    place && place.index >= from
      ? template.indexOf('</div>', place.index) + '</div>'.length
      : template.length;
  const between = template.slice(from, to);
  const [before, after] = [Buffer.from(template.slice(0, from)), Buffer.from(template.slice(to))];
  const begun = deflateRawSync(before, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
  const ended = deflateRawSync(after, { level: 9 });
  // What the middle may refer back to: deflate looks as far as this.
  const dictionary = before.length > 0 ? before.subarray(-windowBytes) : undefined;
  return (head) => {
    const middle = Buffer.from(fillPage(between, head));
    const body = Buffer.concat([before, middle, after]);
    const deflated = deflateRawSync(middle, { dictionary, finishFlush: constants.Z_SYNC_FLUSH });
    const end = Buffer.alloc(8);
    end.writeUInt32LE(crc32(body), 0);
    end.writeUInt32LE(body.length, 4);
    return { etag: etagOf(body), body, gzip: Buffer.concat([gzipHead, begun, deflated, ended, end]) };
  };
}

/** Pages of people differ from their title on. */
export const framePeople = (template: string) => {
  const title = template.indexOf('<title>');
  return framePages(template, Math.max(0, title === -1 ? template.indexOf('</head>') : title));
};

/** Pages of a search differ in what they show; the rest is one for each edition. */
export const frameSearches = (template: string, head: PageHead) => {
  const page = fillPage(template, head);
  return framePages(page, writtenPlace.exec(page)?.index ?? page.length);
};
