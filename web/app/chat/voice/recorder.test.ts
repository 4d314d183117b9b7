import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseFormat, createRecorder } from './recorder';
import type { RecorderDevice, RecorderPorts } from './recorder-ports';

/** A device that hands over a chunk every 250 ms of the test's clock. */
function createScene(changes: Partial<RecorderPorts> = {}) {
  const scene = { isMicrophoneOpen: false, isMeterOpen: false, timeslice: 0, type: '' };
  const track = {
    stop: () => {
      scene.isMicrophoneOpen = false;
    },
  };
  const recorder = createRecorder({
    async getMicrophone() {
      scene.isMicrophoneOpen = true;
      return { getTracks: () => [track] } as unknown as MediaStream;
    },
    isRecordable: () => true,
    isPlayable: () => true,
    openRecorder(_stream, type) {
      scene.type = type;
      return createDevice((timeslice) => {
        scene.timeslice = timeslice;
      });
    },
    openMeter() {
      scene.isMeterOpen = true;
      return {
        level: () => 0.5,
        close: () => {
          scene.isMeterOpen = false;
        },
      };
    },
    now: () => Date.now(),
    ...changes,
  });
  const statuses: string[] = [];
  recorder.subscribe(() => statuses.push(recorder.getState().status));
  return { scene, recorder, statuses };
}

function createDevice(onStart: (timeslice: number) => void): RecorderDevice {
  const target = new EventTarget();
  let timer: ReturnType<typeof setInterval>;
  const hand = () =>
    target.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['x']) }));
  const device = {
    state: 'inactive' as RecordingState,
    addEventListener: target.addEventListener.bind(target) as RecorderDevice['addEventListener'],
    start(timeslice = 0) {
      onStart(timeslice);
      device.state = 'recording';
      timer = setInterval(hand, timeslice);
    },
    stop() {
      clearInterval(timer);
      device.state = 'inactive';
      hand();
      target.dispatchEvent(new Event('stop'));
    },
  };
  return device;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ['everything', ['audio/webm', 'audio/mp4', 'audio/wav'], 'audio/webm'],
  ['no webm', ['audio/mp4', 'audio/ogg'], 'audio/mp4'],
  ['only wav and aac', ['audio/aac', 'audio/wav'], 'audio/wav'],
  ['nothing', ['video/webm'], null],
])('a browser that records %s', (_case, types, chosen) => {
  expect(chooseFormat({ isRecordable: (type) => types.includes(type), isPlayable: () => true })).toBe(chosen);
});

test('a format that can be recorded and not played is passed over', () => {
  const isPlayable = (type: string) => type !== 'audio/webm';
  expect(chooseFormat({ isRecordable: () => true, isPlayable })).toBe('audio/mp4');
});

test('idle, recording, recorded: the recording has its length and its loudness (§4)', async () => {
  const { scene, recorder, statuses } = createScene();
  await recorder.start();
  expect(scene).toMatchObject({ isMicrophoneOpen: true, timeslice: 250, type: 'audio/webm' });
  await vi.advanceTimersByTimeAsync(2000);
  expect(recorder.elapsedMs()).toBe(2000);
  recorder.stop();
  expect(statuses).toEqual(['starting', 'recording', 'recorded']);
  const state = recorder.getState();
  expect(state).toMatchObject({ recording: { durationMs: 2000, waveform: Array(9).fill(50) } });
  expect(scene).toMatchObject({ isMicrophoneOpen: false, isMeterOpen: false });
});

test('a recording stops by itself after sixty seconds (§9)', async () => {
  const { recorder } = createScene();
  await recorder.start();
  await vi.advanceTimersByTimeAsync(59_900);
  expect(recorder.getState().status).toBe('recording');
  await vi.advanceTimersByTimeAsync(100);
  expect(recorder.getState()).toMatchObject({ status: 'recorded', recording: { durationMs: 60_000 } });
});

test('cancelling drops what was recorded and frees the microphone', async () => {
  const { scene, recorder } = createScene();
  await recorder.start();
  await vi.advanceTimersByTimeAsync(1000);
  recorder.cancel();
  expect(recorder.getState().status).toBe('idle');
  expect(scene.isMicrophoneOpen).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(recorder.getState().status).toBe('idle');
});

test('cancelling while the browser asks for the microphone closes it again', async () => {
  const { scene, recorder } = createScene();
  const starting = recorder.start();
  recorder.cancel();
  await starting;
  expect(recorder.getState().status).toBe('idle');
  expect(scene.isMicrophoneOpen).toBe(false);
});

test('a touch of the button is no recording', async () => {
  const { recorder } = createScene();
  await recorder.start();
  await vi.advanceTimersByTimeAsync(200);
  recorder.stop();
  expect(recorder.getState()).toEqual({ status: 'failed', reason: 'short' });
});

test.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'absent'],
  ['AbortError', 'broken'],
])('%s is told as %s', async (name, reason) => {
  const { recorder } = createScene({
    getMicrophone: () => Promise.reject(new DOMException('no', name)),
  });
  await recorder.start();
  expect(recorder.getState()).toEqual({ status: 'failed', reason });
});

test('a browser without any format says so', async () => {
  const { recorder } = createScene({ isRecordable: () => false });
  await recorder.start();
  expect(recorder.getState()).toEqual({ status: 'failed', reason: 'unsupported' });
});
