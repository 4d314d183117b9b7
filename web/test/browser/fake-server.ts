import { api, type CallName } from '@parlance/contract/api';
import { apiPrefix, type Endpoint, type ResultOf } from '@parlance/contract/endpoint';
import { toBody } from '@parlance/contract/error-table';
import { ApiError } from '@parlance/contract/errors';
import { fromWire, toWire } from '@parlance/contract/wire';

export interface Received {
  name: CallName;
  params: Record<string, string>;
  payload: Record<string, unknown>;
}

type Answer = (request: Received) => unknown;
type AnswerOf<Name extends CallName> = (
  request: Received,
) => ResultOf<(typeof api)[Name]> | Promise<ResultOf<(typeof api)[Name]>>;

const routes = (Object.keys(api) as CallName[]).map((name) => {
  const endpoint: Endpoint = api[name];
  const pattern = endpoint.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return { name, endpoint, pattern: new RegExp(`^${apiPrefix}${pattern}$`) };
});

function findRoute(method: string, path: string) {
  const fits = routes.filter(({ endpoint, pattern }) => endpoint.method === method && pattern.test(path));
  // A literal path takes precedence over one with parameters, as in a real router.
  return fits.find(({ endpoint }) => !endpoint.path.includes('{')) ?? fits[0];
}

async function payloadOf(request: Request, url: URL): Promise<unknown> {
  if (request.method === 'GET') return Object.fromEntries(url.searchParams);
  if (request.headers.get('content-type')?.startsWith('multipart/'))
    return Object.fromEntries(await request.formData());
  const text = await request.text();
  return text === '' ? {} : JSON.parse(text);
}

const decode = (schema: Endpoint['params'], values: unknown) =>
  (schema ? fromWire(schema, values) : {}) as Record<string, never>;

const isTokens = (result: unknown): result is { accessToken: string } =>
  typeof result === 'object' && result !== null && 'accessToken' in result;

/** Replaces `fetch` for API paths; every payload and every answer passes through the schemas of the contract. */
export function createFakeServer() {
  const answers = new Map<CallName, Answer>();
  const received: Received[] = [];
  const faults: unknown[] = [];
  const issuedTokens = new Set<string>();

  /** All tests share one page: a session of an earlier test may still send a call, with a token of the server of that test. */
  const isOfEarlierTest = (request: Request) => {
    const sent = request.headers.get('authorization');
    return sent !== null && !issuedTokens.has(sent);
  };

  async function answerTo(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const route = findRoute(request.method, url.pathname);
    if (!route) throw new ApiError('EndpointNotFound');
    const { name, endpoint, pattern } = route;
    const arrived: Received = {
      name,
      params: decode(endpoint.params, { ...pattern.exec(url.pathname)?.groups }),
      payload: decode(endpoint.payload, await payloadOf(request, url)),
    };
    received.push(arrived);
    const answer = answers.get(name);
    if (!answer) throw new Error(`${name} has no answer in this test`);
    const result = await answer(arrived);
    if (isTokens(result)) issuedTokens.add(`Bearer ${result.accessToken}`);
    // The answer of a call that is no JSON is sent as it is.
    if (endpoint.produces)
      return new Response(result as string | Blob, { headers: { 'content-type': endpoint.produces } });
    try {
      return Response.json(toWire(endpoint.result, result));
    } catch (error) {
      throw new Error(`${name}: ${JSON.stringify(error)}`);
    }
  }

  async function fetchFake(request: Request): Promise<Response> {
    if (isOfEarlierTest(request)) return new Promise(() => {});
    try {
      return await answerTo(request);
    } catch (error) {
      // A lost connection reaches the client as fetch reports it.
      if (error instanceof TypeError) throw error;
      if (!(error instanceof ApiError)) faults.push(error);
      const refusal = error instanceof ApiError ? error : new ApiError('ServerError');
      return Response.json(toBody(refusal), { status: refusal.statusCode });
    }
  }

  return {
    received,
    /** Calls without an answer and answers that break the contract; they fail the test. */
    faults,
    fetch: fetchFake,
    /** Answers a call from now on; a thrown ApiError is sent, a TypeError is a lost connection. */
    answer: <Name extends CallName>(name: Name, answer: AnswerOf<Name>) => void answers.set(name, answer),
    /** Received payloads of one call, oldest first. */
    payloads: (name: CallName) =>
      received.filter((request) => request.name === name).map(({ payload }) => payload),
    /** Received path parameters of one call, oldest first. */
    params: (name: CallName) =>
      received.filter((request) => request.name === name).map(({ params }) => params),
  };
}

export type FakeServer = ReturnType<typeof createFakeServer>;
