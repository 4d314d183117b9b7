import { createStore } from '@parlance/client/store';
import {
  recordingFormats,
  recordingMaxMs,
  recordingTimesliceMs,
  voiceDurationMs,
} from '@parlance/contract/chat';
import { browserPorts, type Meter, type RecorderPorts } from './recorder-ports';

export interface Recording {
  blob: Blob;
  durationMs: number;
  /** Loudness over time, 0 to 100. */
  waveform: number[];
}

/** Reason of a failed recording. */
export type RecorderFailure = 'denied' | 'absent' | 'unsupported' | 'broken' | 'short';

export type RecorderState =
  | { status: 'idle' }
  | { status: 'starting' }
  | { status: 'recording'; startedAt: number }
  | { status: 'recorded'; recording: Recording }
  | { status: 'failed'; reason: RecorderFailure };

export type Recorder = ReturnType<typeof createRecorder>;

const mimeTypes: Record<(typeof recordingFormats)[number], string> = {
  webm: 'audio/webm',
  mp4: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  aac: 'audio/aac',
};

export function chooseFormat({
  isRecordable,
  isPlayable,
}: Pick<RecorderPorts, 'isRecordable' | 'isPlayable'>): string | null {
  return (
    recordingFormats
      .map((format) => mimeTypes[format])
      .find((type) => isRecordable(type) && isPlayable(type)) ?? null
  );
}

/** State machine: idle, recording, recorded; sending or cancelling returns it to idle. */
export function createRecorder(ports: RecorderPorts = browserPorts) {
  const store = createStore<{ state: RecorderState }>({ state: { status: 'idle' } });
  const getState = () => store.get().state;
  let end: ((keep: boolean) => void) | null = null;
  let meter: Meter | null = null;
  const become = (state: RecorderState): void => store.set({ state });
  const fail = (reason: RecorderFailure): void => become({ status: 'failed', reason });

  async function start(): Promise<void> {
    if (getState().status === 'recording' || getState().status === 'starting') return;
    const type = chooseFormat(ports);
    if (type === null) return fail('unsupported');
    const starting: RecorderState = { status: 'starting' };
    const isStillStarting = () => Object.is(getState(), starting);
    become(starting);
    let stream: MediaStream;
    try {
      stream = await ports.getMicrophone();
    } catch (error) {
      if (isStillStarting()) fail(reasonOf(error));
      return;
    }
    // Cancelled during the permission prompt.
    if (!isStillStarting()) return release(stream);
    try {
      record(stream, type);
    } catch {
      release(stream);
      fail('broken');
    }
  }

  function record(stream: MediaStream, type: string): void {
    const chunks: Blob[] = [];
    const waveform: number[] = [];
    const recorder = ports.openRecorder(stream, type);
    const opened = ports.openMeter(stream);
    const startedAt = ports.now();
    let isKept = true;
    const timer = setTimeout(() => end?.(true), recordingMaxMs);
    meter = opened;
    end = (keep) => {
      isKept = keep;
      if (recorder.state !== 'inactive') recorder.stop();
    };
    recorder.addEventListener('dataavailable', ({ data }) => {
      if (data.size > 0) chunks.push(data);
      waveform.push(Math.round(opened.level() * 100));
    });
    recorder.addEventListener('error', () => {
      end?.(false);
      fail('broken');
    });
    recorder.addEventListener('stop', () => {
      clearTimeout(timer);
      opened.close();
      release(stream);
      end = null;
      meter = null;
      if (!isKept) return;
      const durationMs = Math.min(recordingMaxMs, Math.round(ports.now() - startedAt));
      if (durationMs < voiceDurationMs.min || chunks.length === 0) return fail('short');
      become({ status: 'recorded', recording: { blob: new Blob(chunks, { type }), durationMs, waveform } });
    });
    recorder.start(recordingTimesliceMs);
    become({ status: 'recording', startedAt });
  }

  return {
    getState,
    subscribe: store.subscribe,
    /** Current loudness from 0 to 1, for the meter. */
    level: () => meter?.level() ?? 0,
    elapsedMs() {
      const state = getState();
      return state.status === 'recording' ? ports.now() - state.startedAt : 0;
    },
    start,
    stop: () => end?.(true),
    /** Discards the recording and returns to idle. */
    cancel() {
      end?.(false);
      become({ status: 'idle' });
    },
    /** Restores a recording from before a reload. */
    restore: (recording: Recording) => become({ status: 'recorded', recording }),
  };
}

function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function reasonOf(error: unknown): RecorderFailure {
  const { name } = error as { name?: string };
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'absent' : 'broken';
}
