import { createClient } from '@parlance/client/client';
import { expect, test } from 'vitest';
import { afterTest } from '#test/after-test';
import { copyTemplate } from '#test/database';
import { proveByOutbox } from '#test/development-outbox';
import { startProgram, untilPrinted } from '#test/program';

const start = (env: Record<string, string>) => startProgram('src/main.ts', [], env);

test('a bad environment is told in plain words, every problem of it, and ends with an error', async () => {
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
