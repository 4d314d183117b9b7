import { lastingKeys } from '#lib/lasting-keys';

const quietKey = lastingKeys.callSounds;
const noteSeconds = 0.16;
const loudness = 0.12;

/** Notes of each sound in Hz, for changes while the page is not in view. */
const tunes = {
  joined: [523, 659],
  swap: [440, 587, 440],
  ended: [659, 440],
};

export type CallSound = keyof typeof tunes;

export function areSoundsOn(): boolean {
  return localStorage.getItem(quietKey) !== 'off';
}

export function setSoundsOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(quietKey);
  else localStorage.setItem(quietKey, 'off');
}

/** Plays a short sound unless sounds are off. */
export function playSound(sound: CallSound): void {
  if (!areSoundsOn()) return;
  const context = new AudioContext();
  tunes[sound].forEach((hz, place) => {
    const tone = new OscillatorNode(context, { frequency: hz });
    const begins = context.currentTime + place * noteSeconds;
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, begins);
    volume.gain.linearRampToValueAtTime(loudness, begins + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, begins + noteSeconds * 1.6);
    tone.connect(volume).connect(context.destination);
    tone.start(begins);
    tone.stop(begins + noteSeconds * 1.7);
    if (place === tunes[sound].length - 1) tone.onended = () => void context.close();
  });
}
