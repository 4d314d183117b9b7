const latestMs = 2000;

/** Resolves once the page has shown itself and has nothing better to do; for code that the first sight does not need. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: latestMs });
    else setTimeout(resolve, latestMs / 10);
  });
}
