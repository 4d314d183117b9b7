import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { changeVersion, keepAppAtHand } from './service-worker';

const hourMs = 3_600_000;
let registration: EventTarget & {
  waiting: ServiceWorker | null;
  installing: ServiceWorker | null;
  update: () => Promise<void>;
};
let container: EventTarget & { controller: object | null; register: ReturnType<typeof vi.fn> };
let page: EventTarget & { visibilityState: string; querySelector: () => { content: string } };
let told: string[];
let announced: string[];
const update = vi.fn();
const reload = vi.fn();

/** A worker of a version, in a state. */
const workerOf = (version: string) =>
  Object.assign(new EventTarget(), {
    state: 'installing',
    version,
    postMessage(message: string, ports: MessagePort[] = []) {
      told.push(`${message} to ${version}`);
      if (message === 'version') ports[0]?.postMessage(version);
    },
  }) as unknown as ServiceWorker & { state: ServiceWorkerState };

beforeEach(() => {
  [told, announced] = [[], []];
  update.mockReset().mockResolvedValue(undefined);
  reload.mockReset();
  registration = Object.assign(new EventTarget(), { waiting: null, installing: null, update });
  container = Object.assign(new EventTarget(), {
    controller: {},
    register: vi.fn().mockResolvedValue(registration),
  });
  page = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    querySelector: () => ({ content: 'this' }),
  });
  vi.stubGlobal('navigator', { serviceWorker: container });
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', { location: { reload } });
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const start = () =>
  keepAppAtHand((waiting) => announced.push((waiting as unknown as { version: string }).version));
const install = async (
  worker: ServiceWorker & { state: ServiceWorkerState },
  state: ServiceWorkerState = 'installed',
) => {
  registration.installing = worker;
  registration.dispatchEvent(new Event('updatefound'));
  worker.state = state;
  worker.dispatchEvent(new Event('statechange'));
};

describe('a version that waits', () => {
  test('is announced where it is another one, and takes over silently where the page is of it', async () => {
    registration.waiting = workerOf('next');
    await start();
    expect([announced, told]).toEqual([['next'], ['version to next']]);
    registration.waiting = workerOf('this');
    await start();
    expect(announced).toEqual(['next']);
    expect(told.slice(1)).toEqual(['version to this', 'take-over to this']);
    expect(container.register).toHaveBeenCalledWith('/sw.js', { updateViaCache: 'none' });
  });

  test('is announced once it is installed while the page is open', async () => {
    await start();
    await install(workerOf('next'), 'activated');
    expect(told).toEqual([]);
    await install(workerOf('next'));
    await expect.poll(() => announced).toEqual(['next']);
  });

  test('is none where it is the first one', async () => {
    container.controller = null;
    await start();
    await install(workerOf('next'));
    expect(told).toEqual([]);
  });
});

test('another version is looked for when the page is shown an hour after the last look', async () => {
  vi.setSystemTime(0);
  await start();
  const show = (visibilityState: string, ms: number) => {
    vi.setSystemTime(ms);
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event('visibilitychange'));
    return update.mock.calls.length;
  };
  expect(show('visible', hourMs - 1)).toBe(0);
  expect(show('hidden', hourMs)).toBe(0);
  expect(show('visible', hourMs)).toBe(1);
  expect(show('visible', 2 * hourMs - 1)).toBe(1);
  update.mockRejectedValue(new TypeError('offline'));
  expect(show('visible', 2 * hourMs)).toBe(2);
});

test('a changed version reloads the page once it has taken over', () => {
  changeVersion(workerOf('next'));
  expect([told, reload.mock.calls.length]).toEqual([['take-over to next'], 0]);
  container.dispatchEvent(new Event('controllerchange'));
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledTimes(1);
});
