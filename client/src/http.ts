import type { api, CallName } from '@parlance/contract/api';
import {
  type Endpoint,
  type ParamsOf,
  type PayloadOf,
  type ResultOf,
  wireFormat,
} from '@parlance/contract/endpoint';
import { ApiError, errorBody } from '@parlance/contract/errors';
import { firstApi } from '@parlance/contract/first-api';
import { fromWire, isOnWire } from '@parlance/contract/wire';
import { UnexpectedAnswerError } from './network-error.ts';
import { type PreparedRequest, prepareRequest } from './request.ts';
import { type CallOptions, type RawAnswer, sendByFetch, sendByXhr } from './send.ts';

type FileInput<E extends Endpoint> = E extends {
  file: { field: infer Field extends string; required: infer R };
}
  ? R extends true
    ? Record<Field, Blob>
    : Partial<Record<Field, Blob | undefined>>
  : unknown;

/** The single argument of a call: its path parameters, payload and file part, merged. */
export type InputOf<E extends Endpoint> = ParamsOf<E> & PayloadOf<E> & FileInput<E>;

type CallOf<E extends Endpoint> =
  unknown extends InputOf<E>
    ? (input?: undefined, options?: CallOptions) => Promise<ResultOf<E>>
    : Record<never, never> extends InputOf<E>
      ? (input?: InputOf<E>, options?: CallOptions) => Promise<ResultOf<E>>
      : (input: InputOf<E>, options?: CallOptions) => Promise<ResultOf<E>>;

export type Calls = { readonly [Name in CallName]: CallOf<(typeof api)[Name]> };

export interface CallsOptions {
  /** Scheme and host of the API without a trailing slash; empty for the page's own origin. */
  baseUrl: string;
  fetch?: typeof fetch | undefined;
  /** Returns the token to send. `needed` is true when the call requires authentication. */
  getAccessToken?: ((needed: boolean) => string | null | Promise<string | null>) | undefined;
  /**
   * Called for each error response to a call that carried a token. Returning a token retries the call once;
   * null passes the error to the caller, as does a failed retry.
   */
  onRefused?:
    | ((error: ApiError, accessToken: string, isRetry: boolean) => Promise<string | null>)
    | undefined;
  /** Interface language of the page, used for codes that are sent and accounts that are created. */
  language?: string | undefined;
  timeoutMs?: typeof callTimeoutMs | undefined;
  /** Aborts a call, in addition to its own signal. */
  until?: ((isRead: boolean) => AbortSignal | undefined) | undefined;
}

/** Timeouts per call. A half-open connection never answers, so without a timeout the caller would not notice that the network is back. */
export const callTimeoutMs = { plain: 20_000, file: 120_000 };

interface Attempts {
  isRetry: boolean;
  options: CallOptions;
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // A page of a proxy: no answer of ours.
  }
};

const endpointOf = async (name: CallName): Promise<Endpoint> =>
  (firstApi as Partial<Record<CallName, Endpoint>>)[name] ??
  ((await import('@parlance/contract/later-api')).laterApi as Partial<Record<CallName, Endpoint>>)[name] ??
  Promise.reject(new TypeError(`no call ${name}`));

const readAnswer = (name: CallName, endpoint: Endpoint, { status, body }: RawAnswer): unknown => {
  const isOk = status < 300;
  const content = typeof body !== 'string' || (isOk && endpoint.produces) ? body : parseJson(body);
  if (!isOk) {
    throw isOnWire(errorBody, content) ? ApiError.fromBody(content) : ApiError.fromStatus(status);
  }
  try {
    return fromWire(endpoint.result, content);
  } catch (cause) {
    throw new UnexpectedAnswerError(name, cause);
  }
};

/** Creates every call of the contract from its description. */
export const createCalls = (options: CallsOptions): Calls => {
  const { baseUrl, getAccessToken, onRefused, language, timeoutMs = callTimeoutMs } = options;
  const fetchImplementation: typeof fetch = options.fetch ?? ((...args) => globalThis.fetch(...args));

  const send = (request: PreparedRequest, token: string | null, callOptions: CallOptions) => {
    const headers = {
      ...request.headers,
      // GET responses do not depend on the language; omitting the header keeps responses that the page has already preloaded usable.
      ...(language && request.method !== 'GET' && { 'accept-language': language }),
      ...(token !== null && {
        authorization: `Bearer ${token}`,
        [wireFormat.header]: String(wireFormat.current),
      }),
    };
    const sent = { ...request, headers };
    const hasFile = request.body instanceof FormData;
    const limit = AbortSignal.timeout(hasFile ? timeoutMs.file : timeoutMs.plain);
    const { signal = limit } = callOptions;
    const end = options.until?.(request.method === 'GET') ?? limit;
    const limited = { ...callOptions, signal: AbortSignal.any([limit, signal, end]) };
    return hasFile && callOptions.onProgress && 'XMLHttpRequest' in globalThis
      ? sendByXhr(sent, limited)
      : sendByFetch(fetchImplementation, sent, limited);
  };

  const attempt = async (
    name: CallName,
    endpoint: Endpoint,
    request: PreparedRequest,
    token: string | null,
    attempts: Attempts,
  ): Promise<unknown> => {
    try {
      return readAnswer(name, endpoint, await send(request, token, attempts.options));
    } catch (error) {
      if (token === null || !(error instanceof ApiError)) throw error;
      const renewed = (await onRefused?.(error, token, attempts.isRetry)) ?? null;
      if (renewed === null || attempts.isRetry) throw error;
      return attempt(name, endpoint, request, renewed, { ...attempts, isRetry: true });
    }
  };

  const call = async (name: CallName, input: Record<string, unknown>, callOptions: CallOptions) => {
    const endpoint = await endpointOf(name);
    const request = prepareRequest(baseUrl, endpoint, input);
    const { authenticated } = request;
    const token = authenticated === 'never' ? null : await getAccessToken?.(authenticated === 'always');
    return attempt(name, endpoint, request, token ?? null, { isRetry: false, options: callOptions });
  };

  // A Proxy, because the names of lazily loaded calls are not in the first bundle. Each function is cached: hooks compare identity.
  const bound: Partial<Record<CallName, unknown>> = {};
  return new Proxy(bound, {
    get(_bound, name) {
      // A `then` property would make the object a thenable wherever it is awaited.
      if (typeof name === 'symbol' || name === 'then') return undefined;
      bound[name as CallName] ??= (input: Record<string, unknown> = {}, callOptions: CallOptions = {}) =>
        call(name as CallName, input, callOptions);
      return bound[name as CallName];
    },
  }) as Calls;
};
