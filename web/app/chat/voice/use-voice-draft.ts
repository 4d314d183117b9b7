import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
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
  /** Nobody can see the recorder any more: what was said is kept, and what has not begun does not begin. */
  leave(): void;
}

/** A recorder whose recording is kept as a draft until it is sent or thrown away. */
export function useVoiceDraft({ keptAudio, setAudio }: AudioDraft): VoiceDraft {
  const [recorder] = useState(() => createRecorder());
  const state = useSyncExternalStore(recorder.subscribe, recorder.getState);

  const leave = useCallback(() => {
    const { status } = recorder.getState();
    if (status === 'recording') recorder.stop();
    else if (status !== 'recorded') recorder.cancel();
  }, [recorder]);

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
    return leave;
  }, [recorder, setAudio, leave]);

  return { recorder, state, leave };
}
