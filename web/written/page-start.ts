import type { writtenNames } from '@parlance/contract/written-page';

/** What a page loads to become a page of the app. */
export interface PageApp {
  /** Runs before the route modules. */
  manifest: string;
  /** By route id, outermost first. */
  routes: Record<string, string>;
  entry: string;
  /** Whatever else the screen needs, asked for together with the rest: scripts and answers of the API. */
  besides: { scripts: string[]; answers: string[] };
  /** Reads without the server's help; the others do where the server has written into them what they show. */
  isWhole: boolean;
  names: typeof writtenNames;
  /** What is said where the app cannot be had: in English, and its key among the words of the page. */
  failure: Record<'title' | 'what' | 'comfort' | 'again', [english: string, key: string]>;
}

/**
 * Written into the pages as it is, so it may use nothing from outside. A page that is whole reads and links without any of
 * the app; the app comes with the first sign of life, and what was pressed before that is pressed again. For somebody with
 * a session, and where there is nothing to read yet, it comes at once.
 */
export function startPage(app: PageApp): void {
  const { manifest, routes, entry, besides, isWhole, names, failure } = app;
  const page = window as unknown as { __reactRouterRouteModules: Record<string, unknown> };
  const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'];
  const written = document.querySelector(`[${names.place}]`);
  const isReturning = document.documentElement.hasAttribute(names.returning);
  const canBeRead = !isReturning && (isWhole || written?.firstChild != null);
  const reloadsAtMost = 4;
  const reloadPauseMs = 10_000;
  let isStarted = false;
  let pressed: { button: Element | null; x: number; y: number } | null = null;
  let focused: Element | null = null;

  /** Where the words of the page are, unless it is English. */
  const listed = document.querySelector<HTMLMetaElement>('meta[name="words"]')?.content ?? '{}';
  const wordsAddress: string | undefined = JSON.parse(listed)[document.documentElement.lang]?.[0];

  const announce = (rel: string, href: string) => {
    const link = Object.assign(document.createElement('link'), { rel, href, crossOrigin: 'anonymous' });
    if (rel === 'preload') link.as = 'fetch';
    document.head.append(link);
  };
  /** What can be read stays; whoever waits for more is told. */
  const giveUp = () => {
    const main = document.querySelector('main');
    if (isWhole || (written?.firstChild && written.checkVisibility()) || !main) return;
    const tell = (words: Partial<Record<string, string>>) => {
      const said = (name: keyof typeof failure) => words[failure[name][1]] ?? failure[name][0];
      main.innerHTML = `<div role="alert" class="mx-auto grid max-w-page justify-items-start gap-5 px-4 py-12 sm:px-6">
      <h1 class="text-title">${said('title')}</h1>
      <p class="max-w-reading text-lg text-ink-soft">${said('what')} ${said('comfort')}</p>
      <a href="" class="underline">${said('again')}</a>
    </div>`;
    };
    // The words of the page are another file, which may be there.
    const translate = async () => {
      if (!wordsAddress) return;
      const { words } = await (await fetch(wordsAddress)).json();
      tell(words);
    };
    tell({});
    void translate().catch(() => undefined);
  };
  /** The router loads the page again where a script of the screen cannot be had, and would go on for ever. */
  const comesAgainAndAgain = () => {
    try {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const [count, at] = JSON.parse(sessionStorage.getItem('reloads') ?? '[0, 0]') as [number, number];
      const isAgain = navigation?.type === 'reload' && Date.now() - at < reloadPauseMs;
      sessionStorage.setItem('reloads', JSON.stringify([isAgain ? count + 1 : 0, Date.now()]));
      return isAgain && count >= reloadsAtMost;
    } catch {
      return false;
    }
  };
  const load = async () => {
    if (comesAgainAndAgain()) throw new Error('The page came again and again.');
    for (const script of besides.scripts) announce('modulepreload', script);
    for (const answer of besides.answers) announce('preload', answer);
    if (wordsAddress) announce('preload', wordsAddress);
    await import(manifest);
    const ids = Object.keys(routes);
    const modules = await Promise.all(Object.values(routes).map((route) => import(route)));
    page.__reactRouterRouteModules = Object.fromEntries(ids.map((id, place) => [id, modules[place]]));
    await import(entry);
  };
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    for (const sign of signs) document.removeEventListener(sign, start, true);
    load().catch((error: unknown) => {
      giveUp();
      throw error;
    });
  };
  const rememberPress = ({ target, clientX: x, clientY: y }: MouseEvent) => {
    pressed = { button: (target as Element).closest('button, select'), x, y };
    start();
  };
  /** A press on a list of choices may end in the list, which is no part of the page: its beginning counts. */
  const rememberList = (event: MouseEvent) => {
    if ((event.target as Element).closest('select')) rememberPress(event);
  };
  const rememberFocus = ({ target }: FocusEvent) => {
    focused = written?.contains(target as Node) ? (target as Element) : null;
  };
  /** Whoever has chosen or typed is done with the list; the app takes over what stands in the fields. */
  const rememberChoice = () => {
    pressed = null;
    start();
  };
  const controlsOf = (form: ParentNode | null) => [
    ...(form?.querySelectorAll<HTMLElement>('input, select, button') ?? []),
  ];
  /** What stands in the app where this stood in the written page: the same screen in the same order. */
  const successorOf = (element: Element): HTMLElement | null | undefined => {
    const href = element.getAttribute('href');
    if (href) return document.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`);
    const place = controlsOf(element.closest('form')).indexOf(element as HTMLElement);
    return place < 0 ? null : controlsOf(document.querySelector('main form'))[place];
  };
  const focus = (control: HTMLElement | null | undefined) => {
    control?.focus();
    if (control instanceof HTMLInputElement && control.selectionStart !== null)
      control.setSelectionRange(control.value.length, control.value.length);
  };
  const press = (control: HTMLElement) => {
    focus(control);
    if (!(control instanceof HTMLSelectElement)) return control.click();
    try {
      control.showPicker();
    } catch {
      // The browser opens it for a press of a moment ago only; the focus is on it.
    }
  };

  const root = document.documentElement;
  for (const sign of ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown'])
    document.addEventListener(sign, () => root.setAttribute(names.used, ''), {
      capture: true,
      once: true,
      passive: true,
    });

  if (!canBeRead) {
    start();
    return;
  }
  for (const sign of signs) document.addEventListener(sign, start, { capture: true, passive: true });
  const listeners: [string, EventListener][] = [
    ['click', rememberPress as EventListener],
    ['mousedown', rememberList as EventListener],
    ['focusin', rememberFocus as EventListener],
    ['input', rememberChoice],
  ];
  for (const [name, listener] of listeners) document.addEventListener(name, listener, true);
  const observer = new IntersectionObserver((parts) => {
    if (parts.some(({ isIntersecting }) => isIntersecting)) start();
  });
  for (const part of document.querySelectorAll(`[${names.appPart}]`)) observer.observe(part);
  window.addEventListener(
    names.readyEvent,
    () => {
      observer.disconnect();
      for (const [name, listener] of listeners) document.removeEventListener(name, listener, true);
      if (focused) focus(focused.isConnected ? (focused as HTMLElement) : successorOf(focused));
      if (!pressed) return;
      const { button, x, y } = pressed;
      // The same screen stands in the same place.
      const control = button?.isConnected
        ? button
        : ((button && successorOf(button)) ??
          document.elementFromPoint(x, y)?.closest('button, input, select'));
      if (control instanceof HTMLElement) press(control);
    },
    { once: true },
  );
}
