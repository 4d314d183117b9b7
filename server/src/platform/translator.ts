/** Translates a text of any language. */
export interface Translator {
  /** Returns null for an unsupported language; throws on failure or timeout. */
  translate(translation: { text: string; to: string }): Promise<string | null>;
}

export interface LibreTranslateOptions {
  /** Without a trailing slash. */
  url: string;
  apiKey: string | null;
  timeoutMs?: number;
}

/** LibreTranslate's codes that differ from ours; they also differ between versions. */
const otherCodes: Partial<Record<string, string[]>> = { zh: ['zh-Hans'], no: ['nb'], pt: ['pt-BR', 'pt-PT'] };
const answerMaxBytes = 64 * 1024;
const languagesKeptMs = 3_600_000;

/** Creates a LibreTranslate client; its languages are cached for an hour. */
export function createLibreTranslate({ url, apiKey, timeoutMs = 8000 }: LibreTranslateOptions): Translator {
  let known: { codes: Set<string>; until: number } | null = null;

  async function ask(path: string, signal: AbortSignal, body?: object): Promise<unknown> {
    const response = await fetch(url + path, {
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      // A redirect would send user text to an unconfigured address.
      redirect: 'error',
      signal,
    });
    // The response can repeat the text, which must not be logged.
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`The translator answered ${response.status}.`);
    }
    return JSON.parse(await readBounded(response));
  }

  async function codes(signal: AbortSignal): Promise<Set<string>> {
    if (known && known.until > performance.now()) return known.codes;
    const listed = (await ask('/languages', signal)) as { code: string }[];
    known = { codes: new Set(listed.map(({ code }) => code)), until: performance.now() + languagesKeptMs };
    return known.codes;
  }

  return {
    async translate({ text, to }) {
      const signal = AbortSignal.timeout(timeoutMs);
      const offered = await codes(signal);
      const target = [to, ...(otherCodes[to] ?? [])].find((code) => offered.has(code));
      if (target === undefined) return null;
      const request = { q: text, source: 'auto', target, format: 'text', ...(apiKey && { api_key: apiKey }) };
      const { translatedText } = (await ask('/translate', signal, request)) as { translatedText?: unknown };
      if (typeof translatedText !== 'string') throw new Error('The translator answered something else.');
      return translatedText;
    },
  };
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > answerMaxBytes) throw new Error('The translator answered too much.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
