import { copyFileSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Calls, createCalls } from '@parlance/client/http';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { copyTemplate } from '#test/database';
import { proveByOutbox } from '#test/development-outbox';
import { newFolder } from '#test/folder';
import { stepsOf } from '#test/power/disk-log';
import { runLogged } from '#test/power/logged-process';
import { type Program, startProgram, untilPrinted } from '#test/program';

async function startServer(dataDir: string): Promise<{ program: Program; url: string }> {
  const env = { DATA_DIR: dataDir, PORT: '0', DEMO_DATA: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'info' };
  const program = startProgram('src/main.ts', [], env);
  const [, url = ''] = await untilPrinted(program, /Server listening at (http:\S+?)"/);
  await untilPrinted(program, /Stop with Ctrl-C/);
  return { program, url };
}

async function stopServer({ process: child, ended }: Program): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

async function run(dataDir: string, ...args: string[]): Promise<{ exitCode: number | null; output: string }> {
  const program = startProgram('scripts/backup.ts', args, { DATA_DIR: dataDir });
  const exitCode = await program.ended;
  return { exitCode, output: program.output() };
}

async function signUp(url: string, email: string): Promise<string> {
  const calls = createCalls({ baseUrl: url, getAccessToken: () => null });
  const token = await proveByOutbox(url, calls, email);
  return (await calls.createUser({ email, token })).accessToken;
}

const callsWith = (baseUrl: string, accessToken: string): Calls =>
  createCalls({ baseUrl, getAccessToken: () => accessToken });

/** Sends continuously until stopped; `acknowledged` grows meanwhile. */
function keepSending(calls: Calls, userId: string): { acknowledged: string[]; stop(): Promise<void> } {
  const acknowledged: string[] = [];
  let isStopping = false;
  const sending = (async () => {
    for (let number = 1; !isStopping; number += 1) {
      const { chatMessageId } = await calls.sendTextMessage({ userId, content: `message ${number}` });
      acknowledged.push(chatMessageId);
    }
  })();
  return {
    acknowledged,
    stop: () => {
      isStopping = true;
      return sending;
    },
  };
}

async function everyMessage(calls: Calls, userId: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (let offset = 0; ; offset += 100) {
    const { count, messages } = await calls.listMessages({ userId, limit: 100, offset });
    for (const { chatMessageId } of messages) found.add(chatMessageId);
    if (offset + 100 >= count) return found;
  }
}

test('a backup under writes holds everything acknowledged before it began; restored, people go on', {
  timeout: 300_000,
}, async () => {
  const [dataDir, archives] = [copyTemplate(await newFolder()), await newFolder()];
  const { program, url } = await startServer(dataDir);
  const [ana, ben] = [await signUp(url, 'ana@example.org'), await signUp(url, 'ben@example.org')];
  const { userId } = await callsWith(url, ben).getUser();
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#336' } })
    .png()
    .toBuffer();
  await callsWith(url, ana).updateProfileImage({ image: new Blob([new Uint8Array(picture)]) });
  const voice = readFileSync(join(import.meta.dirname, 'fixtures/voice.webm'));
  await callsWith(url, ana).sendVoiceMessage({ userId, audio: new Blob([new Uint8Array(voice)]) });

  const { publicKey } = await callsWith(url, ana).getPush();
  expect(publicKey).not.toBeNull();

  const sender = keepSending(callsWith(url, ana), userId);
  await expect.poll(() => sender.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(30);
  const promised = [...sender.acknowledged];
  const archive = join(archives, 'backup.tar.gz');
  expect(await run(dataDir, 'backup', archive)).toMatchObject({ exitCode: 0 });
  expect(sender.acknowledged.length).toBeGreaterThan(promised.length);
  await sender.stop();
  expect(statSync(archive).mode & 0o777).toBe(0o600);
  expect((await readdir(dataDir)).filter((name) => name.startsWith('copy-'))).toEqual([]);
  expect((await run(dataDir, 'restore', archive, '--force')).output).toContain('Another Parlance process');
  await stopServer(program);

  const restored = await newFolder();
  expect(await run(restored, 'restore', archive)).toMatchObject({ exitCode: 0 });
  const again = await startServer(restored);
  // The backup contains the secret, so the session continues.
  const calls = callsWith(again.url, ana);
  // Registered devices accept notifications with this key only.
  expect((await calls.getPush()).publicKey).toBe(publicKey);
  const kept = await everyMessage(calls, userId);
  expect(promised.filter((id) => !kept.has(id))).toEqual([]);
  const { profileImageUrl } = await calls.getUser();
  const spoken = await calls.listMessages({ userId, limit: 1, offset: kept.size - 1 });
  for (const file of [profileImageUrl, spoken.messages[0]?.audioUrl]) {
    expect((await fetch(`${again.url}${file}`)).status).toBe(200);
  }
  await calls.sendTextMessage({ userId, content: 'and on' });
  await stopServer(again.program);
});

test('a damaged archive and a folder in use are refused, and nothing is touched', {
  timeout: 300_000,
}, async () => {
  const [dataDir, archives] = [copyTemplate(await newFolder()), await newFolder()];
  await stopServer((await startServer(dataDir)).program);
  const archive = join(archives, 'backup.tar.gz');
  // Without a server the folder itself is packed.
  expect(await run(dataDir, 'backup', archive)).toMatchObject({ exitCode: 0 });
  expect((await run(dataDir, 'backup', archive)).output).toContain('exists already');

  const torn = join(archives, 'torn.tar.gz');
  copyFileSync(archive, torn);
  truncateSync(torn, Math.floor(statSync(archive).size * 0.9));
  const changed = join(archives, 'changed.tar.gz');
  const bytes = readFileSync(archive);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
  writeFileSync(changed, bytes);
  for (const bad of [torn, changed, join(import.meta.dirname, 'backup.test.ts')]) {
    const target = await newFolder();
    expect(await run(target, 'restore', bad)).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('is damaged or no backup'),
    });
    expect((await readdir(target)).filter((name) => !name.startsWith('parlance.lock'))).toEqual([]);
  }

  expect((await run(dataDir, 'restore', archive)).output).toContain('holds a Parlance already');
  const forced = await run(dataDir, 'restore', archive, '--force');
  const [, putAside = ''] = /before is in (\S+)\.\n/.exec(forced.output) ?? [];
  expect(existsSync(join(putAside, 'database'))).toBe(true);
  await stopServer((await startServer(dataDir)).program);
  expect((await run(dataDir, 'backup')).output).toContain('npm run backup -- FILE.tar.gz');
});

test('a backup and a restore are on the disk before they say that they are done', {
  timeout: 300_000,
}, async () => {
  const disk = join(await newFolder(), 'disk');
  const dataDir = copyTemplate(join(disk, 'data'));
  const archive = join(disk, 'archives/today.tar.gz');
  const packed = await runLogged(disk, ['scripts/backup.ts', 'backup', archive], { DATA_DIR: dataDir });
  expect(packed).toMatchObject({ exitCode: 0, complaint: '' });
  expect(stepsOf(packed.records).filter((step) => /^(sync|rename) (archives|\.$)/.test(step))).toEqual([
    'sync .',
    'sync archives/today.tar.gz.partial',
    'rename archives/today.tar.gz.partial to archives/today.tar.gz',
    'sync archives',
  ]);

  const restored = await runLogged(disk, ['scripts/backup.ts', 'restore', archive], {
    DATA_DIR: join(disk, 'restored'),
  });
  expect(restored).toMatchObject({ exitCode: 0, complaint: '' });
  const steps = stepsOf(restored.records).map((step) => step.replace(/restoring-\d+/, 'restoring'));
  const renaming = steps.indexOf('rename restored/restoring/database to restored/database');
  const files = await readdir(join(disk, 'restored/database'), { recursive: true });
  const unsynced = files.filter(
    (name) => !steps.slice(0, renaming).includes(`sync restored/restoring/database/${name}`),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(unsynced).toEqual([]);
  expect(steps.slice(renaming).filter((step) => step.startsWith('sync'))).toEqual(['sync restored']);
});
