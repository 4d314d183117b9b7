import { lastingKeys } from './lasting-keys';

/** The colour scheme of the app on this device. */
export type Appearance = 'system' | 'light' | 'dark';

/** Event on the window after a choice in this tab; other tabs receive `storage`. */
export const appearanceEvent = 'appearance';
const key = lastingKeys.appearance;

/** The inline script of the page (shell/page-start.ts) applies it. */
export function readAppearance(): Appearance {
  try {
    const stored = localStorage.getItem(key);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

/** Returns whether it was stored. */
export function storeAppearance(appearance: Appearance): boolean {
  try {
    if (appearance === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, appearance);
  } catch {
    return false;
  }
  window.dispatchEvent(new Event(appearanceEvent));
  return true;
}

/** Calls back after a choice in any tab. */
export function onAppearanceChange(changed: () => void): () => void {
  const names = [appearanceEvent, 'storage'];
  for (const name of names) window.addEventListener(name, changed);
  return () => {
    for (const name of names) window.removeEventListener(name, changed);
  };
}
