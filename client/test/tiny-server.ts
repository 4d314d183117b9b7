import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api, type CallName } from '@parlance/contract/api';
import { apiPrefix, type Endpoint, wireFormat } from '@parlance/contract/endpoint';
import { toBody } from '@parlance/contract/error-table';
import { ApiError } from '@parlance/contract/errors';
import { fromWire, toWire } from '@parlance/contract/wire';

export interface Received {
  name: CallName;
  token: string | null;
  url: string;
  contentType: string | null;
  language: string | null;
  format: unknown;
  params: Record<string, string>;
  /** Validated and decoded. */
  payload: Record<string, unknown>;
  /** As received: query values, JSON text or form. */
  wire: unknown;
  /** Closes the connection without a response: the request may have taken effect. */
  lose(): never;
  /** Sends a raw body, as a proxy would. */
  answerRaw(status: number, body: string): never;
}

type Handler = (request: Received) => unknown;

export interface TinyServer {
  baseUrl: string;
  port: number;
  http: ReturnType<typeof createServer>;
  received: Received[];
  count(name: CallName): number;
  answer(name: CallName, handler: Handler): void;
  close(): Promise<void>;
}

class AnsweredOtherwise extends Error {}

const routes = (Object.keys(api) as CallName[]).map((name) => {
  const endpoint: Endpoint = api[name];
  const pattern = endpoint.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return { name, endpoint, pattern: new RegExp(`^${apiPrefix}${pattern}$`) };
});

const findRoute = (method: string, path: string) => {
  const fits = routes.filter(({ endpoint, pattern }) => endpoint.method === method && pattern.test(path));
  // A literal path takes precedence over one with parameters, as in a real router.
  return fits.find(({ endpoint }) => !endpoint.path.includes('{')) ?? fits[0];
};

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const readWire = async (request: IncomingMessage, url: URL): Promise<unknown> => {
  if (request.method === 'GET') return Object.fromEntries(url.searchParams);
  const body = await readBody(request);
  const contentType = request.headers['content-type'] ?? '';
  if (contentType.startsWith('multipart/')) {
    return new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  }
  return body.toString();
};

const payloadOf = (wire: unknown): unknown => {
  if (wire instanceof FormData) return Object.fromEntries(wire);
  if (typeof wire === 'string') return wire === '' ? {} : JSON.parse(wire);
  return wire;
};

const handleRequest = async (
  request: IncomingMessage,
  response: ServerResponse,
  handlers: Map<CallName, Handler>,
  received: Received[],
): Promise<void> => {
  const url = new URL(request.url ?? '/', 'http://tiny');
  const route = findRoute(request.method ?? '', url.pathname);
  if (route === undefined) throw new ApiError('EndpointNotFound');
  const { name, endpoint, pattern } = route;
  const wire = await readWire(request, url);
  const groups = pattern.exec(url.pathname)?.groups ?? {};
  const params = Object.fromEntries(
    Object.entries(groups).map(([key, value]) => [key, decodeURIComponent(value)]),
  );
  const arrived: Received = {
    name,
    token: request.headers.authorization?.replace('Bearer ', '') ?? null,
    url: request.url ?? '',
    contentType: request.headers['content-type'] ?? null,
    language: request.headers['accept-language'] ?? null,
    format: request.headers[wireFormat.header] ?? null,
    params: endpoint.params ? (fromWire(endpoint.params, params) as Record<string, string>) : {},
    payload: endpoint.payload ? (fromWire(endpoint.payload, payloadOf(wire)) as Record<string, unknown>) : {},
    wire,
    lose() {
      response.destroy();
      throw new AnsweredOtherwise();
    },
    answerRaw(status, body) {
      response.writeHead(status).end(body);
      throw new AnsweredOtherwise();
    },
  };
  received.push(arrived);
  const handler = handlers.get(name);
  if (handler === undefined)
    throw new ApiError('EndpointNotFound', { message: `${name} has no answer here` });
  const result = toWire(endpoint.result, await handler(arrived));
  const text =
    result instanceof Blob
      ? await result.text()
      : endpoint.produces
        ? String(result)
        : JSON.stringify(result);
  response.writeHead(200, { 'content-type': endpoint.produces ?? 'application/json' }).end(text);
};

/** Starts a server that implements the contract on a free port; handlers provide the responses. */
export const startTinyServer = async (): Promise<TinyServer> => {
  const received: Received[] = [];
  const handlers = new Map<CallName, Handler>();
  const http = createServer((request, response) => {
    handleRequest(request, response, handlers, received).catch((error: unknown) => {
      if (error instanceof AnsweredOtherwise) return;
      const answer =
        error instanceof ApiError ? error : new ApiError('ServerError', { message: String(error) });
      response.writeHead(answer.statusCode, { 'content-type': 'application/json' });
      response.end(JSON.stringify(toBody(answer)));
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    http,
    received,
    count: (name) => received.filter((request) => request.name === name).length,
    answer: (name, handler) => void handlers.set(name, handler),
    async close() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
};
