import fc from 'fast-check';
import type { HttpCall } from './http-calls.ts';

/** Almost valid values for each header that the server or its libraries read. */
const headers: Record<string, readonly string[]> = {
  range: [
    'bytes=0-10',
    'bytes=0-',
    'bytes=-',
    'bytes=-1',
    'bytes=999999999-',
    'bytes=5-1',
    'bytes=0-,1-',
    'bytes=',
    'items=0-1',
    'bytes = 0 - 1',
  ],
  'if-none-match': ['*', '"a"', 'W/"a"', '"a", W/"b"', '"', 'W/'],
  'if-modified-since': ['Tue, 05 Mar 2030 09:00:00 GMT', '0', 'nonsense'],
  'if-range': ['"a"', 'Tue, 05 Mar 2030 09:00:00 GMT'],
  'accept-language': ['de', 'de-AT,de;q=0.9', '*;q=0', 'en;q=nonsense', 'x-y-z', ',', 'zh-Hant-TW-x-a;q=0.1'],
  accept: ['text/html', '*/*', 'application/json;q=0', 'text/html;level=1;q=2'],
  'accept-encoding': ['br', 'gzip;q=0', 'br;q=nonsense', '*', 'identity;q=0'],
  cookie: ['locale=de', 'locale=', 'a=b; locale=xx; locale=fr', 'locale="de"', ';=;'],
  authorization: [
    'Bearer a.b.c',
    'Bearer',
    'Bearer  ',
    'Basic YTpi',
    'bearer eyJhbGciOiJub25lIn0.e30.',
    'Bearer eyJ',
  ],
  'content-type': [
    'application/json',
    'application/json; charset=utf-16',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="a',
    'text/plain; a=b; a=c',
    ';',
  ],
  'x-forwarded-for': [
    '203.0.113.7',
    '203.0.113.7, ::1',
    '::ffff:1.2.3.4',
    'fe80::1%eth0',
    '%',
    ',,',
    '[::1]:80',
    '1.2.3',
  ],
  'x-forwarded-proto': ['https', 'http,https', 'x'],
  'x-forwarded-host': ['example.org', 'a, b', '[::1'],
  'user-agent': ['Mozilla/5.0 (X11; Linux x86_64)', 'Googlebot/2.1', 'curl/8'],
  origin: ['null', 'https://example.org', 'http://[::1', 'file://'],
  referer: ['https://example.org/profile/1?a=b', 'nonsense'],
  host: ['localhost', 'a.localhost:1', '[::1]', 'example.org:99999', '', 'a b'],
  'sec-fetch-site': ['cross-site', 'none', 'x'],
  'x-request-id': ['1', '../..'],
};

// Units on which patterns and splitters repeat; headers have a limit of about 16 kB in total.
const units = [
  ' ',
  '\t',
  ',',
  ';',
  '=',
  '-',
  '.',
  '/',
  '%',
  '"',
  'a',
  '0',
  '*',
  ':',
  ', ',
  '; ',
  'a,',
  'a;',
  'a=',
  '0-',
  ';q=1,',
  '::',
  'eyJ-',
  'bytes=',
];
const lengths = [1000, 15_000, 15_000];

/** Generates a header value: as is, with repetitions, concatenated, or any bytes a header can carry. */
function headerValue(values: readonly string[]): fc.Arbitrary<string> {
  const value = fc.constantFrom(...values);
  const pumped = fc
    .tuple(
      value,
      fc.constantFrom(...units),
      fc.constantFrom(...lengths),
      fc.constantFrom('', 'x', '"', '\u00ff'),
    )
    .map(([start, unit, length, end]) => start + unit.repeat(Math.ceil(length / unit.length)) + end);
  const anything = fc.string({
    unit: fc.nat({ max: 255 }).map((code) => String.fromCharCode(code)),
    maxLength: 60,
  });
  return fc
    .oneof(
      { weight: 3, arbitrary: value },
      { weight: 4, arbitrary: pumped },
      {
        weight: 2,
        arbitrary: fc
          .tuple(value, value, fc.constantFrom(',', ', ', ';', ''))
          .map(([one, two, by]) => one + by + two),
      },
      { weight: 2, arbitrary: fc.tuple(value, anything).map(([start, rest]) => start + rest) },
      { weight: 1, arbitrary: anything },
    )
    .map(sendable);
}

/** Removes what Node's client refuses to send; `raw-bytes.ts` covers it. */
const sendable = (value: string): string =>
  value.replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '').slice(0, 15_500);

const pages = [
  '/',
  '/features',
  '/sign-in',
  '/dashboard',
  '/dashboard?query=a',
  '/health/live',
  '/docs',
  '/v1/data',
  '/v1/openapi.json',
  '/v1/user',
  '/v1/user/search?limit=1',
  '/metrics',
  '/nowhere',
  '/assets/none.js',
];

const fileHeaders = ['range', 'range', 'range', 'if-none-match', 'if-range', 'if-modified-since'];

/** Generates requests that are valid except for one or two headers. */
export function headerCalls(
  media: string[],
  userIds: readonly unknown[],
  callers: number,
): fc.Arbitrary<HttpCall> {
  const profiles = userIds.map((userId) => `/profile/${String(userId)}`);
  const anyHeader = headerOf(Object.keys(headers));
  const method = fc.oneof(
    { weight: 12, arbitrary: fc.constant('GET') },
    fc.constantFrom('HEAD', 'POST', 'OPTIONS'),
  );
  const pagesAsked = fc.tuple(
    fc.constantFrom(...media, ...profiles, ...pages),
    fc.array(anyHeader, { minLength: 1, maxLength: 2 }),
  );
  const filesAsked = fc.tuple(
    fc.constantFrom(...media),
    headerOf(fileHeaders).map((header) => [header]),
  );
  return fc
    .record({
      caller: fc.nat({ max: callers - 1 }),
      method,
      asked: fc.oneof({ weight: 3, arbitrary: pagesAsked }, { weight: 1, arbitrary: filesAsked }),
    })
    .map(({ caller, method: verb, asked: [path, given] }) => ({
      kind: 'http',
      caller,
      endpoint: null,
      method: verb,
      path,
      // Two long ones would be refused before any code reads them.
      headers: Object.fromEntries(
        given.map(([name, value]) => [name, given.length > 1 ? value.slice(0, 7000) : value]),
      ),
      body: null,
    }));
}

const headerOf = (names: string[]): fc.Arbitrary<[string, string]> =>
  fc
    .constantFrom(...names)
    .chain((name) => headerValue(headers[name] ?? ['']).map((value): [string, string] => [name, value]));
