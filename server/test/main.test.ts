import { once } from 'node:events';
import { createServer } from 'node:net';
import { createClient } from '@parlance/client/client';
import { expect, test } from 'vitest';
import { afterTest } from '#test/after-test';
import { copyTemplate } from '#test/database';
import { proveByOutbox } from '#test/development-outbox';
import { startProgram, untilPrinted } from '#test/program';

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  await once(probe.close(), 'close');
  return port;
}

const start = (env: Record<string, string>) => startProgram('src/main.ts', [], env);

test('reports every problem of the environment and exits with an error', async () => {
  const running = start({ PORT: 'abc', DATABASE_URL: 'nonsense', NODE_ENV: 'production' });
  expect(await running.ended).toBe(1);
  for (const name of ['PORT', 'DATABASE_URL', 'TOKEN_SECRET', 'SMTP_URL', 'PUBLIC_URL']) {
    expect(running.output()).toContain(`- ${name}`);
  }
  expect(running.output()).not.toMatch(/\.ts:\d/);
});

test('a database that does not answer is named without its password', async () => {
  const running = start({ DATABASE_URL: 'postgres://me:hidden-word@127.0.0.1:1/parlance' });
  expect(await running.ended).toBe(1);
  expect(running.output()).toContain('postgres://127.0.0.1:1/parlance does not answer');
  expect(running.output()).not.toContain('hidden-word');
});

test('a first start prints where it is and the codes it sends, and requests only when asked for', {
  timeout: 180_000,
}, async () => {
  const port = await freePort();
  const tryOut = async (env: Record<string, string>) => {
    const running = start({ PORT: String(port), DATA_DIR: copyTemplate(), DEMO_DATA: 'off', ...env });
    await untilPrinted(running, /Ctrl-C/);
    const { calls, close } = createClient({ baseUrl: `http://127.0.0.1:${port}` });
    await calls.beginAccessVerification({ emailOrPhone: 'ana@example.org', type: 'sign-up' });
    await untilPrinted(running, /Code for/);
    close();
    running.process.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    return running
      .output()
      .split('\n')
      .filter((line) => line !== '');
  };

  const quiet = await tryOut({});
  expect(quiet.slice(0, -1)).toEqual([
    `  Parlance is ready at http://localhost:${port}`,
    `  Sign-in codes appear here and at http://localhost:${port}/dev/outbox`,
    '  Stop with Ctrl-C.',
  ]);
  expect(quiet.at(-1)).toMatch(/^ {2}Code for ana@example\.org: \d{6}$/);
  const asked = (await tryOut({ LOG_REQUESTS: 'on' })).filter((line) => line.includes('"msg":"request"'));
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('"route":"/v1/access-verification"');
});

test('in production every line of standard output is one of the log', { timeout: 180_000 }, async () => {
  const running = start({
    NODE_ENV: 'production',
    PORT: '0',
    DATA_DIR: copyTemplate(),
    TOKEN_SECRET: 'x'.repeat(32),
    PUBLIC_URL: 'https://parlance.example.org',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'hello@example.org',
  });
  await untilPrinted(running, /Parlance is ready"/);
  // No mail server listens there.
  await untilPrinted(running, /ECONNREFUSED.*SMTP_URL does not work/);
  running.process.kill('SIGTERM');
  expect(await running.ended).toBe(0);
  for (const line of running.output().trimEnd().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
});

test('SIGTERM with an open socket ends it with 0, long before 15 seconds', { timeout: 180_000 }, async () => {
  const running = start({ PORT: '0', DATA_DIR: copyTemplate(), DEMO_DATA: 'off', LOG_LEVEL: 'info' });
  const [, url = ''] = await untilPrinted(running, /Server listening at (http:\S+?)"/);
  const client = createClient({ baseUrl: url, sockets: true });
  afterTest(async () => {
    client.close();
    return undefined;
  });
  const email = 'ana@example.org';
  const token = await proveByOutbox(url, client.calls, email);
  await client.session.signIn(await client.calls.createUser({ email, token }));
  await client.realtime.whenConnected();

  const asked = performance.now();
  running.process.kill('SIGTERM');
  expect(await running.ended).toBe(0);
  expect(performance.now() - asked).toBeLessThan(15_000);
});
