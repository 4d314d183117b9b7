import { recordingConstraints } from '@parlance/contract/chat';

export interface Meter {
  /** Current loudness from 0 to 1. */
  level(): number;
  close(): void;
}

export type RecorderDevice = Pick<MediaRecorder, 'state' | 'start' | 'stop' | 'addEventListener'>;

/** Browser APIs of a recorder; replaced in tests. */
export interface RecorderPorts {
  getMicrophone(): Promise<MediaStream>;
  isRecordable(type: string): boolean;
  isPlayable(type: string): boolean;
  openRecorder(stream: MediaStream, type: string): RecorderDevice;
  openMeter(stream: MediaStream): Meter;
  now(): number;
}

// Enough for speech: a minute stays under 400 kB.
const audioBitsPerSecond = 40_000;

export const browserPorts: RecorderPorts = {
  async getMicrophone() {
    // Missing on pages without TLS.
    if (!navigator.mediaDevices) throw new DOMException('No microphone here', 'NotFoundError');
    return await navigator.mediaDevices.getUserMedia({ audio: recordingConstraints });
  },
  isRecordable: (type) => typeof MediaRecorder !== 'undefined' && MediaRecorder.isTypeSupported(type),
  isPlayable: (type) => document.createElement('audio').canPlayType(type) !== '',
  openRecorder: (stream, mimeType) => new MediaRecorder(stream, { mimeType, audioBitsPerSecond }),
  openMeter,
  now: () => performance.now(),
};

function openMeter(stream: MediaStream): Meter {
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
