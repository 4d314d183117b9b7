const noteSeconds = 0.36;
const restSeconds = 0.06;
/** Pentatonic scale in semitones above the lowest note, consonant in any order. */
const scale = [0, 2, 4, 7, 9, 12];
/** Harmonics of a hum: mostly low ones. */
const partials = new Float32Array([0, 1, 0.45, 0.2, 0.08, 0.03]);
const lowest = { hz: 140, spreadHz: 110 };

/** The synthesised voice of a demo partner: a hum with a fixed pitch, as in their recordings. */
export interface HumVoice {
  track: MediaStreamTrack;
  /** Hums a phrase of the given number of notes; returns its duration. */
  hum(notes: number): number;
  close(): void;
}

/** A deterministic number from 0 to 1 for a key. */
function fractionOf(key: string): number {
  const sum = [...key].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 9973, 7);
  return sum / 9973;
}

export function openHumVoice(key: string): HumVoice {
  const context = new AudioContext();
  const mouth = context.createMediaStreamDestination();
  const wave = context.createPeriodicWave(new Float32Array(partials.length), partials);
  const lowestHz = lowest.hz + lowest.spreadHz * fractionOf(key);

  function hum(notes: number): number {
    void context.resume();
    for (let place = 0; place < notes; place += 1) {
      const height = place === notes - 1 ? 0 : (scale[Math.floor(Math.random() * scale.length)] ?? 0);
      const begins = context.currentTime + place * (noteSeconds + restSeconds);
      const tone = new OscillatorNode(context, {
        type: 'custom',
        periodicWave: wave,
        frequency: lowestHz * 2 ** (height / 12),
      });
      const swell = new GainNode(context, { gain: 0 });
      swell.gain.setValueAtTime(0, begins);
      swell.gain.linearRampToValueAtTime(0.3, begins + 0.08);
      swell.gain.linearRampToValueAtTime(0, begins + noteSeconds);
      tone.connect(swell).connect(mouth);
      tone.start(begins);
      tone.stop(begins + noteSeconds);
    }
    return notes * (noteSeconds + restSeconds) * 1000;
  }

  const [track] = mouth.stream.getAudioTracks();
  if (!track) throw new Error('A destination has a track');
  return { track, hum, close: () => void context.close() };
}
