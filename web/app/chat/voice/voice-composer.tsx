import { useEffect, useEffectEvent } from 'react';
import type { KeptAudio } from '#chat/engine/chat-storage';
import type { RecorderState } from './recorder';
import { RecordingBar } from './recording-bar';
import { type AudioDraft, keepRecording, useVoiceDraft } from './voice-draft';

export interface VoiceComposerProps extends AudioDraft {
  /** Resolves when the recording is in the outbox. */
  onSend: (audio: KeptAudio) => Promise<void>;
  onStatus: (status: RecorderState['status']) => void;
}

/** Starts recording or restores a stored one. Replaces the text field once the microphone is granted. */
export function VoiceComposer({ keptAudio, setAudio, onSend, onStatus }: VoiceComposerProps) {
  const { recorder, state } = useVoiceDraft({ keptAudio, setAudio });
  const tell = useEffectEvent(onStatus);
  useEffect(() => {
    const stop = recorder.subscribe(() => tell(recorder.getState().status));
    if (recorder.getState().status === 'idle') void recorder.start();
    tell(recorder.getState().status);
    return stop;
  }, [recorder]);
  if (state.status === 'idle' || state.status === 'starting') return null;
  return (
    <RecordingBar
      recorder={recorder}
      state={state}
      onSend={async (recording) => {
        await onSend(await keepRecording(recording));
        recorder.cancel();
      }}
    />
  );
}
