import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FileStore } from '#platform/files';
import { createDiskFileStore } from '#platform/files-disk';
import { createS3FileStore } from '#platform/files-s3';
import { recording, startModerated } from '#test/moderation';
import { greet, type Pair, photo, startPair, write } from '#test/pair';
import { startS3 } from '#test/s3-server';

let folder: string;
let s3: Awaited<ReturnType<typeof startS3>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-deleted-'));
  s3 = await startS3(join(folder, 's3'));
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

/** Names of the recordings and pictures under a folder, in the layout of either file store. */
const filesIn = async (path: string): Promise<string[]> =>
  (await readdir(path, { recursive: true }).catch(() => [])).filter((name) => /\.(webm|webp)/.test(name));

const stores: [string, () => { files: FileStore; place: string }][] = [
  [
    'a disk',
    () => {
      const place = join(folder, 'disk');
      return { files: createDiskFileStore({ folder: place }), place };
    },
  ],
  [
    'S3',
    () => {
      const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
      const files = createS3FileStore({
        endpoint: s3.endpoint,
        bucket: 'media',
        region: 'us-east-1',
        ...keys,
      });
      return { files, place: join(folder, 's3') };
    },
  ],
];

/** Sends a recording and a picture, and collects every signed address. */
async function sendFiles({ aiko, ben }: Pick<Pair, 'aiko' | 'ben'>, url: string) {
  await greet({ aiko, ben });
  const sent = [
    await aiko.calls.sendVoiceMessage({ userId: ben.userId, audio: await recording() }),
    await aiko.calls.sendPictureMessage({ userId: ben.userId, image: await photo() }),
  ];
  const { messages } = (await ben.calls.exportUser()) as {
    messages: { audioUrl: string | null; pictureUrl: string | null }[];
  };
  const exported = messages.flatMap(({ audioUrl, pictureUrl }) => audioUrl ?? pictureUrl ?? []);
  const addresses = [
    ...sent.map(({ audioUrl, picture }) => url + (audioUrl ?? picture?.url)),
    ...exported.map((address) => url + new URL(address).pathname + new URL(address).search),
  ];
  return { sent, addresses };
}

const statuses = (addresses: string[]) =>
  Promise.all(addresses.map(async (address) => (await fetch(address)).status));

describe.each(stores)('on %s a deleted recording or picture', (_store, open) => {
  test('is gone from the storage and from every address that was signed, before the deletion is answered', async () => {
    const { files, place } = open();
    const { aiko, ben, url } = await startPair({ files });
    const { sent, addresses } = await sendFiles({ aiko, ben }, url);
    expect(addresses).toHaveLength(4);
    expect(await statuses(addresses)).toEqual([200, 200, 200, 200]);
    expect(await filesIn(place)).not.toEqual([]);
    for (const { chatMessageId } of sent) await aiko.calls.deleteMessage({ chatMessageId });
    expect(await statuses(addresses)).toEqual([404, 404, 404, 404]);
    expect(await filesIn(place)).toEqual([]);
  });

  test('whose node dies after the commit is gone within ten seconds of the next look of any node', async () => {
    const { files, place } = open();
    const broken: FileStore = {
      ...files,
      remove: () => Promise.reject(new Error('the storage is gone')),
    };
    const app = await startPair({ files: broken });
    const { aiko, ben, url, clock } = app;
    const { sent, addresses } = await sendFiles({ aiko, ben }, url);
    for (const { chatMessageId } of sent) await aiko.calls.deleteMessage({ chatMessageId });
    expect(await filesIn(place)).not.toEqual([]);
    broken.remove = files.remove;
    clock.advance({ seconds: 4 });
    await app.runJobs();
    expect(await statuses(addresses)).toEqual([404, 404, 404, 404]);
    expect(await filesIn(place)).toEqual([]);
    const left = await app.platform.db.selectFrom('file_removals').selectAll().execute();
    expect(left).toEqual([]);
  });
});

test('a report that was made before keeps its copy, at an address of its own, and goes with the reported account', async () => {
  const app = await startModerated();
  const { admin, mallory, ben, url, prove, platform } = app;
  const { sent, addresses } = await sendFiles({ aiko: mallory, ben }, url);
  const rude = await write(mallory, ben, 'rude words');
  await ben.calls.reportMessage({ chatMessageId: rude.chatMessageId });
  for (const { chatMessageId } of [...sent, rude]) await mallory.calls.deleteMessage({ chatMessageId });
  expect(await statuses(addresses)).toEqual([404, 404, 404, 404]);
  const [report] = (await admin.calls.listReports({})).reports;
  expect(report?.message).toMatchObject({ content: 'rude words', deletedAt: null });
  const [picture, voice] = report?.context ?? [];
  expect(await statuses([`${url}${picture?.picture?.url}`, `${url}${voice?.audioUrl}`])).toEqual([200, 200]);
  const token = await prove(mallory, mallory.address, 'delete-user');
  await mallory.calls.deleteUser({ token });
  for (const kept of ['reported/', 'voice/', 'chat-pictures/'])
    expect(await Array.fromAsync(platform.files.list(kept))).toEqual([]);
});

test('what the reporter deleted of their own goes from the report with their account; the rest stays', async () => {
  const app = await startModerated();
  const { admin, mallory, ben, url, prove, platform } = app;
  await greet({ aiko: mallory, ben });
  const own = await ben.calls.sendPictureMessage({ userId: mallory.userId, image: await photo() });
  const theirs = await mallory.calls.sendPictureMessage({ userId: ben.userId, image: await photo() });
  await ben.calls.reportMessage({ chatMessageId: theirs.chatMessageId });
  await ben.calls.deleteMessage({ chatMessageId: own.chatMessageId });
  await mallory.calls.deleteMessage({ chatMessageId: theirs.chatMessageId });
  expect(await Array.fromAsync(platform.files.list('reported/'))).toHaveLength(2);
  await ben.calls.deleteUser({ token: await prove(ben, ben.address, 'delete-user') });
  expect(await Array.fromAsync(platform.files.list('reported/'))).toHaveLength(1);
  const [report] = (await admin.calls.listReports({})).reports;
  expect(await statuses([`${url}${report?.message.picture?.url}`])).toEqual([200]);
});

test('a recording and a picture in a report outlive the account of the reporter', async () => {
  const app = await startModerated();
  const { admin, mallory, ben, url, prove, platform } = app;
  await sendFiles({ aiko: mallory, ben }, url);
  const own = await ben.calls.sendPictureMessage({ userId: mallory.userId, image: await photo() });
  const rude = await write(mallory, ben, 'rude words');
  await ben.calls.reportMessage({ chatMessageId: rude.chatMessageId });
  await ben.calls.deleteUser({ token: await prove(ben, ben.address, 'delete-user') });
  const [report] = (await admin.calls.listReports({})).reports;
  const [picture, voice] = report?.context ?? [];
  expect(await statuses([`${url}${picture?.picture?.url}`, `${url}${voice?.audioUrl}`])).toEqual([200, 200]);
  // The reporter's own picture stood in the context of the report and goes with the account.
  expect(await statuses([`${url}${own.picture?.url}`])).toEqual([404]);
  expect(await Array.fromAsync(platform.files.list('chat-pictures/'))).toHaveLength(1);
});

test('a file is kept until its copy for a report is stored', async () => {
  const app = await startModerated();
  const { admin, mallory, ben, url, platform, clock, runJobs } = app;
  await greet({ aiko: mallory, ben });
  const { chatMessageId } = await mallory.calls.sendPictureMessage({
    userId: ben.userId,
    image: await photo(),
  });
  await ben.calls.reportMessage({ chatMessageId });
  const put = vi.spyOn(platform.files, 'put').mockRejectedValueOnce(new Error('the storage is gone'));
  await mallory.calls.deleteMessage({ chatMessageId });
  put.mockRestore();
  const filesOf = (place: string) => Array.fromAsync(platform.files.list(place));
  expect([(await filesOf('chat-pictures/')).length, await filesOf('reported/')]).toEqual([1, []]);
  clock.advance({ seconds: 4 });
  await runJobs();
  expect(await filesOf('chat-pictures/')).toEqual([]);
  const [report] = (await admin.calls.listReports({})).reports;
  expect(await statuses([`${url}${report?.message.picture?.url}`])).toEqual([200]);
});

test('a job leaves a file alone for a second, which its node has to remove it', async () => {
  const { platform, clock, runJobs } = await startPair();
  const file_key = 'voice/one.webm';
  await platform.files.put(file_key, Buffer.from('words'), { contentType: 'audio/webm' });
  const queued = { file_key, copy_keys: [], created_at: clock.now() };
  await platform.db.insertInto('file_removals').values(queued).execute();
  const isThereAfter = async (ms: number) => {
    clock.advance({ ms });
    await runJobs();
    return (await platform.files.stat(file_key)) !== null;
  };
  expect([await isThereAfter(999), await isThereAfter(1)]).toEqual([true, false]);
});
