import type { Access, Endpoint, ParamsOf, PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import type { Platform } from './platform.ts';

/** The signed-in member behind a request or a socket. */
export interface Caller {
  userId: string;
  userSessionId: string;
  isAdmin: boolean;
}

/** An uploaded file in memory: endpoints limit the size, and reading the bytes of a larger file throws. */
export interface UploadedFile {
  bytes: Buffer;
  contentType: string;
}

type CallerOf<A extends Access> = A extends 'signed-in' | 'admin' ? Caller : Caller | null;
type FileOf<E extends Endpoint> = E['file'] extends { required: true } ? UploadedFile : UploadedFile | null;
/** Handlers of calls with an empty result return nothing. */
type AnswerOf<E extends Endpoint> =
  ResultOf<E> extends Record<string, never> ? Promise<void> : Promise<ResultOf<E>>;

/** A validated call with its caller. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  payload: PayloadOf<E>;
  caller: CallerOf<E['access']>;
  file: FileOf<E>;
  /** The peer's address, for limits; never logged, and stored only as a keyed hash of its network. */
  ip: string;
  userAgent: string;
  /** The client's `wireFormat`; 1 by default. */
  format: number;
  /** The requested languages. Pages prefer a cookie, calls use only this header: the app sends its page's language. */
  acceptLanguage: string | undefined;
  host: string | undefined;
  /** The cookies of the request, as sent. */
  cookies: string | undefined;
  setCookie(cookie: string): void;
}

export interface Route {
  endpoint: Endpoint;
  /** The cost in plain calls for the caller's rate. */
  weight: number;
  handle(platform: Platform, call: Call<Endpoint>): Promise<unknown>;
}

/** Binds a contract call to a slice function. The endpoint defines access and validation. */
export const serve = <const E extends Endpoint>(
  endpoint: E,
  handle: (platform: Platform, call: Call<E>) => AnswerOf<E>,
  { weight = 1 }: { weight?: number } = {},
): Route => ({ endpoint, weight, handle: handle as unknown as Route['handle'] });

/** Resolves an access token to a caller; throws the 401 and 403 entries of the error table. */
export type Authenticate = (accessToken: string) => Promise<Caller>;
