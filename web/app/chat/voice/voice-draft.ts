import { useEffect, useState, useSyncExternalStore } from 'react';
import type { KeptAudio } from '#chat/engine/chat-storage';
import { createRecorder, type Recorder, type RecorderState, type Recording } from './recorder';

/** Converts a recording to its stored form. */
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

/** Recorder whose recording is stored as a draft until it is sent or discarded. */
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
    // No unsubscribe on unmount: a recording that the unmount stops is stored too.
    recorder.subscribe(() => {
      const now = recorder.getState();
      const wasRecorded = before === 'recorded';
      before = now.status;
      if (now.status === 'recorded') {
        // Deleted while its bytes were being read, a recording must not come back.
        const store = (audio: KeptAudio) => Object.is(recorder.getState(), now) && setAudio(audio);
        void keepRecording(now.recording).then(store, reportError);
      } else if (wasRecorded) setAudio(null);
    });
    return () => {
      if (recorder.getState().status === 'recording') recorder.stop();
      else if (recorder.getState().status === 'starting') recorder.cancel();
    };
  }, [recorder, setAudio]);

  return { recorder, state };
}
