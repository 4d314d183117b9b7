import { createStore } from '@parlance/client/store';

/** Speeds in the order a press goes through them. */
export const playbackRates = [1, 1.25, 1.5, 0.75] as const;

let playing: HTMLMediaElement | null = null;

/** One plays at a time: whoever begins stops the one before. */
export function beginPlayback(element: HTMLMediaElement): void {
  if (playing !== element) playing?.pause();
  playing = element;
}

const rate = createStore<{ value: number }>({ value: playbackRates[0] });

/** The speed of all recordings: who needs one slower needs the next one slower, too. */
export const playbackRate = {
  get: () => rate.get().value,
  subscribe: rate.subscribe,
  next() {
    const place = (playbackRates as readonly number[]).indexOf(rate.get().value);
    rate.set({ value: playbackRates[(place + 1) % playbackRates.length] ?? playbackRates[0] });
  },
};

/** Bars to draw: loudness from 0 to 100, stretched or averaged to a number of bars. */
export function barsOf(waveform: readonly number[] | null | undefined, count: number): number[] {
  if (!waveform || waveform.length === 0) return Array(count).fill(0);
  return Array.from({ length: count }, (_, bar) => {
    const start = Math.floor((bar * waveform.length) / count);
    const end = Math.max(start + 1, Math.floor(((bar + 1) * waveform.length) / count));
    const part = waveform.slice(start, end);
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  });
}
