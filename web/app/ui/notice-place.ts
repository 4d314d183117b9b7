const listeners = new Set<() => void>();
let holder: symbol | null = null;

const setHolder = (next: symbol | null) => {
  holder = next;
  for (const listener of listeners) listener();
};

/**
 * Takes the one place of notices that stay until they are answered: offers and the notice of a new version. Returns its release, or null
 * while another notice has the place.
 */
export function takeNoticePlace(): (() => void) | null {
  if (holder) return null;
  const own = Symbol('notice');
  setHolder(own);
  return () => {
    if (holder === own) setHolder(null);
  };
}

export const isNoticePlaceTaken = (): boolean => holder !== null;

export function subscribeToNoticePlace(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
