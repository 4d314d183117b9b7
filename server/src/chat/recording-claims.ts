import { packetsMax, refuseClaims } from './claims.ts';
import { checkMp4 } from './mp4-claims.ts';
import { checkWebm } from './webm-claims.ts';

/** Container formats that browser recorders produce. */
export type Container = 'webm' | 'mp4' | 'ogg' | 'wav' | 'aac';

/** Validates declared sizes before parsing: a few bytes can declare billions of samples, each allocated as an object. */
export function checkClaims(bytes: Buffer): { container: Container; bytes: Buffer } {
  const container = containerOf(bytes) ?? refuseClaims();
  return { container, bytes: checks[container](bytes) };
}

const checks: Record<Container, (bytes: Buffer) => Buffer> = {
  webm: checkWebm,
  mp4: checkMp4,
  ogg: checkOgg,
  wav: checkWave,
  aac: checkAdts,
};

function containerOf(bytes: Buffer): Container | null {
  if (bytes.length < 12) return null;
  const start = bytes.toString('latin1', 0, 4);
  if (start === '\x1aE\xdf\xa3') return 'webm';
  if (start === 'OggS') return 'ogg';
  if (start === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WAVE') return 'wav';
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return 'mp4';
  return start.startsWith('ID3') || isAdtsFrame(bytes, 0) ? 'aac' : null;
}

const oggHeaderBytes = 27;
const oggHeaderPackets = 3;

/** Validates the pages of a single Ogg stream; data after the last valid page is dropped. */
function checkOgg(bytes: Buffer): Buffer {
  const serial = bytes.length < oggHeaderBytes ? refuseClaims() : bytes.readUInt32LE(14);
  let packets = 0;
  let at = 0;
  while (at + oggHeaderBytes <= bytes.length && bytes.toString('latin1', at, at + 4) === 'OggS') {
    const lacing = bytes.subarray(at + oggHeaderBytes, at + oggHeaderBytes + bytes.readUInt8(at + 26));
    const end = at + oggHeaderBytes + lacing.length + lacing.reduce((sum, value) => sum + value, 0);
    if (end > bytes.length) break;
    if (bytes.readUInt32LE(at + 14) !== serial) refuseClaims();
    packets += lacing.filter((value) => value < 255).length;
    if (packets > packetsMax + oggHeaderPackets) refuseClaims();
    at = end;
  }
  return bytes.subarray(0, at);
}

const riffHeaderBytes = 12;
const chunkHeaderBytes = 8;
const formatBytesMax = 64;
const chunksMax = 64;

/** Keeps the fmt and data chunks only; a WAV file can have arbitrary chunks between them. */
function checkWave(bytes: Buffer): Buffer {
  let format: Buffer | null = null;
  for (let at = riffHeaderBytes, chunks = 0; at + chunkHeaderBytes <= bytes.length; chunks++) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const end = at + chunkHeaderBytes + size;
    if (chunks >= chunksMax) refuseClaims();
    if (name === 'fmt ') format = checkedFormat(bytes.subarray(at, end), size);
    if (name === 'data' && format) {
      // A recorder that writes to a pipe leaves the RIFF size unset.
      const whole = Buffer.concat([bytes.subarray(0, riffHeaderBytes), format, bytes.subarray(at, end)]);
      whole.writeUInt32LE(whole.length - chunkHeaderBytes, 4);
      return whole;
    }
    at = end + (size % 2);
  }
  return refuseClaims();
}

const channelsMax = 8;
const sampleRates = { min: 4000, max: 192_000 };

function checkedFormat(chunk: Buffer, size: number): Buffer {
  if (chunk.length < chunkHeaderBytes + 16 || size > formatBytesMax) refuseClaims();
  const channels = chunk.readUInt16LE(10);
  const sampleRate = chunk.readUInt32LE(12);
  const isPlausible =
    channels >= 1 &&
    channels <= channelsMax &&
    sampleRate >= sampleRates.min &&
    sampleRate <= sampleRates.max &&
    chunk.readUInt16LE(20) === (channels * chunk.readUInt16LE(22)) / 8;
  return isPlausible ? chunk : refuseClaims();
}

const adtsHeaderBytes = 7;
const id3HeaderBytes = 10;

/** Validates consecutive ADTS frames; data after the last valid frame is dropped. */
function checkAdts(bytes: Buffer): Buffer {
  const start = bytes.toString('latin1', 0, 3) === 'ID3' ? id3HeaderBytes + id3Size(bytes) : 0;
  let at = start;
  for (let frames = 0; isAdtsFrame(bytes, at); frames++) {
    const length = (bytes.readUIntBE(at + 3, 3) >> 5) & 0x1fff;
    if (length < adtsHeaderBytes || frames >= packetsMax) refuseClaims();
    if (at + length > bytes.length) break;
    at += length;
  }
  return bytes.subarray(start, at);
}

const isAdtsFrame = (bytes: Buffer, at: number): boolean =>
  at + adtsHeaderBytes <= bytes.length && (bytes.readUInt16BE(at) & 0xfff6) === 0xfff0;

/** The ID3 size is syncsafe: seven bits in each of four bytes. */
const id3Size = (bytes: Buffer): number =>
  bytes.subarray(6, id3HeaderBytes).reduce((size, byte) => size * 128 + (byte & 127), 0);
