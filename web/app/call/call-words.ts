import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import type { MediaProblem } from './media/devices';
import { type EndReason, phaseOf, type RoomState } from './room/room-state';

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Formats a countdown as 6:05, or 1:00:05 from an hour up. */
export function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}` : `${minutes}:${twoDigits(rest)}`;
}

export function phaseWords(room: RoomState, name: string): string {
  const phase = phaseOf(room);
  if (phase === 'ended') return endWords(room.end, name);
  if (phase === 'joining') return t('Joining the session...');
  if (phase === 'connecting') return t('Connecting with {name}...', { name });
  if (phase === 'connected') return t('You are talking with {name}.', { name });
  if (phase === 'waiting') {
    return room.partner?.hasLeft
      ? t('{name} has left. They can come back while the session lasts.', { name })
      : t('Waiting for {name}. You hear a sound when they join.', { name });
  }
  if (!room.isSeated) return t('The connection to the server is lost. Reconnecting...');
  return room.partner?.isHere
    ? t('The connection with {name} is lost. Reconnecting...', { name })
    : t('{name} has lost the connection. Waiting for them to come back...', { name });
}

export function endWords(reason: EndReason | null, name: string): string {
  if (reason === 'left') return t('You left the session.');
  if (reason === 'replaced') return t('You continued in another tab or on another device.');
  if (reason === 'blocked') return t('The session has ended: one of you has blocked the other.');
  if (reason === 'cancelled') return t('The session has ended: it was cancelled.');
  if (reason === 'gone') return t('The session has ended: {name} is no longer here.', { name });
  if (reason === 'refused') return t('The session cannot be joined.');
  return t('The time of the session is over.');
}

const microphoneWords = {
  insecure: word(
    'This page is not encrypted, and browsers allow the microphone only on encrypted pages. Open it with https.',
  ),
  denied: word(
    'The microphone is not allowed here. Allow it in the address bar or the settings of your browser, then try again.',
  ),
  absent: word('No microphone was found. Connect one, then try again.'),
  busy: word('The microphone does not work. Another app may be using it.'),
  unplugged: word('The microphone was unplugged or switched off. Your partner cannot hear you.'),
} satisfies Record<MediaProblem, string>;

const cameraWords = {
  insecure: word('This page is not encrypted, and browsers allow the camera only on encrypted pages.'),
  denied: word(
    'The camera is not allowed here. Allow it in the address bar or the settings of your browser.',
  ),
  absent: word('No camera was found.'),
  busy: word('The camera does not work. Another app may be using it.'),
  unplugged: word('The camera was unplugged or switched off.'),
} satisfies Record<MediaProblem, string>;

export const microphoneProblemWords = (problem: MediaProblem): string => t(microphoneWords[problem]);
export const cameraProblemWords = (problem: MediaProblem): string => t(cameraWords[problem]);
