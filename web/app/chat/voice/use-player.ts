import { createStore } from '@parlance/client/store';
import { useEffect, useRef, useState } from 'react';

/** Playback rates in the order of the button. */
export const playbackRates = [1, 1.25, 1.5, 0.75] as const;

let playing: HTMLMediaElement | null = null;

/** Starts one player and pauses the previous one. */
export function beginPlayback(element: HTMLMediaElement): void {
  if (playing !== element) playing?.pause();
  playing = element;
}

const rate = createStore<{ value: number }>({ value: playbackRates[0] });

/** Playback rate shared by all recordings. */
export const playbackRate = {
  get: () => rate.get().value,
  subscribe: rate.subscribe,
  next() {
    const place = (playbackRates as readonly number[]).indexOf(rate.get().value);
    rate.set({ value: playbackRates[(place + 1) % playbackRates.length] ?? playbackRates[0] });
  },
};

interface PlayerSource {
  src: string | null;
  freshSrc?: (() => Promise<string | null>) | undefined;
  durationMs: number;
}

const frameMs = 100;

/** Player of one recording; nothing is loaded before the first press. */
export function usePlayer({ src, freshSrc, durationMs }: PlayerSource) {
  const audio = useRef<HTMLAudioElement | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const [positionMs, setPositionMs] = useState(0);

  useEffect(
    () => () => {
      audio.current?.pause();
      audio.current = null;
    },
    [],
  );

  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => setPositionMs((audio.current?.currentTime ?? 0) * 1000), frameMs);
    return () => clearInterval(timer);
  }, [isPlaying]);

  useEffect(
    () =>
      playbackRate.subscribe(() => {
        if (audio.current) audio.current.playbackRate = playbackRate.get();
      }),
    [],
  );

  function open(address: string): HTMLAudioElement {
    const element = new Audio(address);
    element.playbackRate = playbackRate.get();
    element.addEventListener('play', () => {
      beginPlayback(element);
      setPlaying(true);
    });
    // A replaced element pauses when its successor starts.
    element.addEventListener('pause', () => audio.current === element && setPlaying(false));
    element.addEventListener('ended', () => {
      setPlaying(false);
      setPositionMs(0);
      element.currentTime = 0;
    });
    element.currentTime = positionMs / 1000;
    audio.current = element;
    return element;
  }

  async function play(): Promise<void> {
    setBroken(false);
    try {
      if (!src) throw new Error('no address');
      await (audio.current ?? open(src)).play();
    } catch (error) {
      // Paused before playback began.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      // A failed element has fired `play` and fires no `pause`.
      const fail = () => {
        setPlaying(false);
        setBroken(true);
      };
      const fresh = await freshSrc?.().catch(() => null);
      if (!fresh) return fail();
      await open(fresh).play().catch(fail);
    }
  }

  return {
    isPlaying,
    isBroken,
    positionMs: Math.min(positionMs, durationMs),
    toggle() {
      if (isPlaying) audio.current?.pause();
      else void play();
    },
    seek(ms: number) {
      const wanted = Math.min(Math.max(0, ms), durationMs);
      setPositionMs(wanted);
      if (audio.current) audio.current.currentTime = wanted / 1000;
    },
  };
}
