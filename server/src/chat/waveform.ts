import { voiceDurationMs } from '@parlance/contract/chat';
import type { EncodedPacket, InputAudioTrack } from 'mediabunny';
import { OpusDecoder } from 'opus-decoder';
import { refuseClaims } from './claims.ts';

const bars = 64;
const loudest = 100;

/** Loudness, one byte per bar: measured for Opus (Chromium, Firefox) and PCM, estimated from packet sizes for other codecs. */
export async function measureWaveform(track: InputAudioTrack, packets: EncodedPacket[]): Promise<Buffer> {
  const codec = await track.getCodec();
  const levels =
    codec === 'opus'
      ? await levelsOfOpus(packets)
      : codec === 'pcm-s16'
        ? packets.map((packet) => peak16(packet.data))
        : packets.map((packet) => packet.data.byteLength);
  return toBars(levels);
}

async function levelsOfOpus(packets: EncodedPacket[]): Promise<number[]> {
  // Packets can contain more sound than their timestamps span, and decoding takes time in proportion.
  const lengthMs = packets.reduce((sum, packet) => sum + opusPacketMs(packet.data), 0);
  if (lengthMs > voiceDurationMs.max) refuseClaims();
  const decoder = new OpusDecoder({ channels: 1 });
  await decoder.ready;
  try {
    const levels: number[] = [];
    for (const packet of packets) {
      const { channelData } = decoder.decodeFrame(packet.data);
      levels.push(rootMeanSquare(channelData[0] ?? new Float32Array()));
    }
    return levels;
  } finally {
    decoder.free();
  }
}

// The first byte of a packet (RFC 6716, 3.1): sixteen modes of four lengths, then the number of frames.
const frameMs = { silk: [10, 20, 40, 60], hybrid: [10, 20], celt: [2.5, 5, 10, 20] };

/** The duration of the sound in a packet. */
function opusPacketMs(data: Uint8Array): number {
  const [first = 0, second = 0] = data;
  const mode = first >> 3;
  const lengths = mode < 12 ? frameMs.silk : mode < 16 ? frameMs.hybrid : frameMs.celt;
  const frames = [1, 2, 2, second & 63][first & 3] ?? 1;
  return frames * (lengths[mode % lengths.length] ?? 0);
}

function rootMeanSquare(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length);
}

function peak16(data: Uint8Array): number {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let peak = 0;
  for (let at = 0; at + 1 < data.byteLength; at += 2)
    peak = Math.max(peak, Math.abs(view.getInt16(at, true)));
  return peak;
}

/** The peak of each interval, normalised to the overall peak. */
function toBars(levels: number[]): Buffer {
  const top = levels.reduce((highest, level) => Math.max(highest, level), 0);
  const heights = Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * levels.length) / bars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * levels.length) / bars));
    const level = levels.slice(from, to).reduce((highest, next) => Math.max(highest, next), 0);
    return top === 0 ? 0 : Math.round((level / top) * loudest);
  });
  return Buffer.from(heights);
}
