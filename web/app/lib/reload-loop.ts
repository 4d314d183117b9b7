const reloadsMax = 4;
const reloadPauseMs = 10_000;
const storageKey = 'reloads';

/**
 * Whether this page has been reloaded again and again within seconds. The router reloads where the script of a screen cannot be loaded,
 * and would go on forever.
 */
export function isReloadLoop(): boolean {
  try {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const [count, at] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[0, 0]') as [number, number];
    const isAgain = navigation?.type === 'reload' && Date.now() - at < reloadPauseMs;
    sessionStorage.setItem(storageKey, JSON.stringify([isAgain ? count + 1 : 0, Date.now()]));
    return isAgain && count >= reloadsMax;
  } catch {
    return false;
  }
}
