import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LibreTranslate, startLibreTranslate } from '#test/libre-translate';
import { createLibreTranslate } from './translator.ts';

let libre: LibreTranslate;
beforeEach(async () => {
  libre = await startLibreTranslate();
});
afterEach(() => libre.close());

const at = (url: string, apiKey: string | null = null, timeoutMs = 5000) =>
  createLibreTranslate({ url, apiKey, timeoutMs });

describe('a LibreTranslate', () => {
  test('is asked for a plain text in the language it calls by its own code', async () => {
    const translator = at(libre.url, 'secret');
    expect(await translator.translate({ text: 'Hello', to: 'zh' })).toBe('[zh-Hans] Hello');
    expect(await translator.translate({ text: 'Hello', to: 'no' })).toBe('[nb] Hello');
    expect(libre.asked[0]).toEqual({
      q: 'Hello',
      source: 'auto',
      target: 'zh-Hans',
      format: 'text',
      api_key: 'secret',
    });
  });

  test('sends no key without one', async () => {
    await at(libre.url).translate({ text: 'Hello', to: 'es' });
    expect(libre.asked[0]).not.toHaveProperty('api_key');
  });

  test('an unsupported language is not requested', async () => {
    expect(await at(libre.url).translate({ text: 'Hello', to: 'sw' })).toBeNull();
    expect(libre.asked).toEqual([]);
  });

  test('that fails, does not answer or answers something else is a failure without the text', async () => {
    const text = 'a secret sentence';
    libre.mood = 'failing';
    const failed = await at(libre.url)
      .translate({ text, to: 'es' })
      .catch((error: Error) => error);
    expect(failed).toBeInstanceOf(Error);
    expect(String(failed)).not.toContain(text);
    libre.mood = 'silent';
    await expect(at(libre.url, null, 50).translate({ text, to: 'es' })).rejects.toThrow(/time/i);
  });

  test('its languages are requested again after a failure', async () => {
    const translator = at(libre.url);
    libre.mood = 'failing';
    await expect(translator.translate({ text: 'Hello', to: 'es' })).rejects.toThrow();
    libre.mood = 'working';
    expect(await translator.translate({ text: 'Hello', to: 'es' })).toBe('[es] Hello');
  });

  test('its languages are kept for an hour', async () => {
    const translator = at(libre.url);
    const fetched = vi.spyOn(globalThis, 'fetch');
    const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
    const askedAfter = async (ms: number) => {
      now.mockReturnValue(1000 + ms);
      fetched.mockClear();
      await translator.translate({ text: 'Hello', to: 'es' });
      return fetched.mock.calls.map(([address]) => String(address).slice(libre.url.length));
    };
    const asked = [await askedAfter(0), await askedAfter(3_599_999), await askedAfter(3_600_000)];
    now.mockRestore();
    fetched.mockRestore();
    expect(asked).toEqual([['/languages', '/translate'], ['/translate'], ['/languages', '/translate']]);
  });

  test('redirects are not followed and the response size is limited', async () => {
    const endless = createServer((request, response) => {
      if (request.url === '/moved/languages') return response.writeHead(307, { location: libre.url }).end();
      if (request.url === '/languages') return response.end(JSON.stringify([{ code: 'es' }]));
      response.end(JSON.stringify({ translatedText: 'x'.repeat(100_000) }));
    });
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`;
      await expect(at(url).translate({ text: 'Hello', to: 'es' })).rejects.toThrow('too much');
      await expect(at(`${url}/moved`).translate({ text: 'Hello', to: 'es' })).rejects.toThrow();
      expect(libre.asked).toEqual([]);
    } finally {
      endless.closeAllConnections();
      endless.close();
    }
  });
});
