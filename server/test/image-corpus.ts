import { randomBytes } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { damagePng, pngChunk, pngSignature, rawPng } from '#test/png';

/** An upload and its expected result: kept as a new picture, refused as unreadable or as too large. */
export interface CorpusFile {
  name: string;
  bytes: Buffer;
  outcome: 'kept' | 'invalid' | 'too large';
}

/** Present in all metadata and hidden data; it must never be in the result. */
export const canary = 'CANARY-52.5200N-13.4050E';

const script = `<script>alert('${canary}')</script>`;
const mebibyte = 1024 * 1024;

const picture = (width = 64, height = 48, background = '#c62') =>
  sharp({ create: { width, height, channels: 3, background } });
const withAlpha = () => sharp({ create: { width: 40, height: 40, channels: 4, background: '#0684' } });
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });

const kept = (name: string, bytes: Buffer): CorpusFile => ({ name, bytes, outcome: 'kept' });
const invalid = (name: string, bytes: Buffer | string): CorpusFile => ({
  name,
  bytes: Buffer.from(bytes as string),
  outcome: 'invalid',
});
const tooLarge = (name: string, bytes: Buffer): CorpusFile => ({ name, bytes, outcome: 'too large' });

export async function imageCorpus(): Promise<CorpusFile[]> {
  const jpeg = await noise(64, 48).jpeg().toBuffer();
  const png = await noise(64, 48).png().toBuffer();
  const webp = await noise(64, 48).webp().toBuffer();
  return [
    ...(await plainPictures()),
    ...(await picturesWithMetadata(jpeg, png)),
    ...polyglots(jpeg, png, webp),
    ...damaged(jpeg, png, webp),
    ...bombs(jpeg, webp),
    ...(await otherFormats()),
    ...noPictures(),
  ];
}

async function plainPictures(): Promise<CorpusFile[]> {
  const frames = randomBytes(20 * 60 * 3);
  const animated = sharp(frames, { raw: { width: 20, height: 60, channels: 3, pageHeight: 20 } });
  return [
    kept('jpeg', await picture().jpeg().toBuffer()),
    kept('progressive jpeg', await noise(90, 70).jpeg({ progressive: true }).toBuffer()),
    kept('grey jpeg', await picture().greyscale().jpeg().toBuffer()),
    kept('cmyk jpeg', await picture().toColourspace('cmyk').jpeg().toBuffer()),
    kept('jpeg of the worst quality', await noise(64, 64).jpeg({ quality: 1 }).toBuffer()),
    kept('jpeg of one pixel', await picture(1, 1).jpeg().toBuffer()),
    kept('jpeg 1 x 20000', await picture(1, 20_000).jpeg().toBuffer()),
    kept('jpeg 20000 x 1', await picture(20_000, 1).jpeg().toBuffer()),
    kept('jpeg of 4096 x 4096', await picture(4096, 4096).jpeg({ quality: 20 }).toBuffer()),
    kept('png', await picture().png().toBuffer()),
    kept('png of one pixel', await picture(1, 1).png().toBuffer()),
    kept('png of 16 bits', await noise(30, 30).toColourspace('rgb16').png().toBuffer()),
    kept('interlaced png', await noise(30, 30).png({ progressive: true }).toBuffer()),
    kept('png with a palette', await picture().png({ palette: true }).toBuffer()),
    kept('transparent png', await withAlpha().png().toBuffer()),
    kept('grey transparent png', await withAlpha().toColourspace('b-w').png().toBuffer()),
    kept('png of 1 bit', rawPng({ width: 9, height: 9, depth: 1, colour: 0, rows: Buffer.alloc(9 * 3) })),
    kept('webp', await picture().webp().toBuffer()),
    kept('lossless webp', await noise(30, 30).webp({ lossless: true }).toBuffer()),
    kept('transparent webp', await withAlpha().webp().toBuffer()),
    kept('animated webp', await animated.webp().toBuffer()),
    kept('animated png', animatedPng()),
  ];
}

async function picturesWithMetadata(jpeg: Buffer, png: Buffer): Promise<CorpusFile[]> {
  const exif = {
    IFD0: { Artist: canary, Software: canary },
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: '52/1 31/1 12/1',
      GPSLongitudeRef: 'E',
      GPSLongitude: '13/1 24/1 18/1',
    },
  };
  const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">${canary}</x:xmpmeta><?xpacket end="w"?>`;
  const text = (type: string, load: Buffer) => pngWith(png, pngChunk(type, load));
  return [
    kept('jpeg with a place in exif', await picture().withExif(exif).jpeg().toBuffer()),
    kept('jpeg turned by exif', await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer()),
    kept('jpeg with a wide colour profile', await picture().withIccProfile('p3').jpeg().toBuffer()),
    kept('jpeg with xmp', await picture().withXmp(xmp).jpeg().toBuffer()),
    kept('jpeg with a comment', jpegWith(jpeg, 0xfe, Buffer.from(canary))),
    kept('jpeg with a photoshop block', jpegWith(jpeg, 0xed, Buffer.from(`Photoshop 3.0\0${canary}`))),
    kept('jpeg with an unknown block', jpegWith(jpeg, 0xeb, Buffer.from(canary))),
    kept(
      'jpeg with broken exif',
      jpegWith(jpeg, 0xe1, Buffer.from(`Exif\0\0II*\0\xff\xff\xff\xff${canary}`, 'latin1')),
    ),
    kept('png with exif', await picture().withExif(exif).png().toBuffer()),
    kept('png with a wide colour profile', await picture().withIccProfile('p3').png().toBuffer()),
    kept('png with text', text('tEXt', Buffer.from(`Comment\0${canary}`))),
    kept('png with international text', text('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${xmp}`))),
    kept('png with a private chunk', text('prVt', Buffer.from(canary))),
    kept('webp with exif', await picture().withExif(exif).webp().toBuffer()),
    kept('webp with xmp', await picture().withXmp(xmp).webp().toBuffer()),
    kept('webp with a wide colour profile', await picture().withIccProfile('p3').webp().toBuffer()),
  ];
}

function polyglots(jpeg: Buffer, png: Buffer, webp: Buffer): CorpusFile[] {
  const zip = Buffer.concat([
    Buffer.from('PK\x03\x04'),
    Buffer.from(canary),
    Buffer.from('PK\x05\x06'),
    Buffer.alloc(18),
  ]);
  return [
    kept('jpeg with a zip behind it', Buffer.concat([jpeg, zip])),
    kept('jpeg with a page behind it', Buffer.concat([jpeg, Buffer.from(script)])),
    kept('jpeg with a script as comment', jpegWith(jpeg, 0xfe, Buffer.from(`*/=1;alert('${canary}')/*`))),
    kept('jpeg with another jpeg behind it', Buffer.concat([jpeg, jpeg])),
    kept('png with a page behind it', Buffer.concat([png, Buffer.from(script)])),
    kept('png with a program behind it', Buffer.concat([png, Buffer.from(`<?php echo '${canary}'; ?>`)])),
    kept('webp with a page behind it', Buffer.concat([webp, Buffer.from(script)])),
    invalid('gif that is a script', `GIF89a=1;alert('${canary}');//`),
    invalid('document in front of a jpeg', Buffer.concat([Buffer.from('%PDF-1.7\n'), jpeg])),
    invalid('page in front of a png', Buffer.concat([Buffer.from(script), png])),
    invalid('byte order mark in front of a jpeg', Buffer.concat([Buffer.from('\ufeff'), jpeg])),
    invalid(
      'jpeg bytes in front of an svg',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(svg())]),
    ),
    invalid('png signature in front of a page', Buffer.concat([pngSignature, Buffer.from(script)])),
    invalid(
      'webp header around a page',
      Buffer.concat([Buffer.from('RIFF\x40\0\0\0WEBPVP8 '), Buffer.from(script)]),
    ),
  ];
}

function damaged(jpeg: Buffer, png: Buffer, webp: Buffer): CorpusFile[] {
  const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share));
  const shares = [0.1, 0.3, 0.5, 0.9];
  return [
    ...shares.map((share) => invalid(`jpeg cut at ${share}`, cut(jpeg, share))),
    ...shares.map((share) => invalid(`png cut at ${share}`, cut(png, share))),
    ...shares.map((share) => invalid(`webp cut at ${share}`, cut(webp, share))),
    invalid('jpeg without height', withJpegSize(jpeg, 64, 0)),
    invalid('jpeg without a picture', Buffer.from([0xff, 0xd8, 0xff, 0xd9])),
    invalid('png with a wrong checksum in its header', damagePng(png, 'IHDR', 'checksum')),
    invalid('png with broken pixels', damagePng(png, 'IDAT', 'load')),
    invalid('png without pixels', Buffer.concat([png.subarray(0, 33), pngChunk('IEND', Buffer.alloc(0))])),
    invalid('png of no size', rawPng({ width: 0, height: 0, depth: 8, colour: 2, rows: Buffer.alloc(0) })),
    invalid(
      'png of a colour type that does not exist',
      rawPng({ width: 4, height: 4, depth: 8, colour: 5, rows: Buffer.alloc(52) }),
    ),
    invalid(
      'png with too few rows',
      rawPng({ width: 400, height: 400, depth: 8, colour: 2, rows: Buffer.alloc(500) }),
    ),
  ];
}

function bombs(jpeg: Buffer, webp: Buffer): CorpusFile[] {
  const side = 20_000;
  const rows = Buffer.alloc((side / 8 + 1) * side);
  const over = 4100;
  return [
    tooLarge('png bomb of 400 megapixels', rawPng({ width: side, height: side, depth: 1, colour: 0, rows })),
    tooLarge(
      'png a little over the limit',
      rawPng({
        width: over,
        height: over,
        depth: 1,
        colour: 0,
        rows: Buffer.alloc((Math.ceil(over / 8) + 1) * over),
      }),
    ),
    tooLarge(
      'png that promises four gigapixels',
      rawPng({ width: 65_535, height: 65_535, depth: 8, colour: 2, rows: Buffer.alloc(100) }),
    ),
    tooLarge('jpeg that promises 3.6 gigapixels', withJpegSize(jpeg, 60_000, 60_000)),
    tooLarge('webp that promises 268 megapixels', withWebpSize(webp, 16_383, 16_383)),
    kept(
      'png with text that unpacks to 60 MiB',
      pngWith(
        rawPng({ width: 8, height: 8, depth: 8, colour: 0, rows: Buffer.alloc(72) }),
        pngChunk(
          'zTXt',
          Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(60 * mebibyte))]),
        ),
      ),
    ),
  ];
}

async function otherFormats(): Promise<CorpusFile[]> {
  const box = (brand: string) =>
    Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from(`ftyp${brand}\0\0\0\0${brand}mif1`),
      Buffer.from(canary),
    ]);
  return [
    invalid('svg', svg()),
    invalid('svg that reads a file', svg('<image href="file:///etc/passwd"/>')),
    invalid(
      'svg with an entity',
      `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`,
    ),
    invalid('packed svg', gzipSync(svg())),
    invalid('gif', await picture().gif().toBuffer()),
    invalid('tiff', await picture().tiff().toBuffer()),
    invalid('avif', await picture(16, 16).avif({ effort: 0 }).toBuffer()),
    invalid('heic header', box('heic')),
    invalid('bmp', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)])),
    invalid('icon', Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0]), Buffer.alloc(60)])),
    invalid('photoshop', Buffer.concat([Buffer.from('8BPS\0\x01'), Buffer.alloc(60)])),
    invalid('jpeg xl', Buffer.from([0xff, 0x0a, 0xfa, 0x1f])),
    invalid('jpeg 2000', Buffer.from('\0\0\0\x0cjP  \r\n\x87\n', 'latin1')),
    invalid('portable pixmap', 'P3 1 1 255 255 0 0'),
    invalid('radiance', '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n'),
    invalid('postscript', '%!PS-Adobe-3.0\n(%pipe%id) (r) file'),
    invalid('imagemagick script', "push graphic-context\nfill 'url(https://example.org/x.jpg\"|id)'"),
    invalid('wave sound', Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(28)])),
  ];
}

function noPictures(): CorpusFile[] {
  return [
    invalid('no bytes', ''),
    invalid('one byte', '\xff'),
    invalid('first bytes of a jpeg', Buffer.from([0xff, 0xd8, 0xff])),
    invalid('signature of a png', pngSignature),
    invalid('header of a webp', 'RIFF\x04\0\0\0WEBP'),
    invalid('page', `<!doctype html>${script}`),
    invalid('text', 'just words'),
    invalid('zeros', Buffer.alloc(1000)),
    invalid('random bytes', randomBytes(5000)),
    invalid(
      'random bytes behind those of a jpeg',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(5000)]),
    ),
    invalid('program', Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(100)])),
    invalid('zip', Buffer.from('PK\x03\x04\x14\0\0\0')),
  ];
}

const svg = (inside = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${inside}<script>alert('${canary}')</script></svg>`;

/** Inserts a segment after the start of a JPEG. */
function jpegWith(jpeg: Buffer, marker: number, load: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, (load.length + 2) >> 8, (load.length + 2) & 255]);
  return Buffer.concat([jpeg.subarray(0, 2), head, load, jpeg.subarray(2)]);
}

function withJpegSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}

/** Changes the size in the key frame of a simple WebP, after its start code. */
function withWebpSize(webp: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(webp);
  const start = changed.indexOf(Buffer.from([0x9d, 0x01, 0x2a]));
  changed.writeUInt16LE(width, start + 3);
  changed.writeUInt16LE(height, start + 5);
  return changed;
}

const pngWith = (png: Buffer, chunk: Buffer) => Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);

function animatedPng(): Buffer {
  const still = rawPng({ width: 4, height: 4, depth: 8, colour: 0, rows: Buffer.alloc(20) });
  const control = Buffer.alloc(8);
  control.writeUInt32BE(2, 0);
  const frame = (sequence: number) => {
    const fields = Buffer.alloc(26);
    for (const [place, value] of [sequence, 4, 4, 0, 0].entries()) fields.writeUInt32BE(value, place * 4);
    return pngChunk('fcTL', fields);
  };
  const second = Buffer.concat([Buffer.from([0, 0, 0, 2]), deflateSync(Buffer.alloc(20, 255))]);
  const end = still.length - 12;
  return Buffer.concat([
    still.subarray(0, 33),
    pngChunk('acTL', control),
    frame(0),
    still.subarray(33, end),
    frame(1),
    pngChunk('fdAT', second),
    still.subarray(end),
  ]);
}
