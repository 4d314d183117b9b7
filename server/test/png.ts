import { crc32, deflateSync } from 'node:zlib';

export const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

export function pngChunk(type: string, load: Buffer): Buffer {
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const body = Buffer.concat([Buffer.from(type, 'latin1'), load]);
  length.writeUInt32BE(load.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Builds a PNG from rows with their filter bytes, without validation against the header. */
export function rawPng(image: {
  width: number;
  height: number;
  depth: number;
  colour: number;
  rows: Buffer;
}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(image.width, 0);
  header.writeUInt32BE(image.height, 4);
  header[8] = image.depth;
  header[9] = image.colour;
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(image.rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Damages the first chunk of a type: only its checksum, or its data with a valid checksum. */
export function damagePng(png: Buffer, type: string, what: 'checksum' | 'load'): Buffer {
  const start = png.indexOf(type, 0, 'latin1') - 4;
  const length = png.readUInt32BE(start);
  const load = Buffer.from(png.subarray(start + 8, start + 8 + length));
  if (what === 'load') load.fill(0xa5, Math.floor(length / 2));
  const chunk = pngChunk(type, load);
  if (what === 'checksum') chunk.writeUInt32BE(0, chunk.length - 4);
  return Buffer.concat([png.subarray(0, start), chunk, png.subarray(start + 12 + length)]);
}
