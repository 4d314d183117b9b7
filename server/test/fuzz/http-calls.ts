import { api } from '@parlance/contract/api';
import { apiPrefix, type Endpoint } from '@parlance/contract/endpoint';
import { wireSchema } from '@parlance/contract/json-schema';
import fc from 'fast-check';
import { type FormEnd, formBody, formEnds } from './form-body.ts';
import { hostileTexts, hostileValue } from './hostile-values.ts';
import { type Known, objectsOf } from './wire-values.ts';

export interface HttpCall {
  kind: 'http';
  caller: number;
  /** The declared call, when a success has to match its shape. */
  endpoint: Endpoint | null;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
}

const plainAddresses = [
  '/media/',
  '/audio/',
  '/calendar/',
  '/health/',
  '/docs',
  '/v1/openapi.json',
  '/dev/outbox',
  '/v1/',
  '/',
];
const contentTypes = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/json, text/html',
  ';',
];
const badTexts = [
  '{',
  '[1,',
  '"a',
  '{"a":1e999}',
  '{"a":"\\ud800"}',
  '{"__proto__":{"isAdmin":true},"content":"x"}',
  '{"constructor":{"prototype":{"x":1}}}',
  '[]',
  '""',
  'null',
  'true',
  '0',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `{"content":"${'x'.repeat(1_100_000)}"}`,
  '\ufeff{}',
  '{"content":"a","content":"b"}',
];

/** Generates requests for every contract call and for similar URLs. */
export function httpCalls(known: Known, files: Buffer[], callers: number): fc.Arbitrary<HttpCall> {
  const caller = fc.nat({ max: callers - 1 });
  const each = Object.values(api).map((endpoint: Endpoint) => ({
    // Uploads are really decoded and would take all the time.
    weight: endpoint.file ? 1 : 6,
    arbitrary: callOf(endpoint, known, files, caller),
  }));
  return fc.oneof(...each, { weight: 20, arbitrary: elsewhere(caller) });
}

function callOf(
  endpoint: Endpoint,
  known: Known,
  files: Buffer[],
  caller: fc.Arbitrary<number>,
): fc.Arbitrary<HttpCall> {
  const nothing = fc.constant<Record<string, unknown>>({});
  const params = endpoint.params ? objectsOf(wireSchema(endpoint.params), known) : nothing;
  const payload = endpoint.payload ? objectsOf(wireSchema(endpoint.payload), known) : nothing;
  const body = endpoint.file ? multipartOf(endpoint.file.field, payload, files) : jsonOf(payload);
  const query = payload.chain((fields) => queryOf(fields));
  return fc
    .record({ caller, params, body, query, header: oddHeaders, method: oddMethod(endpoint.method) })
    .map(({ caller: who, params: given, body: content, query: search, header, method }) => {
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => inPath(given[name]));
      const isGet = endpoint.method === 'GET';
      return {
        kind: 'http',
        caller: who,
        endpoint: method === endpoint.method ? endpoint : null,
        method,
        path: `${apiPrefix}${path}${isGet && search ? `?${search}` : ''}`,
        headers: { ...(isGet ? {} : content.headers), ...header },
        body: isGet ? null : content.body,
      };
    });
}

const oddMethod = (usual: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 40, arbitrary: fc.constant(usual) },
    fc.constantFrom('PUT', 'PATCH', 'OPTIONS', 'HEAD', 'DELETE', 'POST'),
  );

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 20, arbitrary: fc.constant({}) },
  fc.constantFrom(
    { authorization: 'Bearer' },
    { authorization: 'Bearer  ' },
    { authorization: 'Basic YTpi' },
    { authorization: `Bearer ${'a'.repeat(9000)}` },
    { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
    { authorization: 'Bearer a.b.c' },
    { range: 'bytes=0-,1-' },
    { 'if-none-match': '*' },
    { accept: 'text/html' },
    { 'accept-encoding': 'br;q=nonsense' },
    { 'x-forwarded-for': 'nonsense, ::1' },
    { 'user-agent': 'x'.repeat(5000) },
    { expect: '100-continue' },
    { origin: 'null' },
  ),
);

type Body = Pick<HttpCall, 'headers' | 'body'>;

function jsonOf(payload: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Body> {
  const json = { 'content-type': 'application/json' };
  return fc.oneof(
    { weight: 30, arbitrary: payload.map((fields) => ({ headers: json, body: JSON.stringify(fields) })) },
    { weight: 1, arbitrary: hostileValue.map((value) => ({ headers: json, body: JSON.stringify(value) })) },
    { weight: 1, arbitrary: fc.constantFrom(...badTexts).map((body) => ({ headers: json, body })) },
    { weight: 1, arbitrary: fc.constant({ headers: json, body: null }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...contentTypes), payload)
        .map(([type, fields]) => ({ headers: { 'content-type': type }, body: JSON.stringify(fields) })),
    },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ maxLength: 60 })
        .map((bytes) => ({ headers: json, body: Buffer.from(bytes) })),
    },
  );
}

function multipartOf(
  field: string,
  payload: fc.Arbitrary<Record<string, unknown>>,
  files: Buffer[],
): fc.Arbitrary<Body> {
  const damaged = fc
    .tuple(fc.constantFrom(...files), fc.nat(), fc.nat({ max: 255 }), fc.nat({ max: 3 }))
    .map(([file, place, byte, how]) => {
      const copy = Buffer.from(file);
      if (how === 0) return copy;
      if (how === 1) return copy.subarray(0, place % copy.length);
      copy[place % copy.length] = byte;
      return copy;
    });
  const bytes = fc.oneof(
    damaged,
    fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
  );
  const name = fc.oneof(
    { weight: 8, arbitrary: fc.constant(field) },
    fc.constantFrom('', '__proto__', 'other', 'a"b'),
  );
  const ending = fc.constantFrom<FormEnd>(...formEnds);
  const filename = fc.constantFrom('; filename="a.bin"', '; filename=""', '', '; filename*=x');
  return fc.record({ fields: payload, content: bytes, name, ending, filename }).map((form) => formBody(form));
}

/** Encodes fields as a query string, sometimes repeated, with brackets or badly encoded. */
function queryOf(fields: Record<string, unknown>): fc.Arbitrary<string> {
  const pairs = Object.entries(fields).map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  return fc
    .constantFrom('plain', 'plain', 'plain', 'plain', 'plain', 'plain', 'twice', 'brackets', 'broken')
    .map((how) => {
      if (how === 'twice') return [...pairs, ...pairs].join('&');
      if (how === 'brackets') return pairs.map((pair) => pair.replace('=', '[]=')).join('&');
      if (how === 'broken') return `${pairs.join('&')}&%zz=%&=&&a`;
      return pairs.join('&');
    });
}

function elsewhere(caller: fc.Arbitrary<number>): fc.Arbitrary<HttpCall> {
  const text = fc.oneof(
    fc.constantFrom(...hostileTexts),
    fc.webPath(),
    fc.string({ unit: 'binary', maxLength: 30 }),
  );
  return fc
    .record({
      caller,
      start: fc.constantFrom(...plainAddresses),
      rest: text,
      method: oddMethod('GET'),
      header: oddHeaders,
    })
    .map(({ caller: who, start, rest, method, header }) => ({
      kind: 'http',
      caller: who,
      endpoint: null,
      method,
      path: start + encoded(rest),
      headers: header,
      body: null,
    }));
}

const inPath = (value: unknown): string => encoded(value).slice(0, 2000);

/** Percent-encodes a value, with lone surrogates as raw bytes. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.isWellFormed() ? encodeURIComponent(text) : text.replaceAll(/[^a-z0-9]/gi, '%ED%A0%80');
}
