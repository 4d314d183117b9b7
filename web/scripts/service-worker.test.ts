import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

type Listener = (event: { data: { text(): string }; waitUntil(work: Promise<unknown>): void }) => void;

/** An open page that says whether it shows the asked screen, as the app does. */
const pageAt = (path: string, focused: boolean) => ({
  focused,
  postMessage: ({ isAt }: { isAt: string }, [port]: MessagePort[]) =>
    isAt === path && port?.postMessage(true),
});

const listeners = new Map<string, Listener>();
let pages: ReturnType<typeof pageAt>[];
let shown: string[];

beforeAll(async () => {
  vi.stubGlobal('shell', { version: 'test', files: [] });
  vi.stubGlobal('self', {
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    clients: { matchAll: async () => pages },
    registration: { showNotification: async (title: string) => void shown.push(title) },
  });
  await vi.importActual('../worker/service-worker.ts');
});
beforeEach(() => {
  shown = [];
});
afterAll(() => void vi.unstubAllGlobals());

async function push(title: string): Promise<void> {
  const payload = { title, body: '1 new message', tag: 'a', path: '/chat/ben', unread: null, lang: 'en' };
  let work: Promise<unknown> | undefined;
  listeners.get('push')?.({
    data: { text: () => JSON.stringify(payload) },
    waitUntil: (promise) => {
      work = promise;
    },
  });
  await work;
}

test.each([
  ['its screen has the focus', [pageAt('/chat/ben', true)], []],
  ['another screen has the focus', [pageAt('/chat/ben', false), pageAt('/appointments', true)], ['Ben']],
  ['its screen is in the background', [pageAt('/chat/ben', false)], ['Ben']],
  ['no page is open', [], ['Ben']],
])('a push while %s', async (_, open, expected) => {
  pages = open;
  await push('Ben');
  expect(shown).toEqual(expected);
});
