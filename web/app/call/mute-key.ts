import { lastingKeys } from '#lib/lasting-keys';

const offKey = lastingKeys.callMuteKey;

/** Whether the key M mutes. Whoever speaks to their computer may not want keys of one letter. */
export function isMuteKeyOn(): boolean {
  return localStorage.getItem(offKey) !== 'off';
}

export function setMuteKeyOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(offKey);
  else localStorage.setItem(offKey, 'off');
}
