import { createStore, type Store } from '@parlance/client/store';
import type { MediaKind } from '#call/link/peer';
import { MediaFailure, type MediaProblem, openTrack } from './devices';

export interface OwnMediaState {
  microphone: MediaStreamTrack | null;
  microphoneProblem: MediaProblem | null;
  isMuted: boolean;
  camera: MediaStreamTrack | null;
  cameraProblem: MediaProblem | null;
  /** Chosen devices; null for the system default. */
  microphoneId: string | null;
  speakerId: string | null;
  cameraId: string | null;
}

export interface OwnMedia extends Pick<Store<OwnMediaState>, 'get' | 'subscribe'> {
  /** Opens the named or last used microphone; resolves to whether one is open. */
  openMicrophone(deviceId?: string | null): Promise<boolean>;
  setMuted(isMuted: boolean): void;
  setCamera(isOn: boolean, deviceId?: string | null): Promise<void>;
  setSpeaker(deviceId: string | null): void;
  close(): void;
}

const nothing: OwnMediaState = {
  microphone: null,
  microphoneProblem: null,
  isMuted: false,
  camera: null,
  cameraProblem: null,
  microphoneId: null,
  speakerId: null,
  cameraId: null,
};

export function createOwnMedia(): OwnMedia {
  const store = createStore<OwnMediaState>(nothing);
  let isClosed = false;

  /** Opens a track and watches it: unplugging the device ends the track. */
  async function open(kind: MediaKind, deviceId: string | null, onUnplugged: () => void) {
    const track = await openTrack(kind, deviceId);
    if (isClosed) {
      track.stop();
      return null;
    }
    track.addEventListener('ended', onUnplugged, { once: true });
    return track;
  }

  const problemOf = (error: unknown): MediaProblem =>
    error instanceof MediaFailure ? error.problem : 'busy';

  return {
    get: store.get,
    subscribe: store.subscribe,
    async openMicrophone(deviceId = store.get().microphoneId) {
      try {
        const track = await open('audio', deviceId, () => {
          if (store.get().microphone === track)
            store.set({ microphone: null, microphoneProblem: 'unplugged' });
        });
        if (!track) return false;
        // Read after the await: with two concurrent requests, the track that opened first is replaced.
        const { microphone: replaced, isMuted } = store.get();
        track.enabled = !isMuted;
        store.set({ microphone: track, microphoneId: deviceId, microphoneProblem: null });
        replaced?.stop();
        return true;
      } catch (error) {
        store.set({ microphoneProblem: problemOf(error) });
        return false;
      }
    },
    setMuted(isMuted) {
      const { microphone } = store.get();
      if (microphone) microphone.enabled = !isMuted;
      store.set({ isMuted });
    },
    async setCamera(isOn, deviceId = store.get().cameraId) {
      if (!isOn) {
        store.get().camera?.stop();
        store.set({ camera: null, cameraProblem: null });
        return;
      }
      try {
        const track = await open('video', deviceId, () => {
          if (store.get().camera === track) store.set({ camera: null, cameraProblem: 'unplugged' });
        });
        if (!track) return;
        const { camera: replaced } = store.get();
        store.set({ camera: track, cameraId: deviceId, cameraProblem: null });
        replaced?.stop();
      } catch (error) {
        store.set({ cameraProblem: problemOf(error) });
      }
    },
    setSpeaker: (speakerId) => store.set({ speakerId }),
    close() {
      isClosed = true;
      const { microphone, camera } = store.get();
      microphone?.stop();
      camera?.stop();
      store.set({ microphone: null, camera: null });
    },
  };
}
