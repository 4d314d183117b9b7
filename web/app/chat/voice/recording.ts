import type { KeptAudio } from '#chat/engine/chat-storage';

/** A recording that is ready to be heard and sent. */
export interface Recording {
  blob: Blob;
  durationMs: number;
  /** Loudness over time, 0 to 100. */
  waveform: number[];
}

/** The recording in the form that the browser's storage keeps. */
export async function keepRecording({ blob, durationMs, waveform }: Recording): Promise<KeptAudio> {
  return { bytes: await blob.arrayBuffer(), type: blob.type, durationMs, waveform };
}

export function recordingOf({ bytes, type, durationMs, waveform }: KeptAudio): Recording {
  return { blob: new Blob([bytes], { type }), durationMs, waveform };
}
