const signsOfLife = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'click'];
const latestIdleMs = 2000;

let used: Promise<void> | null = null;

/** Resolves at the first sign that somebody uses this page: nothing that only follows from an act is fetched before. */
function firstSign(): Promise<void> {
  used ??= new Promise((resolve) => {
    // Safari before 16.4 does not know of it.
    if (navigator.userActivation?.hasBeenActive) return resolve();
    const seen = new AbortController();
    for (const sign of signsOfLife) {
      const onSign = () => {
        seen.abort();
        resolve();
      };
      document.addEventListener(sign, onSign, { capture: true, passive: true, signal: seen.signal });
    }
  });
  return used;
}

/** Resolves once somebody has used the page and it has nothing better to do; for code that the first sight does not need. */
export async function whenUsed(): Promise<void> {
  await firstSign();
  await new Promise<void>((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: latestIdleMs });
    else setTimeout(resolve, latestIdleMs / 10);
  });
}
