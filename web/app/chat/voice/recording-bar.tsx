import { recordingMaxMs } from '@parlance/contract/chat';
import { counted, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import Mic from 'lucide-react/icons/mic';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import Square from 'lucide-react/icons/square';
import Trash from 'lucide-react/icons/trash-2';
import { type Ref, useEffect, useId, useMemo, useState } from 'react';
import { soundTimeText } from '#chat/messages/message-text';
import { useFocusHandedOn } from '#lib/use-focus-handed-on';
import { Button } from '#ui/button';
import { LevelMeter } from '#ui/level-meter';
import type { Recorder, RecorderFailure, RecorderState, Recording } from './recorder';
import { VoicePlayer } from './voice-player';

export interface RecordingBarProps {
  recorder: Recorder;
  state: RecorderState;
  /** Resolves when the recording is in the outbox. */
  onSend: (recording: Recording) => Promise<void>;
}

/** Replaces the text field during and after a recording, or after a failure. Each step takes the focus of the button that led to it. */
export function RecordingBar({ recorder, state, onSend }: RecordingBarProps) {
  const [isRestored] = useState(state.status === 'recorded');
  const next = useFocusHandedOn<HTMLButtonElement>(state.status, isRestored ? 'recorded' : null);
  if (state.status === 'failed') return <Failed reason={state.reason} recorder={recorder} next={next} />;
  if (state.status === 'recorded') {
    return <Preview recording={state.recording} recorder={recorder} onSend={onSend} next={next} />;
  }
  return <Running recorder={recorder} next={next} />;
}

interface StepProps {
  recorder: Recorder;
  /** The button that goes on. */
  next: Ref<HTMLButtonElement>;
}

const frameMs = 80;

function Running({ recorder, next }: StepProps) {
  const limitId = useId();
  const [{ level, leftMs }, setMoment] = useState({ level: 0, leftMs: recordingMaxMs });
  useEffect(() => {
    const timer = setInterval(
      () => setMoment({ level: recorder.level(), leftMs: recordingMaxMs - recorder.elapsedMs() }),
      frameMs,
    );
    return () => clearInterval(timer);
  }, [recorder]);
  return (
    <div className="flex items-center gap-2">
      <Button variant="quiet" aria-label={t('Cancel recording')} onClick={recorder.cancel} className="px-0!">
        <Trash aria-hidden="true" className="size-5" />
      </Button>
      <Mic aria-hidden="true" className="size-5 shrink-0 text-danger" />
      <LevelMeter label={t('Microphone level')} level={level} />
      <p role="timer" className="shrink-0 text-sm tabular-nums">
        {t('{time} left', { time: soundTimeText(leftMs) })}
      </p>
      {/* Describes the focused button instead of the timer: a screen reader would read every change of it. */}
      <p id={limitId} className="sr-only">
        {limitText()}
      </p>
      <Button ref={next} variant="primary" aria-describedby={limitId} onClick={recorder.stop}>
        <Square aria-hidden="true" className="size-4 fill-current" />
        {t('Stop')}
      </Button>
    </div>
  );
}

const limitText = () =>
  counted(
    recordingMaxMs / 60_000,
    'A recording lasts 1 minute at most.',
    'A recording lasts {count} minutes at most.',
  );

interface PreviewProps extends StepProps {
  recording: Recording;
  onSend: (recording: Recording) => Promise<void>;
}

function Preview({ recording, recorder, onSend, next }: PreviewProps) {
  const src = useMemo(() => URL.createObjectURL(recording.blob), [recording]);
  useEffect(() => () => URL.revokeObjectURL(src), [src]);
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    await onSend(recording);
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <div className="rounded-md border border-line bg-surface px-3 py-1 max-sm:w-full">
        {/* Not "Send": a second press on "Stop" would send. */}
        <VoicePlayer
          playButton={next}
          src={src}
          durationMs={recording.durationMs}
          waveform={recording.waveform}
        />
      </div>
      <div className="ms-auto flex items-center gap-1">
        <Button
          variant="quiet"
          aria-label={t('Delete recording')}
          onClick={recorder.cancel}
          className="px-0!"
        >
          <Trash aria-hidden="true" className="size-5" />
        </Button>
        <Button
          variant="quiet"
          aria-label={t('Record again')}
          onClick={() => void recorder.start()}
          className="px-0!"
        >
          <RotateCcw aria-hidden="true" className="size-5" />
        </Button>
        <Button variant="primary" busy={isSending} onClick={() => void send()}>
          {t('Send')}
          <SendHorizontal aria-hidden="true" className="size-5 rtl:-scale-x-100" />
        </Button>
      </div>
    </div>
  );
}

const words = {
  denied: word(
    'The microphone is not allowed here. Allow it in the address bar or the settings of your browser, then try again.',
  ),
  absent: word('No microphone was found. Connect one, then try again.'),
  unsupported: word('This browser cannot record sound. You can still write.'),
  broken: word('The recording did not work. Another app may be using the microphone.'),
  short: word('That was too short to be heard. Speak a little longer.'),
} satisfies Record<RecorderFailure, string>;

function Failed({ reason, recorder, next }: StepProps & { reason: RecorderFailure }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1 px-2">
      <p className="min-w-56 flex-1 leading-snug">{t(words[reason])}</p>
      <Button ref={next} variant="quiet" onClick={recorder.cancel}>
        {t('Write instead')}
      </Button>
      {reason !== 'unsupported' && <Button onClick={() => void recorder.start()}>{t('Try again')}</Button>}
    </div>
  );
}
