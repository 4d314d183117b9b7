import { packetsMax, refuseClaims } from './claims.ts';

/** Container boxes. */
const holders = new Set(['moov', 'trak', 'mdia', 'minf', 'dinf', 'edts', 'stbl', 'mvex', 'moof', 'traf']);
/** Tables that start with an entry count, with the bytes per entry. */
const tables: Record<string, number> = { stts: 8, ctts: 8, stss: 4, stsc: 12, stco: 4, co64: 8, elst: 12 };
/** Encryption boxes, which recorders do not write, and index boxes, which the parser can reach by offset, past this validation. */
const refused = new Set(['pssh', 'saiz', 'saio', 'senc', 'mfra', 'tfra', 'stz2']);
/** Description boxes, which the parser scans for nested boxes. */
const descriptions = new Set(['stsd', 'udta', 'meta', 'hdlr', 'sinf']);
const descriptionBytesMax = 16 * 1024;
/** A packet in its own fragment takes seven boxes. */
const boxesMax = 50_000;
const depthMax = 8;
/** An empty trailing box: the parser reads the last four bytes as the length of an index and seeks back by it. */
const tail = Buffer.from('\0\0\0\x08free', 'latin1');

interface Count {
  boxes: number;
  tracks: number;
  samples: Record<string, number>;
}

/** Counts tracks, samples and table entries of an MP4 recording; returns it up to the end of its last complete box. */
export function checkMp4(bytes: Buffer): Buffer {
  const count: Count = { boxes: 0, tracks: 0, samples: {} };
  const end = checkBoxes(bytes, 0, bytes.length, 0, count);
  if (count.tracks !== 1) refuseClaims();
  return Buffer.concat([bytes.subarray(0, end), tail]);
}

/** Validates consecutive boxes; returns the end of the last complete one. */
function checkBoxes(bytes: Buffer, from: number, to: number, depth: number, count: Count): number {
  if (depth > depthMax) refuseClaims();
  let at = from;
  while (at + 8 <= to) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    const { load, end } = boundsOf(bytes, at, to);
    if (end > to) {
      // At the top level the file is truncated; inside, the box exceeds its parent.
      if (depth > 0 || holders.has(name)) refuseClaims();
      break;
    }
    count.boxes += 1;
    if (count.boxes > boxesMax || refused.has(name)) refuseClaims();
    if (name === 'trak') count.tracks += 1;
    if (holders.has(name)) checkBoxes(bytes, load, end, depth + 1, count);
    else checkBox(bytes.subarray(load, end), name, count);
    at = end;
  }
  return at;
}

function boundsOf(bytes: Buffer, at: number, to: number): { load: number; end: number } {
  const size = bytes.readUInt32BE(at);
  const isLong = size === 1;
  if (isLong && at + 16 > to) return refuseClaims();
  const wide = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : size;
  const header = isLong ? 16 : 8;
  // Size 0 extends the box to the end of the file.
  const length = size === 0 ? to - at : wide;
  if (length < header) refuseClaims();
  return { load: at + header, end: at + length };
}

function checkBox(load: Buffer, name: string, count: Count): void {
  if (descriptions.has(name)) checkDescription(load);
  const entryBytes = tables[name];
  if (entryBytes !== undefined) {
    const entries = numberAt(load, 4);
    if (8 + entries * entryBytes > load.length) refuseClaims();
    if (name === 'stts' || name === 'ctts') {
      for (let entry = 0; entry < entries; entry++) claim(count, name, numberAt(load, 8 + entry * 8));
    }
  }
  if (name === 'stsz') {
    const samples = numberAt(load, 8);
    claim(count, name, samples);
    if (numberAt(load, 4) === 0 && 12 + samples * 4 > load.length) refuseClaims();
  }
  if (name === 'trun') claim(count, name, numberAt(load, 4));
}

/** Refuses a description that contains the name of a counted box: the parser would read it uncounted. */
function checkDescription(load: Buffer): void {
  if (load.length > descriptionBytesMax) refuseClaims();
  const text = load.toString('latin1');
  const counted = [...Object.keys(tables), ...holders, ...refused, 'stsz', 'trun'];
  if (counted.some((name) => text.includes(name))) refuseClaims();
}

function claim(count: Count, name: string, samples: number): void {
  count.samples[name] = (count.samples[name] ?? 0) + samples;
  if (count.samples[name] > packetsMax) refuseClaims();
}

const numberAt = (load: Buffer, at: number): number =>
  at + 4 <= load.length ? load.readUInt32BE(at) : refuseClaims();
