import { lastingKeys } from '#lib/lasting-keys';

const offKey = lastingKeys.callMuteKey;

/** Whether the M key mutes; single-letter shortcuts conflict with speech input. */
export function isMuteKeyOn(): boolean {
  return localStorage.getItem(offKey) !== 'off';
}

export function setMuteKeyOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(offKey);
  else localStorage.setItem(offKey, 'off');
}
