import { refreshTokenKey } from '@parlance/client/token-storage';
import { afterEach, describe, expect, test } from 'vitest';
import { appearanceEvent } from '#lib/appearance';
import { lastingKeys } from '#lib/lasting-keys';
import { startScript } from './page-start';

type Frame = Window & typeof globalThis & { timesStarted?: number };

interface PageOptions {
  /** Runs before the inline script. */
  before?: string;
  /** The script of the app. */
  app?: string;
  /** Whether it can be read before the app runs: it then has its preloads under another name. */
  isReadable?: boolean;
  body?: string;
}

const countStart = 'window.timesStarted = (window.timesStarted ?? 0) + 1;';

/** A page of the server in a frame, of the same origin and with the same storage. */
async function openPage({ before = '', app = countStart, isReadable = true, body = '' }: PageOptions = {}) {
  const element = document.createElement('iframe');
  Object.assign(element.style, { width: '400px', height: '300px', display: 'block' });
  const link = isReadable ? '<link data-rel="modulepreload" href="data:text/javascript,0">' : '';
  const loaded = new Promise((resolve) => element.addEventListener('load', resolve));
  element.srcdoc = `<!doctype html><html><head>
    <meta name="theme-color" content="#fff"><meta name="theme-color" content="#000">
    <script>${before}</script><script>${startScript()}</script>${link}
    </head><body>${body}<script type="text/plain" id="app">${app}</script></body></html>`;
  document.body.append(element);
  await loaded;
  const frame = element.contentWindow as Frame;
  const root = frame.document.documentElement;
  return {
    frame,
    root,
    started: () => frame.timesStarted ?? 0,
    hasFailed: () => root.hasAttribute('data-load-failed'),
    act: (type: string, init = {}) =>
      frame.document.body.dispatchEvent(
        type.startsWith('pointer')
          ? new frame.PointerEvent(type, { bubbles: true, ...init })
          : new frame.Event(type, { bubbles: true }),
      ),
  };
}

afterEach(() => {
  sessionStorage.removeItem('reloads');
});

describe('the app', () => {
  test('starts at once where nothing can be read without it', async () => {
    const { started, root } = await openPage({ isReadable: false });
    await expect.poll(started).toBe(1);
    expect(root.hasAttribute('data-returning')).toBe(false);
  });

  test('starts at once for a member who returns', async () => {
    localStorage.setItem(refreshTokenKey, 'token');
    const { started, root } = await openPage();
    expect(root.hasAttribute('data-returning')).toBe(true);
    await expect.poll(started).toBe(1);
  });

  test.each(['pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'])(
    'starts once at the first sign of use: %s',
    async (sign) => {
      const { started, frame, act } = await openPage();
      expect(frame.document.querySelector('script[type=module]')).toBeNull();
      act(sign);
      await expect.poll(started).toBe(1);
      expect(frame.document.querySelector('link')?.rel).toBe('modulepreload');
      act(sign);
      expect(frame.document.querySelectorAll('script[type=module]')).toHaveLength(1);
    },
  );

  test('does not start for a pointer that rests over a new page', async () => {
    const { started, frame, act } = await openPage();
    act('pointermove', { movementX: 0, movementY: 0 });
    expect(frame.document.querySelector('script[type=module]')).toBeNull();
    act('pointermove', { movementX: 0, movementY: 1 });
    await expect.poll(started).toBe(1);
  });

  test('starts when a part that only it can show comes into view, and not before', async () => {
    const part = '<div data-needs-app style="margin-top: 2000px; height: 10px"></div>';
    const { started, frame } = await openPage({ body: part });
    const observed = new Promise((resolve) =>
      new frame.IntersectionObserver(resolve).observe(frame.document.body),
    );
    await observed;
    expect(started()).toBe(0);
    // Without a scroll, which would be a sign of use.
    frame.document.querySelector('div')?.style.setProperty('margin-top', '0');
    await expect.poll(started).toBe(1);
  });

  test('that cannot be loaded is said in the page', async () => {
    const { hasFailed, act } = await openPage({ app: "import '/no-such-file.js';" });
    expect(hasFailed()).toBe(false);
    act('keydown');
    await expect.poll(hasFailed).toBe(true);
  });

  test('whose part cannot be preloaded is said in the page, before and after the start', async () => {
    const early = await openPage({
      isReadable: false,
      before: "document.write('<link rel=modulepreload href=/no-such-file.js>')",
      app: '',
    });
    await expect.poll(early.hasFailed).toBe(true);
    const late = await openPage();
    late.act('keydown');
    late.frame.document.querySelector('link')?.dispatchEvent(new late.frame.Event('error'));
    expect(late.hasFailed()).toBe(true);
  });
});

describe('a page that reloads itself again and again', () => {
  const reloaded = (type: string) => `performance.getEntriesByType = () => [{ type: '${type}' }];`;
  const remembered = () => JSON.parse(sessionStorage.getItem('reloads') ?? '[]')[0];

  test.each([
    ['reload', 3, 0, true, 4],
    ['reload', 4, 0, false, 5],
    ['reload', 4, 11_000, true, 0],
    ['navigate', 4, 0, true, 0],
  ])('by %s, after %i reloads, the last %i ms ago', async (type, count, agoMs, isStarted, next) => {
    sessionStorage.setItem('reloads', JSON.stringify([count, Date.now() - agoMs]));
    const { started, hasFailed } = await openPage({ isReadable: false, before: reloaded(type) });
    await expect.poll(() => started() > 0 || hasFailed()).toBe(true);
    expect([started() > 0, hasFailed(), remembered()]).toEqual([isStarted, !isStarted, next]);
  });
});

describe('the colour scheme', () => {
  const shown = ({ root, frame }: Awaited<ReturnType<typeof openPage>>) => [
    root.dataset.appearance,
    frame.document.querySelector<HTMLMetaElement>('meta[name=color-scheme]')?.content,
    ...[...frame.document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].map(
      ({ media }) => media,
    ),
  ];
  const ofSystem = [undefined, 'light dark', '(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'];

  test.each([
    [null, ofSystem],
    ['light', ['light', 'light', 'all', 'not all']],
    ['dark', ['dark', 'dark', 'not all', 'all']],
    ['sepia', ofSystem],
  ])('that was chosen is applied: %s', async (chosen, expected) => {
    if (chosen) localStorage.setItem(lastingKeys.appearance, chosen);
    expect(shown(await openPage())).toEqual(expected);
  });

  test.each([appearanceEvent, 'storage'])(
    'follows a choice on this page and on others (%s)',
    async (name) => {
      const page = await openPage();
      localStorage.setItem(lastingKeys.appearance, 'dark');
      page.frame.dispatchEvent(new page.frame.Event(name));
      expect(shown(page)).toEqual(['dark', 'dark', 'not all', 'all']);
      localStorage.removeItem(lastingKeys.appearance);
      page.frame.dispatchEvent(new page.frame.Event(name));
      expect(shown(page)).toEqual(ofSystem);
    },
  );
});
