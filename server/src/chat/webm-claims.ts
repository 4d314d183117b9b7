import { packetsMax, refuseClaims } from './claims.ts';

const ids = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  cluster: 0x1f43b675,
  trackEntry: 0xae,
  contentEncodings: 0x6d80,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
};
/** Segment elements without sound: seek heads, cues, tags, attachments, padding. */
const leftOut = new Set([0x114d9b74, 0x1c53bb6b, 0x1254c367, 0x1941a469, 0x1043a770, 0xec, 0xbf]);
const headBytesMax = 64 * 1024;
const elementsMax = 4 * packetsMax;
const openSegment = Buffer.from('1853806701ffffffffffffff', 'hex');

interface Element {
  id: number;
  start: number;
  load: number;
  /** Null if the element has unknown size and ends at the next sibling. */
  end: number | null;
}

/** Counts tracks and frames and keeps only elements with sound: seek heads and cues could point the parser at uncounted data. */
export function checkWebm(bytes: Buffer): Buffer {
  const head = readElement(bytes, 0, bytes.length);
  const segment = head?.end ? readElement(bytes, head.end, bytes.length) : null;
  if (!head?.end || head.end > headBytesMax || segment?.id !== ids.segment) return refuseClaims();
  const kept = [bytes.subarray(0, head.end), openSegment];
  const count = { frames: 0, elements: 0 };
  const segmentEnd = Math.min(segment.end ?? bytes.length, bytes.length);
  let at = segment.load;
  while (at < segmentEnd) {
    const element = readElement(bytes, at, segmentEnd);
    if (!element) break;
    count.elements += 1;
    if (element.id === ids.cluster) {
      const end = checkCluster(bytes, element, segmentEnd, count);
      kept.push(bytes.subarray(at, end));
      at = end;
      continue;
    }
    if (element.end === null) break;
    if (element.id === ids.tracks) checkTracks(bytes, element.load, element.end);
    if (element.id === ids.tracks || element.id === ids.info) {
      if (element.end - element.start > headBytesMax) refuseClaims();
      kept.push(bytes.subarray(at, element.end));
    } else if (!leftOut.has(element.id)) break;
    if (count.elements > elementsMax) refuseClaims();
    at = element.end;
  }
  return Buffer.concat(kept);
}

function checkTracks(bytes: Buffer, from: number, to: number): void {
  const entries = children(bytes, from, to).filter(({ id }) => id === ids.trackEntry);
  const only = entries.length === 1 && entries[0]?.end ? entries[0] : refuseClaims();
  // Compressed frames can expand a thousandfold.
  const isPacked = children(bytes, only.load, only.end ?? 0).some(({ id }) => id === ids.contentEncodings);
  if (isPacked) refuseClaims();
}

/** Counts the frames of a cluster; returns its end. */
function checkCluster(
  bytes: Buffer,
  cluster: Element,
  segmentEnd: number,
  count: { frames: number; elements: number },
): number {
  const limit = cluster.end ?? segmentEnd;
  let at = cluster.load;
  while (at < limit) {
    const element = readElement(bytes, at, limit);
    // Children of a segment have four-byte ids, children of a cluster shorter ones.
    if (!element?.end || element.id > 0xffffff) break;
    count.elements += 1;
    if (element.id === ids.simpleBlock) count.frames += framesOf(bytes, element.load, element.end);
    if (element.id === ids.blockGroup) {
      const inside = children(bytes, element.load, element.end);
      count.elements += inside.length;
      for (const { id, load, end } of inside)
        if (id === ids.block && end) count.frames += framesOf(bytes, load, end);
    }
    if (count.frames > packetsMax || count.elements > elementsMax) refuseClaims();
    at = element.end;
  }
  return cluster.end ?? at;
}

/** The number of laced frames in a block. */
function framesOf(bytes: Buffer, load: number, end: number): number {
  const [, trackBytes] = readNumber(bytes, load) ?? [0, 8];
  const flagsAt = load + trackBytes + 2;
  if (flagsAt >= end) return 1;
  const isLaced = (bytes.readUInt8(flagsAt) & 0x06) !== 0;
  return isLaced && flagsAt + 1 < end ? bytes.readUInt8(flagsAt + 1) + 1 : 1;
}

function children(bytes: Buffer, from: number, to: number): Element[] {
  const found: Element[] = [];
  for (let at = from; at < to; ) {
    const element = readElement(bytes, at, to);
    if (!element?.end) return refuseClaims();
    found.push(element);
    if (found.length > elementsMax) refuseClaims();
    at = element.end;
  }
  return found;
}

/** The element at an offset; null if none fits. */
function readElement(bytes: Buffer, start: number, limit: number): Element | null {
  const idBytes = start < limit ? Math.clz32(bytes.readUInt8(start)) - 23 : 9;
  if (idBytes > 4 || start + idBytes > limit) return null;
  const size = readNumber(bytes, start + idBytes);
  if (!size) return null;
  const [value, sizeBytes] = size;
  const load = start + idBytes + sizeBytes;
  const isOpen = value === 2 ** (7 * sizeBytes) - 1;
  if (load > limit || (!isOpen && load + value > limit)) return null;
  return { id: bytes.readUIntBE(start, idBytes), start, load, end: isOpen ? null : load + value };
}

/** An EBML variable-length integer and its byte length. */
function readNumber(bytes: Buffer, at: number): [value: number, length: number] | null {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > bytes.length) return null;
  let value = first & (0xff >> length);
  for (let next = 1; next < length; next++) value = value * 256 + bytes.readUInt8(at + next);
  return [value, length];
}
