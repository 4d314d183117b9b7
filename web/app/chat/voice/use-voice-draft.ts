import { useEffect, useState, useSyncExternalStore } from 'react';
import type { KeptAudio } from '#chat/engine/chat-storage';
import { createRecorder, type Recorder, type RecorderState } from './recorder';
import { keepRecording, recordingOf } from './recording';

interface AudioDraft {
  keptAudio: KeptAudio | null;
  setAudio(audio: KeptAudio | null): void;
}

export interface VoiceDraft {
  recorder: Recorder;
  state: RecorderState;
}

/** A recorder whose recording is kept as a draft until it is sent or thrown away. */
export function useVoiceDraft({ keptAudio, setAudio }: AudioDraft): VoiceDraft {
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
