import type { MediaKind } from '#call/link/peer';

/** Reason for missing own media. */
export type MediaProblem = 'insecure' | 'denied' | 'absent' | 'busy' | 'unplugged';

/** Available devices; browsers hide their names until permission is granted. */
export interface DeviceChoice {
  microphones: MediaDeviceInfo[];
  speakers: MediaDeviceInfo[];
  cameras: MediaDeviceInfo[];
}

export class MediaFailure extends Error {
  readonly problem: MediaProblem;
  constructor(problem: MediaProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Whether media devices exist; they are missing without TLS, except on localhost. */
export const isMediaPossible = (): boolean => navigator.mediaDevices !== undefined;

/** Opens the microphone or camera: the chosen device or the system default. */
export async function openTrack(kind: MediaKind, deviceId: string | null): Promise<MediaStreamTrack> {
  if (!isMediaPossible()) throw new MediaFailure('insecure');
  const chosen = deviceId === null ? {} : { deviceId: { exact: deviceId } };
  try {
    const stream = await navigator.mediaDevices.getUserMedia(
      kind === 'audio'
        ? { audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, ...chosen } }
        : { video: { width: { ideal: 640 }, height: { ideal: 360 }, ...chosen } },
    );
    const [track] = stream.getTracks();
    if (!track) throw new MediaFailure('absent');
    return track;
  } catch (error) {
    // The chosen device is unplugged: fall back to the system default.
    if (deviceId !== null && nameOf(error) === 'OverconstrainedError') return openTrack(kind, null);
    throw error instanceof MediaFailure ? error : new MediaFailure(problemOf(error));
  }
}

const nameOf = (error: unknown) =>
  error instanceof Error || error instanceof DOMException ? error.name : '';

function problemOf(error: unknown): MediaProblem {
  const name = nameOf(error);
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'absent' : 'busy';
}

export async function listDevices(): Promise<DeviceChoice> {
  const devices = isMediaPossible() ? await navigator.mediaDevices.enumerateDevices() : [];
  const named = (kind: MediaDeviceKind) =>
    devices.filter((device) => device.kind === kind && device.deviceId);
  return { microphones: named('audioinput'), speakers: named('audiooutput'), cameras: named('videoinput') };
}
