import type { Access, Endpoint, ParamsOf, PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import type { Platform } from './platform.ts';

/** The signed-in person behind a request or a socket. */
export interface Caller {
  userId: string;
  userSessionId: string;
  isAdmin: boolean;
}

/** An uploaded file part, whole in memory: every part has a small cap in its endpoint, and the bytes of a larger one throw. */
export interface UploadedFile {
  bytes: Buffer;
  contentType: string;
}

type CallerOf<A extends Access> = A extends 'signed-in' | 'admin' ? Caller : Caller | null;
type FileOf<E extends Endpoint> = E['file'] extends { required: true } ? UploadedFile : UploadedFile | null;
/** Whoever handles a call whose result is empty answers nothing. */
type AnswerOf<E extends Endpoint> =
  ResultOf<E> extends Record<string, never> ? Promise<void> : Promise<ResultOf<E>>;

/** One call as a slice sees it: checked input, known caller. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  payload: PayloadOf<E>;
  caller: CallerOf<E['access']>;
  file: FileOf<E>;
  /** The peer's address, for limits; never logged, and stored only as a keyed hash of its network. */
  ip: string;
  userAgent: string;
  /** What the client can read (`wireFormat`); 1 where it does not say. */
  format: number;
  /** The languages that the caller asks for. Pages look at a cookie first, calls at this alone: the app says its page's. */
  acceptLanguage: string | undefined;
  /** The name by which this server was called, as the caller wrote it. */
  host: string | undefined;
}

/** A call bound to the function that answers it. */
export interface Route {
  endpoint: Endpoint;
  /** How many plain calls it is worth to the rate of whoever calls. */
  weight: number;
  handle(platform: Platform, call: Call<Endpoint>): Promise<unknown>;
}

/** Binds a call of the contract to a slice function. Access, validation and caller come from the endpoint. */
export const serve = <const E extends Endpoint>(
  endpoint: E,
  handle: (platform: Platform, call: Call<E>) => AnswerOf<E>,
  { weight = 1 }: { weight?: number } = {},
): Route => ({ endpoint, weight, handle: handle as unknown as Route['handle'] });

/** Finds out who calls: access token in, caller out; throws the 401 and 403 rows of the error table. */
export type Authenticate = (accessToken: string) => Promise<Caller>;
