/** What the landing page loads to become a page of the app. */
export interface LandingApp {
  /** Runs before the route modules. */
  manifest: string;
  /** By route id, outermost first. */
  routes: Record<string, string>;
  entry: string;
  /** Whoever has a session sees their own navigation at once. */
  refreshTokenKey: string;
}

/**
 * Written into the landing page as it is, so it may use nothing from outside. The page reads and links without any of
 * the app; the app comes with the first sign of life, and a button pressed before that is pressed again.
 */
export function startLanding({ manifest, routes, entry, refreshTokenKey }: LandingApp): void {
  const page = window as unknown as { __reactRouterRouteModules: Record<string, unknown> };
  const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'];
  let isStarted = false;
  let pressed: HTMLElement | null = null;

  const start = async () => {
    if (isStarted) return;
    isStarted = true;
    for (const sign of signs) document.removeEventListener(sign, start, true);
    await import(manifest);
    const ids = Object.keys(routes);
    const modules = await Promise.all(Object.values(routes).map((route) => import(route)));
    page.__reactRouterRouteModules = Object.fromEntries(ids.map((id, place) => [id, modules[place]]));
    await import(entry);
  };
  const rememberPress = (event: Event) => {
    pressed = (event.target as Element).closest('button');
    void start();
  };

  for (const sign of signs) document.addEventListener(sign, start, { capture: true, passive: true });
  document.addEventListener('click', rememberPress, true);
  window.addEventListener(
    'app-ready',
    () => {
      document.removeEventListener('click', rememberPress, true);
      pressed?.click();
    },
    { once: true },
  );
  try {
    if (localStorage.getItem(refreshTokenKey)) void start();
  } catch {
    // A browser that forbids storage has no session either.
  }
}
