import { createServer, type RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { createWebhookSmsSender } from './sms.ts';

const closers: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function startWebhook(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}/sms`;
}

const sms = { to: '+4915112345678', text: 'Your code is 123456' };

describe('SMS webhook', () => {
  test('posts number and text as JSON', async () => {
    const seen: unknown[] = [];
    const webhookUrl = await startWebhook(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      seen.push({ method: request.method, type: request.headers['content-type'], body: JSON.parse(body) });
      response.writeHead(202).end('queued');
    });
    await createWebhookSmsSender({ webhookUrl }).send(sms);
    expect(seen).toEqual([{ method: 'POST', type: 'application/json', body: sms }]);
  });

  test('fails on any answer but 2xx, without repeating the number or the code', async () => {
    const webhookUrl = await startWebhook((_request, response) => {
      response.writeHead(500).end(`cannot reach ${sms.to}`);
    });
    const error = await createWebhookSmsSender({ webhookUrl })
      .send(sms)
      .catch((reason: Error) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toContain('500');
    expect(String(error)).not.toContain(sms.to);
  });

  test('does not follow a redirect', async () => {
    let elsewhere = 0;
    const other = await startWebhook((_request, response) => {
      elsewhere += 1;
      response.end();
    });
    const webhookUrl = await startWebhook((_request, response) => {
      response.writeHead(307, { location: other }).end();
    });
    await expect(createWebhookSmsSender({ webhookUrl }).send(sms)).rejects.toThrow();
    expect(elsewhere).toBe(0);
  });

  test('times out on a provider that does not respond', async () => {
    const webhookUrl = await startWebhook(() => undefined);
    await expect(createWebhookSmsSender({ webhookUrl, timeoutMs: 50 }).send(sms)).rejects.toThrow(/time/i);
  });
});
