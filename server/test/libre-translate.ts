import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterTest } from '#test/after-test';

/** The fake translator's behaviour: it works, never responds, or fails. */
export type Mood = 'working' | 'silent' | 'failing';

export interface LibreTranslate {
  url: string;
  mood: Mood;
  asked: Record<string, unknown>[];
  close(): Promise<void>;
}

const languages = ['en', 'es', 'de', 'ja', 'ar', 'zh-Hans', 'nb'].map((code) => ({
  code,
  name: code,
  targets: [],
}));

/** Starts a fake that ends with the test, and returns its settings. */
export async function withLibreTranslate(): Promise<{
  libre: LibreTranslate;
  env: { TRANSLATE_URL: string };
}> {
  const libre = await startLibreTranslate();
  afterTest(async () => {
    await libre.close();
    return undefined;
  });
  return { libre, env: { TRANSLATE_URL: `${libre.url}/` } };
}

/** Starts a fake with the LibreTranslate API: it prefixes the text with the language. */
export async function startLibreTranslate(): Promise<LibreTranslate> {
  const answer = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    if (stand.mood === 'silent') return;
    if (stand.mood === 'failing') return answer(response, 500, { error: `cannot translate ${text}` });
    if (request.method === 'GET' && request.url === '/languages') return answer(response, 200, languages);
    if (request.method !== 'POST' || request.url !== '/translate') return answer(response, 404, {});
    const body = JSON.parse(text);
    stand.asked.push(body);
    answer(response, 200, {
      translatedText: `[${body.target}] ${body.q}`,
      detectedLanguage: { language: 'ja' },
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stand: LibreTranslate = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mood: 'working',
    asked: [],
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return stand;
}
