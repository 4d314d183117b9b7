import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { beforeEach, expect, test, vi } from 'vitest';
import { createTestClock, type TestClock } from '#test/clock';
import { createPageCache, type Page, type PageCache } from './page-cache.ts';

let clock: TestClock;
let cache: PageCache;
let charged: string[];
beforeEach(() => {
  clock = createTestClock();
  cache = createPageCache(clock);
  charged = [];
});

/** Each visit comes from a new network unless a test sets one. */
let visits = 0;
const visitFrom = (network: string) => ({ network, charge: () => void charged.push(network) });
const pages = {
  get: (key: string, write: () => Promise<Page | null>, network = `network ${++visits}`) =>
    cache.get(key, visitFrom(network), write),
  drop: (userId: string) => cache.drop(userId),
};

const pageOf = (text: string, bytes = text.length, shows: string[] = []): Page => ({
  status: 200,
  file: {
    contentType: 'text/html',
    cacheControl: 'no-cache',
    etag: text,
    body: Buffer.alloc(bytes, text),
    encoded: { br: Buffer.alloc(bytes) },
  },
  shows: new Set(shows),
});

/** A page whose rendering ends on demand. */
function slowPage(key: string) {
  const { promise, resolve } = Promise.withResolvers<Page | null>();
  let begun = 0;
  const write = () => {
    begun++;
    return promise;
  };
  return {
    ask: (network?: string) => pages.get(key, write, network),
    end: () => resolve(pageOf(key)),
    resolve,
    timesBegun: () => begun,
  };
}

test('renders four at once, queues 128 in order and refuses the rest', async () => {
  const slow = Array.from({ length: 134 }, (_, place) => slowPage(`page ${place}`));
  const asked = slow.map(({ ask }) => ask());
  const begun = () => slow.flatMap(({ timesBegun }, place) => (timesBegun() > 0 ? [place] : []));
  expect(await asked[132]).toBeNull();
  expect(await asked[133]).toBeNull();
  expect(begun()).toEqual([0, 1, 2, 3]);
  slow[2]?.end();
  expect((await asked[2])?.file.etag).toBe('page 2');
  await setImmediate();
  expect(begun()).toEqual([0, 1, 2, 3, 4]);
  // A request for a page in progress waits for it and takes no slot.
  const again = slow[0]?.ask();
  for (const { end } of slow) end();
  expect((await Promise.all(asked.slice(0, 132))).every((page) => page !== null)).toBe(true);
  expect((await again)?.file.etag).toBe('page 0');
  expect(slow[0]?.timesBegun()).toBe(1);
  // Slots are released: after the burst the same number renders at once.
  const later = Array.from({ length: 4 }, (_, place) => slowPage(`later ${place}`));
  for (const { ask } of later) void ask();
  await setImmediate();
  expect(later.map(({ timesBegun }) => timesBegun())).toEqual([1, 1, 1, 1]);
});

test('renders one at once and queues 64 for one network; another network is served before them', async () => {
  const own = Array.from({ length: 66 }, (_, place) => slowPage(`own ${place}`));
  const asked = own.map(({ ask }) => ask('one network'));
  await expect(asked[65]).rejects.toMatchObject({ statusCode: 429, timeout: 5 });
  const other = slowPage('other');
  void other.ask('another network');
  await setImmediate();
  expect(own.map(({ timesBegun }) => timesBegun()).reduce((sum, times) => sum + times)).toBe(1);
  expect(other.timesBegun()).toBe(1);
  // A refused page is not cached: the next visit gets it.
  const again = own[65]?.ask('a third network');
  own[65]?.end();
  expect((await again)?.file.etag).toBe('own 65');
  for (const { end } of own) end();
  expect(await Promise.all(asked.slice(0, 65))).toHaveLength(65);
});

test('a page that is cached or being rendered is not charged', async () => {
  const slow = slowPage('page');
  const asked = [slow.ask('a'), slow.ask('b')];
  slow.end();
  await Promise.all(asked);
  await slow.ask('c');
  expect(charged).toEqual(['a']);
  clock.advance({ seconds: 5 });
  await pages.get('page', async () => pageOf('new'), 'd');
  expect(charged).toEqual(['a', 'd']);
});

test('a visit over its rate renders nothing', async () => {
  const slow = slowPage('page');
  const charge = () => {
    throw new Error('over the rate');
  };
  await expect(cache.get('page', { network: 'a', charge }, async () => pageOf('page'))).rejects.toThrow(
    'over',
  );
  const asked = slow.ask('b');
  slow.end();
  expect((await asked)?.file.etag).toBe('page');
  expect(slow.timesBegun()).toBe(1);
});

test('the age counts from the start of rendering', async () => {
  const busy = Array.from({ length: 4 }, (_, place) => slowPage(`busy ${place}`));
  for (const { ask } of busy) void ask();
  const waiting = slowPage('waiting');
  const first = waiting.ask();
  clock.advance({ seconds: 60 });
  for (const { end } of busy) end();
  await setImmediate();
  clock.advance({ seconds: 4 });
  waiting.end();
  await first;
  const write = async () => pageOf('written anew');
  expect((await pages.get('waiting', write))?.file.etag).toBe('waiting');
  clock.advance({ seconds: 1 });
  expect((await pages.get('waiting', write))?.file.etag).toBe('written anew');
});

test.each(['large', 'failed'])(
  'a visit does not wait for a rendering that started too long ago: %s',
  async (outcome) => {
    const stuck = slowPage('page');
    const first = stuck.ask();
    await setImmediate();
    clock.advance({ seconds: 5 });
    expect((await pages.get('page', async () => pageOf('new')))?.file.etag).toBe('new');
    stuck.resolve(outcome === 'failed' ? null : pageOf('late', 17 * 1024 * 1024));
    expect((await first)?.file.etag).toBe(outcome === 'failed' ? undefined : 'late');
    // A late result neither replaces the newer page nor takes up cache space.
    expect((await pages.get('page', async () => pageOf('newer')))?.file.etag).toBe('new');
  },
);

test('a failed rendering is retried', async () => {
  expect(await pages.get('page', async () => null)).toBeNull();
  await expect(
    pages.get('page', async () => {
      throw new Error('fails');
    }),
  ).rejects.toThrow('fails');
  expect((await pages.get('page', async () => pageOf('page')))?.file.etag).toBe('page');
});

test('a clock that is set back does not extend the time to live', async () => {
  await pages.get('page', async () => pageOf('old'));
  clock.advance({ hours: -1 });
  expect((await pages.get('page', async () => pageOf('new')))?.file.etag).toBe('new');
});

test.each([
  ['16 MiB', 1024 * 1024, 8],
  ['a thousand pages', 1, 1_000],
])('caches at most %s and evicts the oldest', async (_what, bytes, most) => {
  const written: string[] = [];
  const ask = (place: number) =>
    pages.get(`page ${place}`, async () => {
      written.push(`page ${place}`);
      return pageOf(`page ${place}`, bytes);
    });
  for (let place = 0; place <= most; place++) await ask(place);
  written.length = 0;
  for (let place = most; place > 0; place--) await ask(place);
  expect(written).toEqual([]);
  await ask(0);
  expect(written).toEqual(['page 0']);
});

test('drop evicts the pages that show a member and no others', async () => {
  await pages.get('ana', async () => pageOf('old', 3, ['ana']));
  await pages.get('both', async () => pageOf('old', 3, ['ben', 'ana']));
  await pages.get('ben', async () => pageOf('old', 3, ['ben']));
  pages.drop('ana');
  const etags = ['ana', 'both', 'ben'].map(
    async (key) => (await pages.get(key, async () => pageOf('new')))?.file.etag,
  );
  expect(await Promise.all(etags)).toEqual(['new', 'new', 'old']);
});

test('a page in progress during a drop reaches waiting visits and is not cached', async () => {
  const slow = slowPage('search');
  const before = slow.ask();
  await setImmediate();
  pages.drop('ana');
  const after = pages.get('search', async () => pageOf('without her'));
  slow.end();
  expect((await before)?.file.etag).toBe('search');
  expect((await after)?.file.etag).toBe('without her');
  expect((await pages.get('search', async () => pageOf('newer')))?.file.etag).toBe('without her');
});

test('the best compression is made on the second request of a page', async () => {
  const html = Buffer.alloc(1024 * 1024, 'page');
  const file = { contentType: 'text/html', cacheControl: 'no-cache', etag: 'x', body: html };
  const write = async () => ({ status: 200, file: { ...file, encoded: {} }, shows: new Set<string>() });
  const first = await pages.get('page', write);
  expect(first?.file.encoded.br).toBeUndefined();
  await pages.get('page', write);
  await vi.waitUntil(() => first?.file.encoded.br);
  expect(brotliDecompressSync(first?.file.encoded.br ?? '').equals(html)).toBe(true);
});
