import { refreshTokenKey } from '@parlance/client/token-storage';
import { pageAttributes } from '#lib/page-attributes';

/**
 * Runs inline, before anything is painted, so it may use nothing from outside. A page for visitors is hidden from a browser with a stored
 * session. It can be read without the app, which starts at the first sign of use, or when a part comes into view that only the app can
 * show. For a returning member, and where there is nothing to read, the app starts at once.
 */
function startPage(tokenKey: string, { returning, loadFailed, needsApp }: typeof pageAttributes): void {
  const root = document.documentElement;
  const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'];
  const reloadsMax = 4;
  const reloadPauseMs = 10_000;
  let isStarted = false;

  const fail = () => root.setAttribute(loadFailed, '');
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'modulepreload') fail();
  };
  /** The router reloads the page where the script of a screen cannot be loaded, and would go on forever. */
  const isReloadLoop = () => {
    try {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const [count, at] = JSON.parse(sessionStorage.getItem('reloads') ?? '[0, 0]') as [number, number];
      const isAgain = navigation?.type === 'reload' && Date.now() - at < reloadPauseMs;
      sessionStorage.setItem('reloads', JSON.stringify([isAgain ? count + 1 : 0, Date.now()]));
      return isAgain && count >= reloadsMax;
    } catch {
      return false;
    }
  };
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    inView.disconnect();
    for (const sign of signs) removeEventListener(sign, start, true);
    const app = document.getElementById('app');
    // The development server starts it by itself.
    if (!app) return;
    if (isReloadLoop()) return fail();
    // Those of the page. Where a script fails that the router adds later, it reloads the page.
    removeEventListener('error', onError, true);
    for (const link of document.querySelectorAll<HTMLLinkElement>(
      'link:is([rel=modulepreload], [data-rel])',
    )) {
      link.addEventListener('error', onError);
      link.rel = link.dataset.rel ?? link.rel;
    }
    const script = Object.assign(document.createElement('script'), { type: 'module', text: app.textContent });
    script.addEventListener('error', fail);
    document.head.append(script);
  };
  const inView = new IntersectionObserver((parts) => {
    if (parts.some(({ isIntersecting }) => isIntersecting)) start();
  });

  try {
    if (localStorage.getItem(tokenKey)) root.setAttribute(returning, '');
  } catch {
    // Storage is blocked: there is no session.
  }
  addEventListener('error', onError, true);
  addEventListener('DOMContentLoaded', () => {
    const canWait = document.querySelector('link[data-rel]') && !root.hasAttribute(returning);
    if (!canWait) return start();
    for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });
    for (const part of document.querySelectorAll(`[${needsApp}]`)) inView.observe(part);
  });
}

/** For the server only. The policy lists its hash. */
export const startScript = (): string =>
  `(${startPage})(${JSON.stringify(refreshTokenKey)},${JSON.stringify(pageAttributes)})`;
