const signsOfLife = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'click'];
const latestIdleMs = 2000;

let used: Promise<void> | null = null;

/** Resolves at the first user interaction with the page. */
function firstSign(): Promise<void> {
  used ??= new Promise((resolve) => {
    // Missing in Safari before 16.4.
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

/** Resolves after the first interaction, once the page is idle; for code that the first view does not need. */
export async function whenUsed(): Promise<void> {
  await firstSign();
  await new Promise<void>((resolve) => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: latestIdleMs });
    else setTimeout(resolve, latestIdleMs / 10);
  });
}
