import { useEffect, useState, useSyncExternalStore } from 'react';
import type { KeptAudio } from '#chat/engine/chat-storage';
import { createRecorder, type Recorder, type RecorderState, type Recording } from './recorder';

/** The recording in the form that the browser's storage keeps. */
export async function keepRecording({ blob, durationMs, waveform }: Recording): Promise<KeptAudio> {
  return { bytes: await blob.arrayBuffer(), type: blob.type, durationMs, waveform };
}

export function recordingOf({ bytes, type, durationMs, waveform }: KeptAudio): Recording {
  return { blob: new Blob([bytes], { type }), durationMs, waveform };
}

export interface AudioDraft {
  keptAudio: KeptAudio | null;
  setAudio(audio: KeptAudio | null): void;
}

/** A recorder whose recording is kept as a draft until it is sent or thrown away. */
export function useVoiceDraft({ keptAudio, setAudio }: AudioDraft): {
  recorder: Recorder;
  state: RecorderState;
} {
  const [recorder] = useState(() => createRecorder());
  const state = useSyncExternalStore(recorder.subscribe, recorder.getState);

  useEffect(() => {
    if (keptAudio && recorder.getState().status === 'idle') recorder.restore(recordingOf(keptAudio));
  }, [recorder, keptAudio]);

  useEffect(() => {
    let before = recorder.getState().status;
    // Not taken back when the screen goes: a recording that stops because of that is kept, too.
    recorder.subscribe(() => {
      const now = recorder.getState();
      const wasRecorded = before === 'recorded';
      before = now.status;
      if (now.status === 'recorded') void keepRecording(now.recording).then(setAudio, reportError);
      else if (wasRecorded) setAudio(null);
    });
    return () => {
      if (recorder.getState().status === 'recording') recorder.stop();
      else if (recorder.getState().status === 'starting') recorder.cancel();
    };
  }, [recorder, setAudio]);

  return { recorder, state };
}
