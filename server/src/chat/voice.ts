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
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import { measureWaveform } from './waveform.ts';

/** A recording that has been checked and kept. */
export interface StoredVoice {
  key: string;
  durationMs: number;
  waveform: Buffer;
}

interface Container {
  extension: string;
  contentType: string;
  output: () => OutputFormat;
}

// What the recorder of some browser makes. Written anew on the way in: the duration is right, and nothing but the
// sound of the upload is kept.
const containers: [format: { name: string }, Container][] = [
  [WEBM, { extension: 'webm', contentType: 'audio/webm', output: () => new WebMOutputFormat() }],
  [MATROSKA, { extension: 'webm', contentType: 'audio/webm', output: () => new WebMOutputFormat() }],
  [
    MP4,
    {
      extension: 'm4a',
      contentType: 'audio/mp4',
      output: () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
    },
  ],
  [OGG, { extension: 'ogg', contentType: 'audio/ogg', output: () => new OggOutputFormat() }],
  [WAVE, { extension: 'wav', contentType: 'audio/wav', output: () => new WavOutputFormat() }],
  [ADTS, { extension: 'aac', contentType: 'audio/aac', output: () => new AdtsOutputFormat() }],
];

/** Checks a recording by its bytes, rewrites it and keeps it under a random name. */
export async function storeVoice(platform: Platform, bytes: Buffer): Promise<StoredVoice> {
  const { container, packets, durationMs, waveform, rewritten } = await rebuild(bytes).catch(
    (error: unknown) => {
      if (error instanceof ApiError) throw error;
      // Whatever the parser stumbled over, it is the file's fault.
      throw new ApiError('FileInvalid');
    },
  );
  if (packets === 0 || durationMs < voiceDurationMs.min) {
    throw new ApiError('FileInvalid', { message: 'The recording is too short.' });
  }
  const key = `voice/${newId(platform.clock)}.${container.extension}`;
  await platform.files.put(key, rewritten, { contentType: container.contentType });
  return { key, durationMs, waveform };
}

async function rebuild(bytes: Buffer) {
  using input = new Input({
    source: new BufferSource(bytes),
    formats: containers.map(([format]) => format as never),
  });
  const format = await input.getFormat();
  const container = containers.find(([candidate]) => candidate.name === format.name)?.[1];
  const tracks = await input.getTracks();
  const track = await input.getPrimaryAudioTrack();
  // A film with sound is not a voice message, and two tracks could hide one from whoever checks a report.
  if (!container || !track || tracks.length !== 1) throw new ApiError('FileInvalid');
  const packets = await readPackets(track);
  const end = packets.at(-1);
  const durationMs = end ? Math.round((end.timestamp + end.duration) * 1000) : 0;
  return {
    container,
    packets: packets.length,
    durationMs,
    rewritten: await rewrite(container, track, packets),
    waveform: await measureWaveform(track, packets),
  };
}

async function readPackets(track: InputAudioTrack): Promise<EncodedPacket[]> {
  const packets: EncodedPacket[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    if (packet.timestamp * 1000 > voiceDurationMs.max) {
      throw new ApiError('FileTooLarge', { message: 'The recording is too long.' });
    }
    packets.push(packet);
  }
  return packets;
}

async function rewrite(
  container: Container,
  track: InputAudioTrack,
  packets: EncodedPacket[],
): Promise<Uint8Array> {
  const decoderConfig = await track.getDecoderConfig();
  const codec = await track.getCodec();
  if (!codec || !decoderConfig) throw new ApiError('FileInvalid');
  const target = new BufferTarget();
  const output = new Output({ format: container.output(), target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  for (const packet of packets) await source.add(packet, { decoderConfig });
  await output.finalize();
  if (!target.buffer) throw new ApiError('FileInvalid');
  return new Uint8Array(target.buffer);
}
