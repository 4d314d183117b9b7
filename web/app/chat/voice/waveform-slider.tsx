import { t } from '@parlance/words/current';
import type { KeyboardEvent, PointerEvent } from 'react';
import { soundTimeText } from '#chat/messages/message-text';
import { classNames } from '#lib/class-names';

const barCount = 32;
const barStep = 6;
const barWidth = 3.5;
const stepMs = 1000;
const leapMs = 5000;

/** Bar heights from 0 to 100: the waveform resampled to a number of bars. */
export function barsOf(waveform: readonly number[] | null | undefined, count: number): number[] {
  if (!waveform || waveform.length === 0) return Array(count).fill(0);
  return Array.from({ length: count }, (_, bar) => {
    const start = Math.floor((bar * waveform.length) / count);
    const end = Math.max(start + 1, Math.floor(((bar + 1) * waveform.length) / count));
    const part = waveform.slice(start, end);
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  });
}

export interface WaveformSliderProps {
  waveform: readonly number[] | null | undefined;
  positionMs: number;
  durationMs: number;
  onSeek: (ms: number) => void;
}

/** Waveform with a seek position, for pointer and keyboard. */
export function WaveformSlider({ waveform, positionMs, durationMs, onSeek }: WaveformSliderProps) {
  const played = durationMs > 0 ? positionMs / durationMs : 0;

  function seekTo({ currentTarget, clientX, buttons }: PointerEvent<HTMLElement>): void {
    if (buttons === 0) return;
    const { left, width } = currentTarget.getBoundingClientRect();
    onSeek(((clientX - left) / width) * durationMs);
  }

  function seekByKey(event: KeyboardEvent): void {
    const places: Record<string, number> = {
      ArrowLeft: positionMs - stepMs,
      ArrowDown: positionMs - stepMs,
      ArrowRight: positionMs + stepMs,
      ArrowUp: positionMs + stepMs,
      PageDown: positionMs - leapMs,
      PageUp: positionMs + leapMs,
      Home: 0,
      End: durationMs,
    };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    onSeek(place);
  }

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t('Position in the recording')}
      aria-valuemin={0}
      aria-valuemax={Math.round(durationMs / 1000)}
      aria-valuenow={Math.round(positionMs / 1000)}
      aria-valuetext={t('{position} of {duration}', {
        position: soundTimeText(positionMs),
        duration: soundTimeText(durationMs),
      })}
      onKeyDown={seekByKey}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        seekTo(event);
      }}
      onPointerMove={seekTo}
      className="h-11 w-36 min-w-0 shrink grow cursor-pointer touch-none py-1.5 sm:w-48"
    >
      <svg
        viewBox={`0 0 ${barCount * barStep} 100`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="size-full"
      >
        {barsOf(waveform, barCount).map((loudness, bar) => {
          const height = Math.max(8, loudness);
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: the order of the bars is constant
              key={bar}
              x={bar * barStep}
              y={50 - height / 2}
              width={barWidth}
              height={height}
              className={classNames('fill-current', (bar + 0.5) / barCount > played && 'opacity-40')}
            />
          );
        })}
      </svg>
    </div>
  );
}
