import {
  recordingConstraints,
  recordingFormats,
  recordingMaxMs,
  recordingTimesliceMs,
} from '@parlance/contract/chat';

/** A recording that is ready to be heard and sent. */
export interface Recording {
  blob: Blob;
  durationMs: number;
}

/** Where a recorder stands. Why it failed is one of few reasons that a person can do something about. */
export type RecorderState =
  | { status: 'idle' }
  | { status: 'starting' }
  | { status: 'recording'; startedAt: number }
  | { status: 'recorded'; recording: Recording }
  | { status: 'failed'; reason: 'denied' | 'absent' | 'unsupported' | 'broken' };

/** What a recorder needs of the browser; tests and other platforms bring their own. */
export interface RecorderPorts {
  getMicrophone(): Promise<MediaStream>;
  isRecordable(type: string): boolean;
  isPlayable(type: string): boolean;
  now(): number;
}

// A minute stays under 400 kB: speech needs no more.
const audioBitsPerSecond = 48_000;

const mimeTypes: Record<(typeof recordingFormats)[number], string> = {
  webm: 'audio/webm',
  mp4: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  aac: 'audio/aac',
};

/** The first of the specified formats that this browser can both record and play back. */
export function chooseFormat({
  isRecordable,
  isPlayable,
}: Pick<RecorderPorts, 'isRecordable' | 'isPlayable'>) {
  return (
    recordingFormats
      .map((format) => mimeTypes[format])
      .find((type) => isRecordable(type) && isPlayable(type)) ?? null
  );
}

export const browserPorts: RecorderPorts = {
  getMicrophone: () => navigator.mediaDevices.getUserMedia({ audio: recordingConstraints }),
  isRecordable: (type) => typeof MediaRecorder !== 'undefined' && MediaRecorder.isTypeSupported(type),
  isPlayable: (type) => document.createElement('audio').canPlayType(type) !== '',
  now: () => performance.now(),
};

export interface Recorder {
  getState(): RecorderState;
  subscribe(listener: () => void): () => void;
  /** Loudness of this moment from 0 to 1, for the meter. */
  level(): number;
  start(): Promise<void>;
  stop(): void;
  /** Back to idle; whatever was recorded is dropped. */
  cancel(): void;
}

/** A small machine: idle, recording, recorded; sending or cancelling brings it back to idle. */
export function createRecorder(ports: RecorderPorts = browserPorts): Recorder {
  let state: RecorderState = { status: 'idle' };
  let end: ((keep: boolean) => void) | null = null;
  let meter: (() => number) | null = null;
  const listeners = new Set<() => void>();
  const become = (next: RecorderState): void => {
    state = next;
    for (const listener of listeners) listener();
  };

  async function start(): Promise<void> {
    if (state.status === 'recording' || state.status === 'starting') return;
    const type = chooseFormat(ports);
    if (type === null) return become({ status: 'failed', reason: 'unsupported' });
    become({ status: 'starting' });
    let stream: MediaStream;
    try {
      stream = await ports.getMicrophone();
    } catch (error) {
      return become({ status: 'failed', reason: reasonOf(error) });
    }
    // Cancelled while the browser was asking for the microphone.
    if ((state as RecorderState).status !== 'starting') return release(stream);
    record(stream, type);
  }

  function record(stream: MediaStream, type: string): void {
    const chunks: Blob[] = [];
    const startedAt = ports.now();
    const recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond });
    const { level, close } = createMeter(stream);
    let isKept = true;
    const timer = setTimeout(() => end?.(true), recordingMaxMs);
    meter = level;
    end = (keep) => {
      isKept = keep;
      clearTimeout(timer);
      if (recorder.state !== 'inactive') recorder.stop();
    };
    recorder.addEventListener('dataavailable', ({ data }) => {
      if (data.size > 0) chunks.push(data);
    });
    recorder.addEventListener('error', () => {
      isKept = false;
      become({ status: 'failed', reason: 'broken' });
    });
    recorder.addEventListener('stop', () => {
      clearTimeout(timer);
      close();
      release(stream);
      end = null;
      meter = null;
      if (!isKept) return;
      const durationMs = Math.min(recordingMaxMs, Math.round(ports.now() - startedAt));
      become({ status: 'recorded', recording: { blob: new Blob(chunks, { type }), durationMs } });
    });
    recorder.start(recordingTimesliceMs);
    become({ status: 'recording', startedAt });
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    level: () => meter?.() ?? 0,
    start,
    stop: () => end?.(true),
    cancel() {
      end?.(false);
      become({ status: 'idle' });
    },
  };
}

function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function reasonOf(error: unknown): 'denied' | 'absent' | 'broken' {
  const { name } = error as { name?: string };
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'absent' : 'broken';
}

function createMeter(stream: MediaStream): { level(): number; close(): void } {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level() {
      analyser.getFloatTimeDomainData(samples);
      const sum = samples.reduce((total, sample) => total + sample * sample, 0);
      // Speech is mostly below a tenth of full scale; the root spreads it over the meter.
      return Math.min(1, Math.sqrt(Math.sqrt(sum / samples.length)));
    },
    close: () => void context.close(),
  };
}
