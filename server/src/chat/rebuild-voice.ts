import { voiceDurationMs } from '@parlance/contract/chat';
import { ApiError } from '@parlance/contract/errors';
import {
  ADTS,
  AdtsOutputFormat,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  type InputFormat,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WAVE,
  WavOutputFormat,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import { shortestPacketMs } from './claims.ts';
import { type Container, checkClaims } from './recording-claims.ts';
import { measureWaveform } from './waveform.ts';

export interface RebuiltVoice {
  extension: string;
  contentType: string;
  durationMs: number;
  waveform: Uint8Array;
  bytes: Uint8Array;
}

interface Kind {
  formats: InputFormat[];
  extension: string;
  contentType: string;
  output: () => OutputFormat;
}

// Recordings are rewritten on upload: the duration becomes correct, and metadata is dropped.
const kinds: Record<Container, Kind> = {
  webm: {
    formats: [WEBM, MATROSKA],
    extension: 'webm',
    contentType: 'audio/webm',
    output: () => new WebMOutputFormat(),
  },
  mp4: {
    formats: [MP4],
    extension: 'm4a',
    contentType: 'audio/mp4',
    output: () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
  },
  ogg: { formats: [OGG], extension: 'ogg', contentType: 'audio/ogg', output: () => new OggOutputFormat() },
  wav: { formats: [WAVE], extension: 'wav', contentType: 'audio/wav', output: () => new WavOutputFormat() },
  aac: { formats: [ADTS], extension: 'aac', contentType: 'audio/aac', output: () => new AdtsOutputFormat() },
};

/** Packets that can share a timestamp: the clock of a recorder stalls now and then. */
const packetsAtOnceMax = 50;

/** Validates and rewrites a recording. Runs only in a child process, because a hostile file can crash the parser. */
export async function rebuildVoice(bytes: Uint8Array): Promise<RebuiltVoice> {
  const checked = checkClaims(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const { formats, extension, contentType, output } = kinds[checked.container];
  using input = new Input({ source: new BufferSource(checked.bytes), formats });
  const tracks = await input.getTracks();
  const track = await input.getPrimaryAudioTrack();
  // A second track could hide content from the admin who reviews a report.
  if (!track || tracks.length !== 1) throw new ApiError('FileInvalid');
  const packets = await readPackets(track);
  const end = packets.at(-1);
  const durationMs = end ? Math.round((end.timestamp + end.duration) * 1000) : 0;
  if (durationMs > voiceDurationMs.max) throw tooLong();
  if (!(durationMs >= voiceDurationMs.min)) {
    throw new ApiError('FileInvalid', { message: 'The recording is too short.' });
  }
  const waveform = await measureWaveform(track, packets);
  return { extension, contentType, durationMs, waveform, bytes: await rewrite(output(), track, packets) };
}

const tooLong = () => new ApiError('FileTooLarge', { message: 'The recording is too long.' });

async function readPackets(track: InputAudioTrack): Promise<EncodedPacket[]> {
  const packets: EncodedPacket[] = [];
  let lastMs = Number.NEGATIVE_INFINITY;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const ms = packet.timestamp * 1000;
    if (ms > voiceDurationMs.max) throw tooLong();
    const isTooDense = packets.length > packetsAtOnceMax + Math.max(0, ms) / shortestPacketMs;
    if (!(ms >= lastMs) || isTooDense) throw new ApiError('FileInvalid');
    lastMs = ms;
    packets.push(packet);
  }
  return packets;
}

async function rewrite(
  format: OutputFormat,
  track: InputAudioTrack,
  packets: EncodedPacket[],
): Promise<Uint8Array> {
  const decoderConfig = await track.getDecoderConfig();
  const codec = await track.getCodec();
  if (!codec || !decoderConfig) throw new ApiError('FileInvalid');
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  for (const packet of packets) await source.add(packet, { decoderConfig });
  await output.finalize();
  if (!target.buffer) throw new ApiError('FileInvalid');
  return new Uint8Array(target.buffer);
}
