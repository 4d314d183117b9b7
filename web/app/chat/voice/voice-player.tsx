import { t } from '@parlance/words/current';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { type ReactNode, type Ref, useSyncExternalStore } from 'react';
import { soundTimeText } from '#chat/messages/message-text';
import { playbackRate, usePlayer } from './use-player';
import { WaveformSlider } from './waveform-slider';

export interface VoicePlayerProps {
  src: string | null;
  /** Requests a fresh URL after the old one expired. */
  freshSrc?: (() => Promise<string | null>) | undefined;
  durationMs: number;
  waveform: readonly number[] | null | undefined;
  playButton?: Ref<HTMLButtonElement> | undefined;
  /** Shown at the end of the time's line. */
  beside?: ReactNode;
}

export function VoicePlayer({ src, freshSrc, durationMs, waveform, playButton, beside }: VoicePlayerProps) {
  const player = usePlayer({ src, freshSrc, durationMs });
  const rate = useSyncExternalStore(playbackRate.subscribe, playbackRate.get);
  const Icon = player.isPlaying ? Pause : Play;
  return (
    <div className="grid grid-cols-1 gap-0.5">
      {/* Sound runs from left to right in every language. */}
      <div dir="ltr" className="flex items-center gap-1.5">
        <button
          ref={playButton}
          type="button"
          onClick={player.toggle}
          aria-label={player.isPlaying ? t('Pause') : t('Play')}
          className="-ms-2 flex size-11 shrink-0 items-center justify-center rounded-full"
        >
          <Icon aria-hidden="true" className="size-6 fill-current" />
        </button>
        <WaveformSlider
          waveform={waveform}
          positionMs={player.positionMs}
          durationMs={durationMs}
          onSeek={player.seek}
        />
        <button
          type="button"
          onClick={playbackRate.next}
          aria-label={t('Speed {rate}×', { rate })}
          className="-me-2 flex min-h-11 min-w-11 items-center justify-center rounded-md px-1 text-sm font-semibold tabular-nums"
        >
          {t('{rate}×', { rate })}
        </button>
      </div>
      <div className="flex flex-wrap justify-between gap-x-4 text-xs tabular-nums">
        <p>
          {player.isBroken ? (
            t('This recording cannot be played right now.')
          ) : (
            <bdi dir="ltr">{`${soundTimeText(player.positionMs)} / ${soundTimeText(durationMs)}`}</bdi>
          )}
        </p>
        {beside}
      </div>
    </div>
  );
}
