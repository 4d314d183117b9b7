import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { createOwnMedia, type OwnMedia } from './own-media';

// The microphone and camera of the browser of the tests are fake devices of Chromium.
let media: OwnMedia;
let asked: MockInstance<MediaDevices['getUserMedia']>;

beforeEach(() => {
  media = createOwnMedia();
  asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia');
});
afterEach(() => {
  media.close();
  asked.mockRestore();
});

const wanted = () => asked.mock.calls.map(([constraints = {}]) => constraints);
const unplug = (track: MediaStreamTrack | null) => track?.dispatchEvent(new Event('ended'));
const refuse = (name: string) => asked.mockRejectedValueOnce(new DOMException('no', name));

test('a muted member stays muted with another microphone, and the former one is released', async () => {
  expect(await media.openMicrophone()).toBe(true);
  const first = media.get().microphone;
  expect(first?.enabled).toBe(true);
  media.setMuted(true);
  expect(first?.enabled).toBe(false);
  expect(await media.openMicrophone()).toBe(true);
  const second = media.get().microphone;
  expect(second).not.toBe(first);
  expect([first?.readyState, second?.readyState, second?.enabled]).toEqual(['ended', 'live', false]);
  media.setMuted(false);
  expect(second?.enabled).toBe(true);
});

test('an unplugged device is told; the end of one that was replaced is not', async () => {
  await media.openMicrophone();
  const first = media.get().microphone;
  await media.openMicrophone();
  unplug(first);
  expect(media.get()).toMatchObject({ microphoneProblem: null });
  unplug(media.get().microphone);
  expect(media.get()).toMatchObject({ microphone: null, microphoneProblem: 'unplugged' });
  await media.openMicrophone();
  expect(media.get().microphoneProblem).toBeNull();
  await media.setCamera(true);
  const camera = media.get().camera;
  expect(camera?.kind).toBe('video');
  unplug(camera);
  expect(media.get()).toMatchObject({ camera: null, cameraProblem: 'unplugged' });
  await media.setCamera(false);
  expect(media.get().cameraProblem).toBeNull();
});

test('the camera is released when it is turned off and when another is chosen', async () => {
  await media.setCamera(true);
  const first = media.get().camera;
  await media.setCamera(true, null);
  const second = media.get().camera;
  expect([first?.readyState, second?.readyState]).toEqual(['ended', 'live']);
  await media.setCamera(false);
  expect([second?.readyState, media.get().camera]).toEqual(['ended', null]);
});

test('a device that is asked for twice, such as by a second press while the browser asks, stays open once', async () => {
  await Promise.all([media.setCamera(true), media.setCamera(true)]);
  await Promise.all([media.openMicrophone(), media.openMicrophone()]);
  const opened = await Promise.all(asked.mock.results.map(({ value }) => value as Promise<MediaStream>));
  const live = () =>
    opened.flatMap((stream) => stream.getTracks()).filter(({ readyState }) => readyState === 'live');
  expect(live().map(({ kind }) => kind)).toEqual(['video', 'audio']);
  await media.setCamera(false);
  media.close();
  expect(live()).toEqual([]);
});

test.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'absent'],
  ['NotReadableError', 'busy'],
])('%s is a device that is %s, and what was open stays', async (name, problem) => {
  await media.openMicrophone();
  const { microphone } = media.get();
  refuse(name);
  expect(await media.openMicrophone('other')).toBe(false);
  expect(media.get()).toMatchObject({ microphone, microphoneProblem: problem, microphoneId: null });
  expect(microphone?.readyState).toBe('live');
  refuse(name);
  await media.setCamera(true);
  expect(media.get()).toMatchObject({ camera: null, cameraProblem: problem });
});

test('a chosen device is asked for by its id, and the usual one in its place when it is gone', async () => {
  const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
  refuse('OverconstrainedError');
  expect(await media.openMicrophone('headset')).toBe(true);
  expect(wanted()).toEqual([{ audio: { ...audio, deviceId: { exact: 'headset' } } }, { audio }]);
  refuse('OverconstrainedError');
  expect(await media.openMicrophone(null)).toBe(false);
  expect(media.get().microphoneProblem).toBe('absent');
  media.setSpeaker('speaker');
  expect(media.get()).toMatchObject({ speakerId: 'speaker' });
});

test('the last chosen microphone is the one that is opened again', async () => {
  const stream = () => {
    const [track] = new AudioContext().createMediaStreamDestination().stream.getAudioTracks();
    return Promise.resolve(new MediaStream(track ? [track] : []));
  };
  asked.mockImplementation(stream);
  await media.openMicrophone('headset');
  await media.openMicrophone();
  await media.openMicrophone(null);
  const ids = wanted().map(({ audio }) => (audio as MediaTrackConstraints).deviceId);
  expect(ids).toEqual([{ exact: 'headset' }, { exact: 'headset' }, undefined]);
  asked.mockImplementation(async () => new MediaStream());
  expect(await media.openMicrophone()).toBe(false);
  expect(media.get().microphoneProblem).toBe('absent');
});

test('a device that opens after the end is released at once, and so is everything that was open', async () => {
  await media.openMicrophone();
  await media.setCamera(true);
  const open = media.get();
  const opening = Promise.withResolvers<MediaStream>();
  const late = await navigator.mediaDevices.getUserMedia({ audio: true });
  asked.mockReturnValueOnce(opening.promise);
  const opened = media.openMicrophone();
  media.close();
  expect([open.microphone?.readyState, open.camera?.readyState]).toEqual(['ended', 'ended']);
  expect(media.get()).toMatchObject({ microphone: null, camera: null });
  opening.resolve(late);
  expect(await opened).toBe(false);
  expect(late.getTracks().map(({ readyState }) => readyState)).toEqual(['ended']);
  expect(media.get().microphone).toBeNull();
});
