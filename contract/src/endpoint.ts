import * as z from 'zod/mini';

// A strict content security policy forbids eval; zod would probe for it and every page would report a violation.
// Stryker disable next-line all: only a browser has a document, and every journey fails on such a report
if ('document' in globalThis) z.config({ jitless: true });

/**
 * Who may call: `entry` calls ignore any token, `public` ones take a token or none (a bad one is refused),
 * `signed-in` and `admin` need one.
 */
export type Access = 'entry' | 'public' | 'signed-in' | 'admin';

/** A schema of the contract: its input is the wire, its output the program's value. */
export type Schema = z.ZodMiniType;

/** A file part of a multipart call. */
export interface FilePart {
  field: string;
  required: boolean;
  maxBytes: number;
}

/** How a file of some kind travels. */
export const fileType = 'application/octet-stream';

/** One call as data. GET payloads travel in the query string, others as JSON, with `file` as multipart. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE';
  /** Under the version prefix, with `{name}` for each parameter. */
  path: string;
  access: Access;
  /** For an `entry` call that needs a signed-in caller for some payloads (given in wire form). */
  signedInWhen?: (wirePayload: unknown) => boolean;
  summary: string;
  params?: Schema;
  payload?: Schema;
  file?: FilePart;
  /** Set when the answer is the same for everybody and may be kept with an ETag. */
  cached?: true;
  /** Set when the answer is not JSON: the result is then a string, or a Blob where it is a file of some kind. */
  produces?: 'text/calendar' | typeof fileType;
  result: Schema;
}

/** Declares a call; the server serves it, the client is derived from it and the documentation comes from it. */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration;

type Value<S> = S extends Schema ? z.output<S> : unknown;

/** The path parameters of a call. */
export type ParamsOf<E extends Endpoint> = Value<E['params']>;
/** The payload of a call as the program sees it. */
export type PayloadOf<E extends Endpoint> = Value<E['payload']>;
/** The result of a call as the program sees it. */
export type ResultOf<E extends Endpoint> = z.output<E['result']>;

/**
 * What a client can read. It states the format in this header of each call with a token, and as `format` in the handshake of the
 * socket. 1.0.0 states none and refuses a list with a message of a type that it does not know: it gets pictures and deleted
 * messages as texts. 2 knows them.
 */
export const wireFormat = { header: 'parlance-format', current: 2 } as const;

/** The version prefix of every path. */
export const apiPrefix = '/v1';
