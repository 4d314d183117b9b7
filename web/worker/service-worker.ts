// Caches the app shell, so that it opens offline. The build prepends the list of files; nothing outside the list is ever stored, so no
// API response, picture or recording can be.
declare const shell: { version: string; files: string[] };

const worker = self as unknown as ServiceWorkerGlobalScope;
const cachePrefix = 'shell-';
const cacheName = cachePrefix + shell.version;
/** The app shell, which starts the app at any address. */
const appPage = '/';
const languageSwitch = '/locale';
const slowNetworkMs = 4000;
// Never served from the cache.
const serverAddress =
  /^\/(?:v1|socket\.io|health|metrics|docs|dev|calendar|media|audio|locale|terms|contact)(?:\/|$)/;
const kept = new Set(shell.files);

worker.addEventListener('install', (event) => event.waitUntil(keepFiles()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOldVersions()));

worker.addEventListener('message', ({ data, ports }) => {
  if (data === 'version') ports[0]?.postMessage(shell.version);
  if (data === 'take-over') void worker.skipWaiting();
});

worker.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.text() ?? '')));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPath(event.notification.data?.path));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== worker.location.origin) return;
  if (request.method === 'POST' && pathname === languageSwitch) event.respondWith(changeLanguage(event));
  if (request.method !== 'GET' || serverAddress.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(openPage(event));
  else if (pathname !== appPage && isKept(pathname)) event.respondWith(readFile(request));
});

/** Includes files of the previous version: a page opened with it may still request them. */
function isKept(pathname: string): boolean {
  return kept.has(pathname) || pathname.startsWith('/assets/');
}

async function keepFiles(): Promise<void> {
  const cache = await caches.open(cacheName);
  await Promise.all(
    shell.files
      .filter((file) => file !== appPage)
      .map(async (file) => {
        // Names under assets/ contain a content hash, so an earlier version's copy is the same.
        const known = file.startsWith('/assets/') ? await caches.match(file) : undefined;
        const answer = known ?? (await fetch(new Request(file, { cache: 'reload', credentials: 'omit' })));
        if (!answer.ok) throw new Error(`${file} answered ${answer.status}`);
        await cache.put(file, answer);
      }),
  );
  await keepPage();
}

/** Caches the page in the language of the reader's cookie, after the words of that language. */
async function keepPage(): Promise<void> {
  const cache = await caches.open(cacheName);
  const answer = await fetch(new Request(appPage, { cache: 'reload', credentials: 'same-origin' }));
  if (!answer.ok) throw new Error(`${appPage} answered ${answer.status}`);
  const html = await answer.clone().text();
  const language = /<html lang="([\w-]+)"/.exec(html)?.[1];
  const words = html.match(new RegExp(`/assets/words-${language}-[\\w-]{8}\\.json`, 'g')) ?? [];
  for (const file of words) if (!(await caches.match(file))) await cache.add(file);
  await cache.put(appPage, answer);
}

/** Deletes the cached page first: after a failure the previous language must not be shown. */
async function changeLanguage(event: FetchEvent): Promise<Response> {
  const versions = (await caches.keys()).filter((name) => name.startsWith(cachePrefix));
  await Promise.all(
    versions.map(async (name) => (await caches.open(name)).delete(appPage, { ignoreVary: true })),
  );
  const answer = await fetch(event.request);
  event.waitUntil(keepPage().catch(() => undefined));
  return answer;
}

async function dropOldVersions(): Promise<void> {
  const versions = (await caches.keys()).filter((name) => name.startsWith(cachePrefix));
  const old = versions.filter((name) => name !== cacheName).slice(0, -1);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function readFile(request: Request): Promise<Response> {
  return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request);
}

/** The page from the network; the cached one offline, on a server error, and on a timeout. */
async function openPage(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const own = await caches.open(cacheName);
  const fallback = await own.match(appPage, { ignoreVary: true });
  if (!fallback) {
    event.waitUntil(keepPage().catch(() => undefined));
    return fetch(request);
  }
  const fresh = fetch(request).then(
    (answer) => (answer.status >= 500 ? fallback : answer),
    () => fallback,
  );
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(fallback), slowNetworkMs));
  return Promise.race([fresh, late]);
}

interface Push {
  title: string;
  body: string;
  tag: string;
  path: string;
  /** The number for the icon; null leaves it. */
  unread: number | null;
  lang: string;
}

const openPages = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Shows a push message, unless the member is looking at its screen. Browsers require a notification for every other one. */
async function showPush(payload: string): Promise<void> {
  const { title, body, tag, path, unread, lang } = JSON.parse(payload) as Push;
  // Asked, because the address of a client stays that of its load when the app changes the screen.
  const focused = (await openPages()).filter((page) => page.focused);
  if ((await Promise.all(focused.map((page) => agrees(page, { isAt: path })))).includes(true)) return;
  if (unread !== null) await setBadge(unread);
  await worker.registration.showNotification(title, {
    body,
    tag,
    lang,
    icon: '/icons/icon-192.png',
    data: { path },
  });
}

/** Only installed apps have a badge; elsewhere the call is missing or refused. */
async function setBadge(unread: number): Promise<void> {
  if ('setAppBadge' in navigator) await navigator.setAppBadge(unread).catch(() => undefined);
}

/** How long an open page may take to answer; a page of a visitor or an older version never does. Firefox opens a window only in the first second. */
const pageAnswersMs = 500;

/** Opens the path in an open page, without reloading it, or in a new one. */
async function openPath(path: unknown): Promise<void> {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return;
  const pages = await openPages();
  const page = pages.find(({ focused }) => focused) ?? pages[0];
  if (page && (await agrees(page, { open: path }))) await page.focus().catch(() => undefined);
  else await worker.clients.openWindow(path);
}

function agrees(page: WindowClient, question: { open: string } | { isAt: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === true);
    setTimeout(() => resolve(false), pageAnswersMs);
    page.postMessage(question, [port2]);
  });
}
