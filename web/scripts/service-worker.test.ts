import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

type Listener = (event: object) => void;
interface Asked {
  url: string;
  method?: string;
  mode?: string;
  cache?: string;
  credentials?: string;
}

const origin = 'https://parlance.test';
const pathOf = (input: string | Asked) =>
  new URL(typeof input === 'string' ? input : input.url, origin).pathname;

/** A request for a path of this site, as Node makes none. */
class SiteRequest implements Asked {
  url: string;
  constructor(path: string, init: Partial<Asked> = {}) {
    this.url = new URL(path, origin).href;
    Object.assign(this, init);
  }
}

/** An open page that says whether it shows the asked screen, and opens what it is asked to, as the app does. */
const pageAt = (path: string, focused: boolean, opens = true) => ({
  focused,
  opened: [] as string[],
  timesFocused: 0,
  postMessage({ isAt, open }: { isAt?: string; open?: string }, [port]: MessagePort[]) {
    if (open !== undefined) this.opened.push(open);
    if (open === undefined ? isAt === path : opens) port?.postMessage(true);
  },
  async focus() {
    this.timesFocused += 1;
  },
});

const listeners = new Map<string, Listener>();
let pages: ReturnType<typeof pageAt>[];
let shown: { title: string; options: NotificationOptions }[];
let windows: string[];
let badges: number[];
let tookOver: number;
/** What the network answers by path, and which requests it got. */
let network: (request: Asked) => Promise<Response>;
let asked: Asked[];
/** Kept responses by path, by cache. */
let kept: Map<string, Map<string, Response>>;

function cacheNamed(name: string) {
  const files = kept.get(name) ?? new Map<string, Response>();
  kept.set(name, files);
  return {
    // As a browser does, it finds a response that varies only where that is ignored.
    match: async (path: string | Asked, { ignoreVary = false } = {}) => {
      const found = files.get(pathOf(path));
      return found?.headers.has('vary') && !ignoreVary ? undefined : found?.clone();
    },
    put: async (path: string | Asked, response: Response) => void files.set(pathOf(path), response),
    add: async (path: string) => void files.set(pathOf(path), await fetch(path)),
    delete: async (path: string, { ignoreVary = false } = {}) =>
      (!files.get(pathOf(path))?.headers.has('vary') || ignoreVary) && files.delete(pathOf(path)),
  };
}

beforeAll(async () => {
  vi.stubGlobal('shell', { version: 'test', files: ['/', '/favicon.svg', '/assets/app-11111111.js'] });
  vi.stubGlobal('self', {
    location: { origin },
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    clients: { matchAll: async () => pages, openWindow: async (path: string) => void windows.push(path) },
    registration: {
      showNotification: async (title: string, options: NotificationOptions) =>
        void shown.push({ title, options }),
    },
    skipWaiting: async () => {
      tookOver += 1;
    },
  });
  vi.stubGlobal('Request', SiteRequest);
  vi.stubGlobal('fetch', (input: string | Asked) => {
    const request = typeof input === 'string' ? new SiteRequest(input) : input;
    asked.push(request);
    return network(request);
  });
  vi.stubGlobal('caches', {
    open: async (name: string) => cacheNamed(name),
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    match: async (path: string, options?: { ignoreVary: boolean }) => {
      for (const name of kept.keys()) {
        const found = await cacheNamed(name).match(path, options);
        if (found) return found;
      }
    },
  });
  vi.stubGlobal('navigator', { setAppBadge: async (count: number) => void badges.push(count) });
  await vi.importActual('../worker/service-worker.ts');
});
beforeEach(() => {
  [pages, shown, windows, badges, asked, tookOver] = [[], [], [], [], [], 0];
  kept = new Map();
  network = async (request) => new Response(`new ${pathOf(request)}`);
});
afterEach(() => void vi.useRealTimers());
afterAll(() => void vi.unstubAllGlobals());

/** Fires an event; resolves to its response, if the worker gives one, once its work is done. */
async function fire(name: string, event: object = {}): Promise<Response | undefined> {
  const work: Promise<unknown>[] = [];
  let answer: Promise<Response> | undefined;
  listeners.get(name)?.({
    ...event,
    waitUntil: (promise: Promise<unknown>) => void work.push(promise),
    respondWith: (response: Promise<Response>) => {
      answer = response;
    },
  });
  const response = await answer;
  await Promise.all(work);
  return response;
}
const ask = (path: string, init: Partial<Asked> = {}) =>
  fire('fetch', { request: { method: 'GET', mode: 'cors', url: new URL(path, origin).href, ...init } });
const open = (path: string) => ask(path, { mode: 'navigate' });
const keep = (name: string, path: string, text: string, headers = {}) =>
  cacheNamed(name).put(path, new Response(text, { headers }));
const keptFiles = (name: string) => [...(kept.get(name)?.keys() ?? [])].toSorted();
const textIn = (name: string, path: string) => kept.get(name)?.get(path)?.clone().text();

describe('a push', () => {
  const push = (unread: number | null = null) => {
    const payload = { title: 'Ben', body: '1 new message', tag: 'a', path: '/chat/ben', unread, lang: 'de' };
    return fire('push', { data: { text: () => JSON.stringify(payload) } });
  };

  test.each([
    ['its screen has the focus', [pageAt('/chat/ben', true)], []],
    ['another screen has the focus', [pageAt('/chat/ben', false), pageAt('/appointments', true)], ['Ben']],
    ['its screen is in the background', [pageAt('/chat/ben', false)], ['Ben']],
    ['no page is open', [], ['Ben']],
  ])('while %s', async (_, openPages, expected) => {
    pages = openPages;
    await push(3);
    expect(shown.map(({ title }) => title)).toEqual(expected);
    expect(badges).toEqual(expected.map(() => 3));
  });

  test('is shown in its language with the way to its screen, and leaves the badge where it has no number', async () => {
    await push();
    expect(shown[0]?.options).toMatchObject({
      body: '1 new message',
      tag: 'a',
      lang: 'de',
      data: { path: '/chat/ben' },
    });
    expect(badges).toEqual([]);
    await push(0);
    expect(badges).toEqual([0]);
  });
});

describe('a press on a notification', () => {
  const press = async (path: unknown) => {
    const close = vi.fn();
    await fire('notificationclick', { notification: { close, data: { path } } });
    expect(close).toHaveBeenCalledTimes(1);
  };

  test('opens the screen in the page with the focus, else in the first one', async () => {
    const [first, second] = [pageAt('/chats', false), pageAt('/settings', true)];
    pages = [first, second];
    await press('/chat/ben');
    expect([first.opened, second.opened, second.timesFocused]).toEqual([[], ['/chat/ben'], 1]);
    second.focused = false;
    await press('/chat/ben');
    expect([first.opened, first.timesFocused, windows]).toEqual([['/chat/ben'], 1, []]);
  });

  test('opens a window where no page answers within half a second, and where none is open', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    pages = [pageAt('/features', true, false)];
    const pressed = press('/chat/ben');
    await vi.advanceTimersByTimeAsync(499);
    expect(windows).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await pressed;
    expect([windows, pages[0]?.timesFocused]).toEqual([['/chat/ben'], 0]);
    pages = [];
    await press('/');
    expect(windows).toEqual(['/chat/ben', '/']);
  });

  test.each(['//evil.test', '/\\evil.test', 'https://evil.test', 'chat', '', 7, undefined])(
    'leads nowhere outside the app: %j',
    async (path) => {
      pages = [pageAt('/chats', true)];
      await press(path);
      expect([pages[0]?.opened, windows]).toEqual([[], []]);
    },
  );
});

describe('installing', () => {
  const german =
    '<html lang="de"><meta content="/assets/words-de-22222222.json /assets/words-es-33333333.json">';

  test('keeps the files of the app, and the page with the words of its language', async () => {
    network = async (request) => new Response(pathOf(request) === '/' ? german : `new ${pathOf(request)}`);
    await fire('install');
    expect(keptFiles('shell-test')).toEqual([
      '/',
      '/assets/app-11111111.js',
      '/assets/words-de-22222222.json',
      '/favicon.svg',
    ]);
    expect(asked.find((request) => pathOf(request) === '/')).toMatchObject({
      cache: 'reload',
      credentials: 'same-origin',
    });
    expect(asked.find((request) => pathOf(request) === '/favicon.svg')).toMatchObject({
      cache: 'reload',
      credentials: 'omit',
    });
  });

  test('takes files with a hash in their name from an earlier version, others never', async () => {
    await keep('shell-old', '/assets/app-11111111.js', 'the same');
    await keep('shell-old', '/favicon.svg', 'an old one');
    await fire('install');
    expect(await textIn('shell-test', '/assets/app-11111111.js')).toBe('the same');
    expect(await textIn('shell-test', '/favicon.svg')).toBe('new /favicon.svg');
    expect(asked.map(pathOf).toSorted()).toEqual(['/', '/favicon.svg']);
  });

  test.each(['/favicon.svg', '/assets/app-11111111.js', '/'])(
    'fails without %s, and keeps no page',
    async (path) => {
      network = async (request) => new Response('', { status: pathOf(request) === path ? 404 : 200 });
      await expect(fire('install')).rejects.toThrow(`${path} answered 404`);
      expect(keptFiles('shell-test')).not.toContain('/');
    },
  );

  test('fails without the words of the page', async () => {
    network = async (request) => {
      if (pathOf(request).includes('words')) throw new TypeError('lost');
      return new Response(german);
    };
    await expect(fire('install')).rejects.toThrow('lost');
    expect(keptFiles('shell-test')).not.toContain('/');
  });
});

test('an active version deletes all but the one before it, and nothing of others', async () => {
  for (const name of ['shell-1', 'pictures', 'shell-2', 'shell-test']) await keep(name, '/', name);
  await fire('activate');
  expect([...kept.keys()]).toEqual(['pictures', 'shell-2', 'shell-test']);
});

test('a page learns the version, and lets it take over', async () => {
  const told = vi.fn();
  await fire('message', { data: 'version', ports: [{ postMessage: told }] });
  expect([told.mock.calls, tookOver]).toEqual([[['test']], 0]);
  await fire('message', { data: 'take-over', ports: [] });
  expect([told.mock.calls.length, tookOver]).toEqual([1, 1]);
});

describe('a file', () => {
  test('of the app comes from the cache, also one of an earlier version, and else from the network', async () => {
    await keep('shell-old', '/assets/old-22222222.js', 'old', { vary: 'accept-encoding' });
    await keep('shell-test', '/favicon.svg', 'kept');
    expect(await (await ask('/favicon.svg'))?.text()).toBe('kept');
    expect(await (await ask('/assets/old-22222222.js'))?.text()).toBe('old');
    expect(await (await ask('/assets/unknown.js'))?.text()).toBe('new /assets/unknown.js');
    expect(asked.map(pathOf)).toEqual(['/assets/unknown.js']);
  });

  test.each([
    ['/v1/user', {}],
    ['/v1', {}],
    ['/media/1.jpg', {}],
    ['/calendar/secret.ics', { mode: 'navigate' }],
    ['/terms', { mode: 'navigate' }],
    ['/', {}],
    ['/elsewhere.png', {}],
    ['/assets/app-11111111.js', { method: 'POST' }],
    ['/favicon.svg', { method: 'HEAD' }],
    ['https://other.test/assets/app-11111111.js', {}],
    ['https://other.test/dashboard', { mode: 'navigate' }],
  ])('is left to the browser: %s %j', async (path, init) => {
    await keep('shell-test', '/', 'page');
    expect(await ask(path, init)).toBeUndefined();
    expect(asked).toEqual([]);
  });
});

describe('a page', () => {
  test('comes from the network, and is kept where it was not', async () => {
    expect(await (await open('/dashboard'))?.text()).toBe('new /dashboard');
    expect(keptFiles('shell-test')).toEqual(['/']);
    expect(await textIn('shell-test', '/')).toBe('new /');
    expect(await (await open('/termsandmore'))?.text()).toBe('new /termsandmore');
  });

  test.each<[string, () => Promise<Response>, string]>([
    ['offline', () => Promise.reject(new TypeError('offline')), 'kept'],
    ['from a server in trouble', async () => new Response('trouble', { status: 500 }), 'kept'],
    ['that is refused', async () => new Response('gone', { status: 499 }), 'gone'],
  ])('%s', async (_case, answer, text) => {
    await keep('shell-test', '/', 'kept', { vary: 'cookie' });
    network = answer;
    expect(await (await open('/dashboard'))?.text()).toBe(text);
  });

  test('of an earlier version is not shown', async () => {
    await keep('shell-old', '/', 'old');
    expect(await (await open('/dashboard'))?.text()).toBe('new /dashboard');
  });

  test('that takes more than four seconds is the kept one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await keep('shell-test', '/', 'kept');
    network = () => new Promise(() => {});
    const settled = vi.fn();
    const opened = open('/dashboard').then((response) => {
      settled();
      return response;
    });
    await vi.advanceTimersByTimeAsync(3999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await (await opened)?.text()).toBe('kept');
  });
});

describe('another language', () => {
  const change = () => ask('/locale', { method: 'POST', mode: 'navigate' });

  test('deletes the kept pages before it is sent, and keeps the new one', async () => {
    for (const name of ['shell-old', 'shell-test']) await keep(name, '/', 'English', { vary: 'cookie' });
    await keep('pictures', '/', 'other');
    const before: string[][] = [];
    network = async (request) => {
      if (pathOf(request) === '/locale') before.push(keptFiles('shell-old'), keptFiles('shell-test'));
      return new Response(`new ${pathOf(request)}`);
    };
    expect(await (await change())?.text()).toBe('new /locale');
    expect([before, keptFiles('pictures')]).toEqual([[[], []], ['/']]);
    expect(await textIn('shell-test', '/')).toBe('new /');
    expect(keptFiles('shell-old')).toEqual([]);
  });

  test('is answered also where the new page cannot be kept', async () => {
    await keep('shell-test', '/', 'English');
    network = async (request) => new Response('', { status: pathOf(request) === '/' ? 503 : 200 });
    expect((await change())?.status).toBe(200);
    expect(keptFiles('shell-test')).toEqual([]);
  });
});
