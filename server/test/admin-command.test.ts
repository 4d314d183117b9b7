import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, createClient } from '@parlance/client/client';
import { expect, test, vi } from 'vitest';
import { afterTest } from '#test/after-test';
import { copyTemplate } from '#test/database';
import { proveByOutbox } from '#test/development-outbox';
import { newFolder } from '#test/folder';
import { runAdmin, startProgram, untilPrinted } from '#test/program';

async function signUp(url: string, email: string): Promise<Client> {
  const client = createClient({ baseUrl: url, sockets: true });
  afterTest(async () => {
    client.close();
    return undefined;
  });
  const { calls, session, realtime } = client;
  const token = await proveByOutbox(url, calls, email);
  await session.signIn(await calls.createUser({ email, token, name: 'Ana\u001b[31m\u202e' }));
  await realtime.whenConnected();
  return client;
}

test('help and mistakes: 0 and 2, before any database is looked for', async () => {
  const env = { DATA_DIR: await newFolder() };
  const help = await runAdmin(env, '--help');
  expect(help.exitCode).toBe(0);
  for (const word of [
    'list',
    'ban ADDRESS --reason TEXT',
    'unban',
    'make-admin',
    'show',
    'reports',
    'stats',
  ]) {
    expect(help.output).toContain(word);
  }
  const lost = await runAdmin(env, 'stats');
  expect([lost.exitCode, lost.output]).toEqual([1, expect.stringContaining('There is no database in')]);
});

async function startEmbedded(folderName = 'data') {
  const dataDir = copyTemplate(join(await newFolder(), folderName));
  const env = { DATA_DIR: dataDir, PORT: '0', DEMO_DATA: 'off', LOG_LEVEL: 'info' };
  const server = startProgram('src/main.ts', [], env);
  const [, url = ''] = await untilPrinted(server, /Server listening at (http:\S+?)"/);
  await untilPrinted(server, /Stop with Ctrl-C/);
  const admin = (...args: string[]) => runAdmin(env, ...args);
  return { dataDir, server, admin, ana: await signUp(url, 'ana@example.org') };
}

test('embedded: a command acts through the running server, and on its own once that was killed', {
  timeout: 180_000,
}, async () => {
  const { dataDir, server, admin, ana } = await startEmbedded();
  expect(await admin('make-admin', 'Ana@Example.org')).toEqual({
    exitCode: 0,
    output: 'Ana [31m (ana@example.org) is an admin.\n',
  });
  await vi.waitFor(async () => expect((await ana.calls.listReports({})).count).toBe(0), 5000);
  expect((await admin('ban', 'ana@example.org', '--reason', 'spam')).exitCode).toBe(1);
  expect((await admin('remove-admin', 'ana@example.org')).exitCode).toBe(0);
  expect((await admin('nonsense')).exitCode).toBe(2);
  expect(ana.realtime.getStatus()).toBe('connected');

  expect(await admin('ban', 'ana@example.org', '--reason', 'spam')).toEqual({
    exitCode: 0,
    output: 'Ana [31m (ana@example.org) is banned.\n',
  });
  await vi.waitFor(() => expect(ana.realtime.getStatus()).not.toBe('connected'), 1000);

  const folder = join(dataDir, 'control');
  const [socket = ''] = await readdir(folder);
  expect([statSync(folder).mode & 0o777, statSync(join(folder, socket)).mode & 0o777]).toEqual([
    0o700, 0o600,
  ]);
  server.process.kill('SIGKILL');
  await server.ended;
  const shown = await admin('show', 'ana@example.org');
  expect(shown.exitCode).toBe(0);
  expect(shown.output).toMatch(/banned +\d{4}-\d{2}-\d{2}: spam/);
  expect(shown.output).toMatch(/ban +command line +spam/);
  expect((await admin('unban', 'ana@example.org')).output).toContain('no longer banned');
});

test('embedded, in a folder whose path is too long for a socket: the command finds the server all the same', {
  timeout: 180_000,
}, async () => {
  const { admin, ana } = await startEmbedded(`parlance-admin-${'long-'.repeat(20)}`);
  expect((await admin('ban', 'ana@example.org', '--reason', 'spam')).exitCode).toBe(0);
  await vi.waitFor(() => expect(ana.realtime.getStatus()).not.toBe('connected'), 1000);
});
