import Fastify, { LogController } from 'fastify';
import { describe, expect, test } from 'vitest';
import { createLogger, registerRequestLog } from './logger.ts';

const canaries = {
  email: 'canary.person@example.org',
  phone: '+4915112345678',
  code: '480912',
  token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJl',
  text: 'canary "words" of a private message',
};

function capture() {
  const lines: string[] = [];
  const log = createLogger({
    level: 'trace',
    destination: { write: (line: string) => void lines.push(line) },
  });
  return { log, lines };
}

function expectNoCanary(lines: string[]) {
  const all = lines.join('');
  for (const canary of Object.values(canaries)) expect(all).not.toContain(canary);
  expect(all).not.toContain('canary');
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
}

describe('logger', () => {
  test('redacts secrets, addresses and texts in fields at any depth and in child loggers', () => {
    const { log, lines } = capture();
    log.info({ body: { deep: { emailOrPhone: canaries.email, code: canaries.code } } }, 'sign in');
    log.info(
      { headers: { authorization: `Bearer ${canaries.token}`, cookie: ['canary=1', 'b=2'] } },
      'headers',
    );
    log.info({ content: canaries.text, mail: { to: { name: '', address: canaries.email } } }, 'mail');
    log.child({ refreshToken: 'opaque-canary', phone: canaries.phone }).warn('child');
    expect(lines).toHaveLength(4);
    expectNoCanary(lines);
  });

  test('redacts tokens, addresses and query strings in free text and stacks', () => {
    const { log, lines } = capture();
    log.info(`mailed ${canaries.email} and ${canaries.phone} with ${canaries.token}`);
    log.info('Route GET:/v1/media/x.webm?signature=canary not found');
    log.info('connecting to postgres://canary:canary@db.internal:5432/parlance');
    log.error(new Error(`550 <${canaries.email}>: no such mailbox`, { cause: new Error(canaries.email) }));
    expectNoCanary(lines);
    expect(lines.join('')).toContain('Route GET:/v1/media/x.webm not found');
    expect(lines.join('')).toContain('@db.internal:5432/parlance');
  });

  test('redacts tokens and addresses without a word boundary and in truncated lines', () => {
    const { log, lines } = capture();
    log.info(`session-${canaries.token}.more and x${canaries.email}.5`);
    log.info('"content":"canary');
    log.info('"to":["canary');
    expect(lines.join('')).not.toContain('canary.person');
    expect(lines.join('')).not.toContain('c2lnbmF0dXJl');
    expect(lines.join('')).toContain('session-[token] and [address]');
  });

  // A line can contain client input: no pattern may block the process.
  test.each(['eyJ-', '/', 'a', '@', '@a.', '"to":[', '"text":"\\', '//a', 'Bearer '])(
    'writes 100,000 characters of %j at once',
    (unit) => {
      const { log, lines } = capture();
      const began = process.cpuUsage();
      log.info(unit.repeat(Math.ceil(100_000 / unit.length)));
      expect(process.cpuUsage(began).user / 1000).toBeLessThan(250);
      expect(lines).toHaveLength(1);
    },
  );

  test('logs the location of an error, not the properties a driver adds', () => {
    const { log, lines } = capture();
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: `Key (email)=(${canaries.email}) already exists.`,
      parameters: [canaries.text],
    });
    log.error({ err: error }, 'query failed');
    log.error({ error }, 'query failed');
    expectNoCanary(lines);
    for (const line of lines) {
      const { err, error: alias } = JSON.parse(line);
      expect(err ?? alias).toMatchObject({ type: 'Error', message: 'duplicate key', code: '23505' });
      expect((err ?? alias).stack).toContain('logger.test.ts');
    }
  });

  test('respects the log level', () => {
    const lines: string[] = [];
    const log = createLogger({
      level: 'warn',
      destination: { write: (line: string) => void lines.push(line) },
    });
    log.info('quiet');
    log.warn('loud');
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['loud']);
  });

  test('logs a request once, by its route pattern, and health checks not at all', async () => {
    const { log, lines } = capture();
    const logController = new LogController({ disableRequestLogging: true });
    const fastify = Fastify({ loggerInstance: log, logController });
    registerRequestLog(fastify, { isEveryLogged: true });
    fastify.get('/calendar/:secret', async (request) => {
      request.log.info({ req: request }, 'inside');
      return 'ok';
    });
    fastify.get('/health/live', async () => 'ok');
    await fastify.inject({ url: '/calendar/canary.ics?signature=canary' });
    await fastify.inject({ url: '/health/live' });
    await fastify.inject({ url: '/canary-nowhere?x=1' });
    await fastify.close();
    const requests = lines.map((line) => JSON.parse(line)).filter((line) => line.msg === 'request');
    expect(requests.map(({ method, route, statusCode }) => ({ method, route, statusCode }))).toEqual([
      { method: 'GET', route: '/calendar/:secret', statusCode: 200 },
      { method: 'GET', route: 'unmatched', statusCode: 404 },
    ]);
    expect(JSON.parse(lines[0] ?? '').req).toEqual({ method: 'GET', route: '/calendar/:secret' });
    expectNoCanary(lines.filter((line) => JSON.parse(line).msg === 'request'));
    expectNoCanary([lines[0] ?? '']);
  });

  test('logs of all requests only the failed ones unless every one is asked for', async () => {
    const { log, lines } = capture();
    const logController = new LogController({ disableRequestLogging: true });
    const fastify = Fastify({ loggerInstance: log, logController });
    registerRequestLog(fastify, { isEveryLogged: false });
    fastify.get('/fine', async () => 'ok');
    fastify.get('/broken', async (_request, reply) => reply.status(500).send('no'));
    fastify.get('/full', async (_request, reply) => reply.status(503).send('later'));
    for (const url of ['/fine', '/nowhere', '/broken', '/full']) await fastify.inject({ url });
    await fastify.close();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, msg: 'request failed', method: 'GET', route: '/broken', statusCode: 500 },
      { level: 40, msg: 'request refused', method: 'GET', route: '/full', statusCode: 503 },
    ]);
  });
});
