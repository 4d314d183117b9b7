import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseFormat, createRecorder } from './recorder';
import type { RecorderDevice, RecorderPorts } from './recorder-ports';

/** A device that emits a chunk every 250 ms of the test's clock. */
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

function createDevice(onStart: (timeslice: number) => void, chunk = 'x'): RecorderDevice & { break(): void } {
  const target = new EventTarget();
  let timer: ReturnType<typeof setInterval>;
  const hand = () =>
    target.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([chunk]) }));
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
    break: () => void target.dispatchEvent(new Event('error')),
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

test('idle, recording, recorded: the recording has its length and its loudness', async () => {
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

test('a recording stops by itself after sixty seconds', async () => {
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

test.each([
  [299, 'failed'],
  [300, 'recorded'],
])('a touch of the button is no recording: %i ms are %s', async (ms, status) => {
  const { recorder } = createScene();
  await recorder.start();
  await vi.advanceTimersByTimeAsync(ms);
  recorder.stop();
  expect(recorder.getState()).toMatchObject(status === 'failed' ? { status, reason: 'short' } : { status });
});

test('a microphone without a sound is no recording', async () => {
  const { recorder } = createScene({ openRecorder: () => createDevice(() => {}, '') });
  await recorder.start();
  await vi.advanceTimersByTimeAsync(2000);
  recorder.stop();
  expect(recorder.getState()).toEqual({ status: 'failed', reason: 'short' });
});

test('the recording is of the chosen type and holds every chunk', async () => {
  const { recorder } = createScene();
  await recorder.start();
  await vi.advanceTimersByTimeAsync(1000);
  recorder.stop();
  const state = recorder.getState();
  const blob = state.status === 'recorded' ? state.recording.blob : null;
  expect(blob).toMatchObject({ type: 'audio/webm', size: 5 });
});

test('while it records it cannot be started again, and shows its time and loudness', async () => {
  const { recorder, statuses } = createScene();
  expect([recorder.getState().status, recorder.elapsedMs(), recorder.level()]).toEqual(['idle', 0, 0]);
  const starting = recorder.start();
  await recorder.start();
  await starting;
  await recorder.start();
  expect(statuses).toEqual(['starting', 'recording']);
  expect(recorder.level()).toBe(0.5);
  recorder.cancel();
  expect([recorder.elapsedMs(), recorder.level()]).toEqual([0, 0]);
});

test('what has ended is not ended again by the time that is over', async () => {
  const { recorder } = createScene();
  await recorder.start();
  await vi.advanceTimersByTimeAsync(1000);
  recorder.stop();
  recorder.stop();
  await recorder.start();
  await vi.advanceTimersByTimeAsync(59_500);
  expect(recorder.getState().status).toBe('recording');
});

test('a device that breaks down is told, and its microphone is freed', async () => {
  const device = createDevice(() => {});
  const { scene, recorder } = createScene({ openRecorder: () => device });
  await recorder.start();
  device.break();
  expect(recorder.getState()).toEqual({ status: 'failed', reason: 'broken' });
  expect(scene).toMatchObject({ isMicrophoneOpen: false, isMeterOpen: false });
});

test('a device that does not open is told, and the microphone is freed', async () => {
  const { scene, recorder } = createScene({
    openRecorder: () => {
      throw new Error('no');
    },
  });
  await recorder.start();
  expect(recorder.getState()).toEqual({ status: 'failed', reason: 'broken' });
  expect(scene.isMicrophoneOpen).toBe(false);
});

test('a refusal of the microphone that comes after cancelling is not told', async () => {
  const { recorder } = createScene({
    getMicrophone: () => Promise.reject(new DOMException('no', 'NotAllowedError')),
  });
  const starting = recorder.start();
  recorder.cancel();
  await starting;
  expect(recorder.getState()).toEqual({ status: 'idle' });
});

test('a recording from before a reload is restored, and a removed listener is not called', () => {
  const { recorder, statuses } = createScene();
  const heard = vi.fn();
  recorder.subscribe(heard)();
  const recording = { blob: new Blob(['x']), durationMs: 1000, waveform: [50] };
  recorder.restore(recording);
  expect(recorder.getState()).toEqual({ status: 'recorded', recording });
  expect(statuses).toEqual(['recorded']);
  expect(heard).not.toHaveBeenCalled();
});

test.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'absent'],
  ['OverconstrainedError', 'absent'],
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
