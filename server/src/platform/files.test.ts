import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestClock } from '#test/clock';
import { createTestLog } from '#test/log';
import { startS3 } from '#test/s3-server';
import { type FileStore, scheduleSweep, sendFile } from './files.ts';
import { createDiskFileStore } from './files-disk.ts';
import { createS3FileStore } from './files-s3.ts';
import { createJobs } from './jobs.ts';

let folder: string;
let s3: Awaited<ReturnType<typeof startS3>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-files-'));
  s3 = await startS3(join(folder, 's3'));
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

function openS3(bucket: string): FileStore {
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  return createS3FileStore({ endpoint: s3.endpoint, bucket, region: 'us-east-1', ...keys });
}

async function collect(keys: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const key of keys) all.push(key);
  return all;
}

const stores: [string, () => FileStore][] = [
  ['on disk', () => createDiskFileStore({ folder: join(folder, 'disk') })],
  ['on S3', () => openS3('media')],
];

describe.each(stores)('file store %s', (_name, open) => {
  let store: FileStore;
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 251));

  beforeAll(async () => {
    store = open();
    await store.put('voice/one.webm', bytes, { contentType: 'audio/webm' });
  });
  afterAll(() => store.close());

  test('returns exactly what was put, with its type and size', async () => {
    const file = await store.read('voice/one.webm');
    expect(file).toMatchObject({ size: bytes.length, contentType: 'audio/webm' });
    expect(await buffer(file!.stream)).toEqual(bytes);
    expect(await store.stat('voice/one.webm')).toEqual({ size: bytes.length, contentType: 'audio/webm' });
  });

  test('returns a range with the whole size', async () => {
    const file = await store.read('voice/one.webm', { start: 1000, end: 1999 });
    expect(file?.size).toBe(bytes.length);
    expect(await buffer(file!.stream)).toEqual(bytes.subarray(1000, 2000));
  });

  test('returns null for a missing file', async () => {
    expect(await store.read('voice/none.webm')).toBeNull();
    expect(await store.stat('voice/none.webm')).toBeNull();
    expect(await store.stat('voice/one/none.webm')).toBeNull();
  });

  test('replaces, lists and removes; removing is idempotent', async () => {
    await store.put('images/deep/a.jpg', Buffer.from('old'), { contentType: 'image/jpeg' });
    await store.put('images/deep/a.jpg', Buffer.from('new'), { contentType: 'image/jpeg' });
    await store.put('images/b.jpg', Buffer.from('b'), { contentType: 'image/jpeg' });
    expect((await buffer((await store.read('images/deep/a.jpg'))!.stream)).toString()).toBe('new');
    expect((await collect(store.list('images/'))).sort()).toEqual(['images/b.jpg', 'images/deep/a.jpg']);
    expect(await collect(store.list('nothing/'))).toEqual([]);
    await store.remove('images/b.jpg');
    await store.remove('images/b.jpg');
    expect(await collect(store.list('images/'))).toEqual(['images/deep/a.jpg']);
  });

  test.each([
    '../secret.jpg',
    'images/../../secret.jpg',
    '/etc/secret.jpg',
    'images//a.jpg',
    'images/.hidden.jpg',
    'images\\a.jpg',
    'images/a\0.jpg',
    'images/a',
    'images/a.exe',
    'a%2f..%2fb.jpg',
    '',
    `${'a'.repeat(300)}.jpg`,
  ])('refuses the key %j everywhere', async (key) => {
    const refusal = 'Not a key';
    await expect(store.put(key, bytes, { contentType: 'image/jpeg' })).rejects.toThrow(refusal);
    await expect(store.read(key)).rejects.toThrow(refusal);
    await expect(store.stat(key)).rejects.toThrow(refusal);
    await expect(store.remove(key)).rejects.toThrow(refusal);
  });

  test('refuses a type that does not match the extension, and a folder outside', async () => {
    await expect(store.put('images/a.jpg', bytes, { contentType: 'text/html' })).rejects.toThrow('extension');
    await expect(collect(store.list('../'))).rejects.toThrow('Not a folder');
  });

  test('is sent whole, in part, or refused as the Range header asks', async () => {
    const fastify = Fastify();
    fastify.get('/media/:name', async (request, reply) => {
      const { name } = request.params as { name: string };
      const options = { rangeHeader: request.headers.range, cacheControl: 'private, max-age=3600' };
      const sent = await sendFile(reply, store, `voice/${name}`, options);
      return sent ? reply : reply.code(404).send();
    });
    const get = (range?: string, name = 'one.webm') =>
      fastify.inject({ url: `/media/${name}`, headers: range ? { range } : {} });

    const whole = await get();
    expect(whole.statusCode).toBe(200);
    expect(whole.headers).toMatchObject({
      'content-type': 'audio/webm',
      'content-length': '70000',
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=3600',
      'x-content-type-options': 'nosniff',
    });
    expect(whole.rawPayload).toEqual(bytes);

    const part = await get('bytes=-100');
    expect(part.statusCode).toBe(206);
    expect(part.headers).toMatchObject({
      'content-range': 'bytes 69900-69999/70000',
      'content-length': '100',
    });
    expect(part.rawPayload).toEqual(bytes.subarray(69_900));

    const outside = await get('bytes=70000-');
    expect(outside.statusCode).toBe(416);
    expect(outside.headers['content-range']).toBe('bytes */70000');
    expect(outside.json()).toMatchObject({ code: 1000, statusCode: 416, message: expect.any(String) });

    expect((await get(undefined, 'none.webm')).statusCode).toBe(404);
    const head = await fastify.inject({ method: 'HEAD', url: '/media/one.webm' });
    expect(head.headers['content-length']).toBe('70000');
    expect(head.body).toBe('');
    await fastify.close();
  });
});

describe('permissions of a store on disk', () => {
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

  test('allow only the owner from the first file on', async () => {
    const root = join(folder, 'own');
    const store = createDiskFileStore({ folder: root });
    await store.put('voice/one.webm', Buffer.from('private words'), { contentType: 'audio/webm' });
    const paths = [root, join(root, 'voice'), join(root, 'voice/one.webm')];
    expect(await Promise.all(paths.map(modeOf))).toEqual(['700', '700', '600']);
  });

  test('allow only the owner in an existing empty folder', async () => {
    const root = join(folder, 'made');
    await mkdir(root, { mode: 0o755 });
    const store = createDiskFileStore({ folder: root });
    await store.put('one.webm', Buffer.from('private words'), { contentType: 'audio/webm' });
    expect(await modeOf(root)).toBe('700');
  });

  test('allow only the owner for existing files', async () => {
    const root = join(folder, 'older');
    const files = ['voice/one.webm', 'images/deep/two.jpg'].map((key) => join(root, key));
    const folders = [root, join(root, 'voice'), join(root, 'images'), join(root, 'images/deep')];
    await mkdir(join(root, 'voice'), { recursive: true });
    await mkdir(join(root, 'images/deep'), { recursive: true });
    for (const path of files) await writeFile(path, 'private words', { mode: 0o644 });
    for (const path of folders) await chmod(path, 0o755);
    const store = createDiskFileStore({ folder: root });
    expect((await store.stat('voice/one.webm'))?.size).toBe(13);
    expect(await Promise.all(folders.map(modeOf))).toEqual(['700', '700', '700', '700']);
    expect(await Promise.all(files.map(modeOf))).toEqual(['600', '600']);
  });
});

describe('faults of the stores', () => {
  test('removes stale partial files of a killed process and nothing else', async () => {
    const root = join(folder, 'swept');
    const store = createDiskFileStore({ folder: root });
    await store.put('voice/kept.webm', Buffer.from('whole'), { contentType: 'audio/webm' });
    const left = join(root, 'voice', `.${randomUUID()}.tmp`);
    const fresh = join(root, 'voice', `.${randomUUID()}.tmp`);
    const foreign = join(root, 'voice', '.keep');
    for (const path of [left, fresh, foreign]) await writeFile(path, 'half');
    const [longAgo, lately] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-03T00:00:00Z')];
    for (const path of [left, foreign, join(root, 'voice/kept.webm')]) await utimes(path, longAgo, longAgo);
    await utimes(fresh, lately, lately);
    const jobs = createJobs({ log: createTestLog().log, isManual: true });
    scheduleSweep(jobs, store, createTestClock('2026-01-03T00:00:00Z'));
    await jobs.runDue();
    expect((await readdir(join(root, 'voice'))).toSorted()).toEqual(
      [fresh, foreign, 'kept.webm'].map((path) => basename(path)).toSorted(),
    );
    await createDiskFileStore({ folder: join(folder, 'nowhere') }).sweep(lately);
  });

  test('a failed write keeps the old file and leaves no partial file', async () => {
    const root = join(folder, 'faulty');
    const store = createDiskFileStore({ folder: root });
    await store.put('a/one.jpg', Buffer.from('old'), { contentType: 'image/jpeg' });
    // A folder exists at the target path, so the rename fails after the bytes were written.
    await mkdir(join(root, 'a', 'two.jpg'));
    const failing = store.put('a/two.jpg', Buffer.from('new'), { contentType: 'image/jpeg' });
    await expect(failing).rejects.toThrow();
    expect((await readdir(join(root, 'a'))).sort()).toEqual(['one.jpg', 'two.jpg']);
    expect((await buffer((await store.read('a/one.jpg'))!.stream)).toString()).toBe('old');
  });

  test('a missing bucket is an error, not a missing file', async () => {
    const store = openS3('nowhere');
    await expect(store.read('voice/one.webm')).rejects.toThrow();
    await store.close();
  });
});
