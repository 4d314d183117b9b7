import { ApiError } from '@parlance/contract/errors';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CorpusFile, canary, imageCorpus } from '#test/image-corpus';
import { rebuildImage } from './rebuild-image.ts';

const sender = 'ana';
const codeOf = { invalid: 5006, 'too large': 5005 } as const;

async function outcomeOf(bytes: Buffer): Promise<{ image: Buffer } | { code: number | null }> {
  return rebuildImage(bytes, sender).then(
    (image) => ({ image }),
    (error: unknown) => {
      if (error instanceof ApiError) return { code: error.code };
      throw error;
    },
  );
}

/** The segments of a JPEG up to the end of the image, and the number of trailing bytes. */
function segmentsOf(jpeg: Buffer): { markers: number[]; trailing: number } {
  const markers: number[] = [];
  let place = 2;
  while (place < jpeg.length) {
    const marker = jpeg[place + 1] ?? 0;
    if (jpeg[place] !== 0xff) throw new Error(`no segment at ${place}`);
    if (marker === 0xd9) return { markers, trailing: jpeg.length - place - 2 };
    markers.push(marker);
    place += 2 + jpeg.readUInt16BE(place + 2);
    // A scan header is followed by entropy-coded bytes up to the next real marker.
    if (marker === 0xda)
      while (jpeg[place] !== 0xff || [0x00, ...restarts].includes(jpeg[place + 1] ?? 0)) place += 1;
  }
  throw new Error('the picture has no end');
}
const restarts = [0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7];
// JFIF header, tables, baseline frame, scan: no segment that can carry text.
const harmless = new Set([0xe0, 0xdb, 0xc0, 0xc4, 0xda, 0xdd]);

describe('hostile and unusual pictures', () => {
  let corpus: CorpusFile[];

  beforeAll(async () => {
    corpus = await imageCorpus();
  });

  test('the corpus has at least 60 files, each once', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(60);
    expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
  });

  test('each file is kept or refused as it should be', async () => {
    const found: Record<string, unknown> = {};
    for (const { name, bytes } of corpus) {
      const outcome = await outcomeOf(bytes);
      found[name] = 'image' in outcome ? 'kept' : outcome.code;
    }
    const expected = corpus.map(({ name, outcome }) => [name, outcome === 'kept' ? 'kept' : codeOf[outcome]]);
    expect(found).toEqual(Object.fromEntries(expected));
  });

  test('what is kept is a square JPEG without metadata, profile or trailing bytes', async () => {
    for (const { name, bytes, outcome } of corpus) {
      if (outcome !== 'kept') continue;
      const image = await rebuildImage(bytes, sender);
      const { format, width, height, space, hasAlpha, exif, icc, xmp, iptc } = await sharp(image).metadata();
      expect({ format, width, height, space, hasAlpha, exif, icc, xmp, iptc }, name).toEqual({
        format: 'jpeg',
        width: 512,
        height: 512,
        space: 'srgb',
        hasAlpha: false,
      });
      const { markers, trailing } = segmentsOf(image);
      expect(
        markers.filter((marker) => !harmless.has(marker)),
        name,
      ).toEqual([]);
      expect(trailing, name).toBe(0);
      for (const word of [canary, 'Exif', 'ICC_PROFILE', 'adobe', 'script']) {
        expect(image.includes(word), `${word} in ${name}`).toBe(false);
      }
    }
  });

  test('the corpus really carries what must not come out', async () => {
    const carrying = corpus.filter(({ bytes, outcome }) => outcome === 'kept' && bytes.includes(canary));
    expect(carrying.length).toBeGreaterThanOrEqual(12);
    const withProfile = corpus.filter(({ name }) => name.includes('colour profile'));
    for (const { bytes } of withProfile) expect((await sharp(bytes).metadata()).icc).toBeInstanceOf(Buffer);
  });

  test('a picture that its exif turns stands upright', async () => {
    const left = await sharp({ create: { width: 32, height: 64, channels: 3, background: '#f00' } })
      .png()
      .toBuffer();
    const turned = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#00f' } })
      .composite([{ input: left, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer();
    const { data, info } = await sharp(await rebuildImage(turned, sender))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const redAt = (x: number, y: number) => (data[(y * info.width + x) * info.channels] ?? 0) > 128;
    // Orientation 6 is a quarter turn clockwise: left becomes top.
    expect([redAt(100, 50), redAt(400, 50), redAt(100, 460), redAt(400, 460)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('what is transparent becomes white', async () => {
    const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    const { channels } = await sharp(await rebuildImage(clear, sender)).stats();
    expect(channels.map(({ min }) => min)).toEqual([255, 255, 255]);
  });

  test('a burst of many members is worked off, and refused beyond a short queue', async () => {
    const bytes = await sharp({ create: { width: 3000, height: 3000, channels: 3, background: '#369' } })
      .jpeg()
      .toBuffer();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, nth) => rebuildImage(bytes, `member ${nth}`)),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(outcomes.length - refused.length).toBe(22);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: 7000, statusCode: 503, timeout: 5 });
    expect((await rebuildImage(bytes, sender)).length).toBeGreaterThan(100);
  });
});
