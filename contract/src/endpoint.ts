import * as z from 'zod/mini';

// A strict content security policy forbids eval; zod would probe for it and every page would report a violation.
// Stryker disable next-line all: only a browser has a document, and every journey fails on such a report
if ('document' in globalThis) z.config({ jitless: true });

/** Required authentication: `entry` calls ignore tokens, `public` ones accept a valid one or none, `signed-in` and `admin` need one. */
export type Access = 'entry' | 'public' | 'signed-in' | 'admin';

/** A contract schema: its input is the wire form, its output the decoded value. */
export type Schema = z.ZodMiniType;

export interface FilePart {
  field: string;
  required: boolean;
  maxBytes: number;
}

export const fileType = 'application/octet-stream';

/** One call as data. GET payloads travel in the query string, others as JSON, with `file` as multipart. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE';
  /** Path below the version prefix, with `{name}` for each parameter. */
  path: string;
  access: Access;
  /** For an `entry` call that requires authentication for some payloads (in wire form). */
  signedInWhen?: (wirePayload: unknown) => boolean;
  summary: string;
  params?: Schema;
  payload?: Schema;
  file?: FilePart;
  /** Set when the response is the same for every caller and cacheable with an ETag. */
  cached?: true;
  /** Set when the response is not JSON: the result is a string, or a Blob for a file. */
  produces?: 'text/calendar' | typeof fileType;
  result: Schema;
}

/** Declares a call, from which the server's route, the client and the documentation are derived. */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration;

type Value<S> = S extends Schema ? z.output<S> : unknown;

export type ParamsOf<E extends Endpoint> = Value<E['params']>;
export type PayloadOf<E extends Endpoint> = Value<E['payload']>;
export type ResultOf<E extends Endpoint> = z.output<E['result']>;

/**
 * The wire format version of a client, sent in this header with each authenticated call and as `format` in the socket handshake.
 * Version 1.0.0 sends none and rejects lists with unknown message types, so it gets pictures and deleted messages as texts.
 */
export const wireFormat = { header: 'parlance-format', current: 2 } as const;

export const apiPrefix = '/v1';
