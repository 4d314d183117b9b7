/** Longer than a throttled background tab can lag behind with the same message. */
const claimHeldMs = 60_000;

const lookingLock = (userId: string) => `parlance-looking-${userId}`;

/** Holds a Web Lock while this tab is visible, for other tabs to query. */
export function lookWhileVisible(userId: string): () => void {
  let letGo: (() => void) | null = null;
  const update = () => {
    if (document.visibilityState === 'visible' && letGo === null) {
      const { promise, resolve } = Promise.withResolvers<void>();
      letGo = resolve;
      void navigator.locks?.request(lookingLock(userId), { mode: 'shared' }, () => promise);
    } else if (document.visibilityState === 'hidden') {
      letGo?.();
      letGo = null;
    }
  };
  update();
  document.addEventListener('visibilitychange', update);
  return () => {
    document.removeEventListener('visibilitychange', update);
    letGo?.();
  };
}

/** Whether any tab of this member is visible. */
export async function isLookedAt(userId: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lookingLock(userId));
}

/** True for the first tab that claims this name, false for later ones. */
export function claimOnce(name: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  navigator.locks
    .request(name, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null);
      if (lock) await new Promise((end) => setTimeout(end, claimHeldMs));
    })
    .catch(() => resolve(false));
  return promise;
}
