import { refreshTokenKey } from '@parlance/client/token-storage';
import { pageAttributes } from '#lib/page-attributes';

/**
 * Runs inline before the first paint, so it cannot use outer scope. Applies the chosen colour scheme. Hides visitors' pages from a browser with a stored session. A readable
 * page starts the app at the first interaction, or when a part that needs the app comes into view; for a returning member, or without
 * content, the app starts at once.
 */
function startPage(
  tokenKey: string,
  { returning, loadFailed, needsApp }: typeof pageAttributes,
  [schemeKey, schemeEvent]: [key: string, event: string],
): void {
  const root = document.documentElement;
  const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'];
  const reloadsMax = 4;
  const reloadPauseMs = 10_000;
  let isStarted = false;

  const fail = () => root.setAttribute(loadFailed, '');
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'modulepreload') fail();
  };
  /** The router reloads the page when a screen's script fails to load, which would loop forever. */
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
  const onSign = (event: Event) => {
    const { type, movementX, movementY } = event as PointerEvent;
    // Chromium sends a move without movement to a new page below a resting pointer.
    if (type !== 'pointermove' || movementX !== 0 || movementY !== 0) start();
  };
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    inView.disconnect();
    for (const sign of signs) removeEventListener(sign, onSign, true);
    const app = document.getElementById('app');
    // The development server starts the app itself.
    if (!app) return;
    if (isReloadLoop()) return fail();
    // Only the page's own scripts. For scripts added later the router reloads the page on failure.
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

  // Before the style sheet arrives, the browser draws the empty page in this scheme.
  const scheme = document.head.appendChild(
    Object.assign(document.createElement('meta'), { name: 'color-scheme' }),
  );
  const applyAppearance = () => {
    let chosen: string | null = null;
    try {
      chosen = localStorage.getItem(schemeKey);
    } catch {
      // Storage is blocked: the system setting applies.
    }
    if (chosen !== 'light' && chosen !== 'dark') chosen = null;
    if (chosen) root.setAttribute('data-appearance', chosen);
    else root.removeAttribute('data-appearance');
    scheme.content = chosen ?? 'light dark';
    // React would duplicate a meta element whose content differs when it hydrates; it does not compare `media`.
    const colours = document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]');
    for (const [place, colour] of colours.entries()) {
      const own = place === 0 ? 'light' : 'dark';
      colour.media = !chosen ? `(prefers-color-scheme: ${own})` : chosen === own ? 'all' : 'not all';
    }
  };
  applyAppearance();
  for (const name of [schemeEvent, 'storage']) addEventListener(name, applyAppearance);

  try {
    if (localStorage.getItem(tokenKey)) root.setAttribute(returning, '');
  } catch {
    // Storage is blocked: there is no session.
  }
  addEventListener('error', onError, true);
  addEventListener('DOMContentLoaded', () => {
    const canWait = document.querySelector('link[data-rel]') && !root.hasAttribute(returning);
    if (!canWait) return start();
    for (const sign of signs) addEventListener(sign, onSign, { capture: true, passive: true });
    for (const part of document.querySelectorAll(`[${needsApp}]`)) inView.observe(part);
  });
}

// The key and the event of lib/appearance.ts, which an import would add to the first load of every page.
const schemeSource: [key: string, event: string] = ['parlance.appearance', 'appearance'];

/** For the server only; the Content-Security-Policy lists its hash. */
export const startScript = (): string =>
  `(${startPage})(${[refreshTokenKey, pageAttributes, schemeSource]
    .map((value) => JSON.stringify(value))
    .join()})`;
