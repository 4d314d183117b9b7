import { fraction, pick } from './seeded.ts';

const sampleRate = 16_000;
const noteSeconds = 0.36;
const restSeconds = 0.06;
/** Half tones above the lowest note, consonant in any order. */
const scale = [0, 2, 4, 7, 9, 12] as const;
const headerBytes = 44;

/** A short hummed tune as a WAV file, deterministic per key: the voice of a demo partner. */
export function hum(key: string, tune: number): Buffer {
  const notes = 5 + Math.floor(fraction(key, tune, 'notes') * 4);
  const lowestHz = 140 + fraction(key, 'pitch') * 110;
  const samples = Array.from({ length: notes }, (_, place) => {
    const height = place === notes - 1 ? 0 : pick(scale, key, tune, place);
    return note(lowestHz * 2 ** (height / 12), 0.35 + 0.65 * fraction(key, tune, place, 'loudness'));
  });
  return toWave(samples.flat());
}

/** Low partials as of a closed mouth, with a little vibrato against a synthetic sound. */
function note(hz: number, loudness: number): number[] {
  const total = Math.round((noteSeconds + restSeconds) * sampleRate);
  return Array.from({ length: total }, (_, index) => {
    const seconds = index / sampleRate;
    if (seconds > noteSeconds) return 0;
    const swell = Math.min(1, seconds / 0.08) * (1 - seconds / noteSeconds) ** 0.7;
    const phase = 2 * Math.PI * hz * seconds + 0.35 * Math.sin(2 * Math.PI * 5.5 * seconds);
    const tone = [1, 0.45, 0.2, 0.08, 0.03].reduce(
      (sum, share, partial) => sum + share * Math.sin(phase * (partial + 1)),
      0,
    );
    return loudness * swell * tone * 0.4;
  });
}

function toWave(samples: number[]): Buffer {
  const bytes = Buffer.alloc(headerBytes + samples.length * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE(sampleRate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples.length * 2, 40);
  samples.forEach((sample, place) => {
    bytes.writeInt16LE(Math.round(sample * 0x7fff), headerBytes + place * 2);
  });
  return bytes;
}
