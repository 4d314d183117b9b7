import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { pngChunk, pngSignature, rawPng } from '#test/png';
import type { Chance } from './chance.ts';

const mebibyte = 1024 * 1024;
const sides = [0, 1, 8, 64, 4096, 5000, 65_535] as const;

const plain = sharp({ create: { width: 64, height: 48, channels: 3, background: '#c62' } });
const wide = sharp({ create: { width: 3000, height: 3000, channels: 3, background: '#c62' } });
const bases = Promise.all([
  plain.clone().jpeg().toBuffer(),
  wide.clone().jpeg({ progressive: true }).toBuffer(),
  plain.clone().png().toBuffer(),
  plain.clone().webp().toBuffer(),
  wide.clone().webp({ lossless: true }).toBuffer(),
]);

const bombs = { small: deflateSync(Buffer.alloc(100)), large: deflateSync(Buffer.alloc(60 * mebibyte)) };

/** Generators of pictures in every format, mostly invalid; a few are valid. */
export async function pictures(): Promise<Record<string, (chance: Chance) => Buffer>> {
  const [jpeg, progressive, png, webp, lossless] = await bases;
  return {
    jpeg(chance) {
      const bytes = Buffer.from(chance.is(0.5) ? jpeg : progressive);
      if (chance.is(0.4)) {
        const frame = bytes.findIndex(
          (byte, at) => byte === 0xff && [0xc0, 0xc2].includes(bytes[at + 1] ?? 0),
        );
        bytes.writeUInt16BE(chance.pick(sides), frame + 5);
        bytes.writeUInt16BE(chance.pick(sides), frame + 7);
      }
      // Repeat the last scan: each one is a pass over the whole picture.
      const scan = bytes.subarray(bytes.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
      const scans = chance.is(0.3) ? chance.pick([5, 90, 1000]) : 0;
      const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0xff, 0xff]), Buffer.alloc(65_533, 0x45)]);
      const segments = chance.is(0.2) ? chance.pick([1, 60]) : 0;
      return Buffer.concat([
        bytes.subarray(0, 2),
        ...Array.from({ length: segments }, () => segment),
        bytes.subarray(2, -2),
        ...Array.from({ length: Math.min(scans, Math.floor(mebibyte / scan.length)) }, () => scan),
        bytes.subarray(-2),
      ]);
    },
    png(chance) {
      if (chance.is(0.3)) {
        const [width, height] = [chance.pick(sides), chance.pick(sides)];
        const depth = chance.pick([1, 8, 16, 3]);
        return rawPng({
          width,
          height,
          depth,
          colour: chance.pick([0, 2, 3, 6]),
          rows: Buffer.alloc(chance.pick([0, 100, 40 * mebibyte])),
        });
      }
      const bomb = chance.is(0.5) ? bombs.small : bombs.large;
      const name = chance.pick(['iCCP', 'zTXt', 'iTXt', 'eXIf', 'tEXt', 'PLTE']);
      const extra = pngChunk(name, Buffer.concat([Buffer.from('a\0\0'), bomb]));
      const header = pngSignature.length + 25;
      const extras = Array.from({ length: chance.pick([0, 1, 20]) }, () => extra);
      return Buffer.concat([png.subarray(0, header), ...extras, png.subarray(header)]);
    },
    webp(chance) {
      const bytes = Buffer.from(chance.is(0.5) ? webp : lossless);
      if (chance.is(0.3)) bytes.writeUInt32LE(chance.below(2 ** 31), 4);
      if (chance.is(0.3)) bytes.writeUInt32LE(chance.below(2 ** 31), 16);
      if (chance.is(0.4)) chance.bytes(5).copy(bytes, 20 + chance.below(10));
      return bytes;
    },
  };
}
